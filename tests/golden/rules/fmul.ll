define { double } @p.fmul.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = fmul double %x0, %x1
  %1 = fmul double %x1, %x0.dot
  %2 = fmul double %x0, %x1.dot
  %3 = fadd double %1, %2
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double, double } @p.fmul.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = fmul double %0, %1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fmul double %1, %2
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %4
  store double %6, ptr %x0.bar
  %7 = fmul double %0, %2
  %8 = load double, ptr %x1.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %x1.bar
  br label %done

done:
  %10 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %11 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %12 = insertvalue { double, double } poison, double %10, 0
  %13 = insertvalue { double, double } %12, double %11, 1
  ret { double, double } %13
}
