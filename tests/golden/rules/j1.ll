define { double } @p.j1.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @j1(double %x0)
  %1 = call double @j0(double %x0)
  %2 = call double @jn(i32 2, double %x0)
  %3 = fsub double %1, %2
  %4 = fdiv double %3, 2.000000e+00
  %5 = fmul double %4, %x0.dot
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double } @p.j1.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @j1(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = call double @j0(double %0)
  %4 = call double @jn(i32 2, double %0)
  %5 = fsub double %3, %4
  %6 = fdiv double %5, 2.000000e+00
  %7 = fmul double %6, %1
  %8 = load double, ptr %x0.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %x0.bar
  br label %done

done:
  %10 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %11 = insertvalue { double } poison, double %10, 0
  ret { double } %11
}
