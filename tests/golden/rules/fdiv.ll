define { double } @p.fdiv.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = fdiv double %x0, %x1
  %1 = fmul double %r, %x1.dot
  %2 = fsub double %x0.dot, %1
  %3 = fdiv double %2, %x1
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double, double } @p.fdiv.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = fdiv double %0, %1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fdiv double %2, %1
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %4
  store double %6, ptr %x0.bar
  %7 = fdiv double %2, %1
  %8 = fneg double %7
  %9 = fmul double %r, %8
  %10 = load double, ptr %x1.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x1.bar
  br label %done

done:
  %12 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %13 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %14 = insertvalue { double, double } poison, double %12, 0
  %15 = insertvalue { double, double } %14, double %13, 1
  ret { double, double } %15
}
