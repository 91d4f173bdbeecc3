define { double } @p.fsub.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = fsub double %x0, %x1
  %1 = fsub double %x0.dot, %x1.dot
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double, double } @p.fsub.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = fsub double %0, %1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %x0.bar
  %5 = fadd reassoc nsz contract double %4, %2
  store double %5, ptr %x0.bar
  %6 = fneg double %2
  %7 = load double, ptr %x1.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x1.bar
  br label %done

done:
  %9 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %10 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %11 = insertvalue { double, double } poison, double %9, 0
  %12 = insertvalue { double, double } %11, double %10, 1
  ret { double, double } %12
}
