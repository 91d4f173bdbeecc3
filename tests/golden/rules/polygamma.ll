define { double } @p.polygamma.0.fwd(i32 %x0, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @rz.polygamma.f64(i32 %x0, double %x1)
  %1 = add i32 %x0, 1
  %2 = call double @rz.polygamma.f64(i32 %1, double %x1)
  %3 = fmul double %2, %x1.dot
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double } @p.polygamma.0.rev(i32 %0, double %1, double %2) mustprogress {
prologue:
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @rz.polygamma.f64(i32 %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = add i32 %0, 1
  %5 = call double @rz.polygamma.f64(i32 %4, double %1)
  %6 = fmul double %5, %2
  %7 = load double, ptr %x1.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x1.bar
  br label %done

done:
  %9 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %10 = insertvalue { double } poison, double %9, 0
  ret { double } %10
}
