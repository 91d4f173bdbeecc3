define { double } @p.lgamma_r.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %p1 = alloca i32, align 16
  %r = call double @lgamma_r(double %x0, ptr %p1)
  %1 = call double @rz.polygamma.f64(i32 0, double %x0)
  %2 = fmul double %1, %x0.dot
  %3 = insertvalue { double } poison, double %2, 0
  ret { double } %3
}

define { double } @p.lgamma_r.0.rev(double %0, double %1) mustprogress {
prologue:
  %2 = alloca i32, align 16
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @lgamma_r(double %0, ptr %2)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = call double @rz.polygamma.f64(i32 0, double %0)
  %5 = fmul double %4, %1
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %x0.bar
  br label %done

done:
  %8 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %9 = insertvalue { double } poison, double %8, 0
  ret { double } %9
}
