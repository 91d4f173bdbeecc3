define { double } @p.fadd.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = fadd double %x0, %x1
  %1 = fadd double %x0.dot, %x1.dot
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double, double } @p.fadd.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = fadd double %0, %1
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
  %6 = load double, ptr %x1.bar
  %7 = fadd reassoc nsz contract double %6, %2
  store double %7, ptr %x1.bar
  br label %done

done:
  %8 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %9 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %10 = insertvalue { double, double } poison, double %8, 0
  %11 = insertvalue { double, double } %10, double %9, 1
  ret { double, double } %11
}
