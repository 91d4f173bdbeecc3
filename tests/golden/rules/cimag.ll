define { double } @p.cimag.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @cimag(double %x0, double %x1)
  %1 = insertvalue { double } poison, double %x1.dot, 0
  ret { double } %1
}

define { double, double } @p.cimag.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @cimag(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %x1.bar
  %5 = fadd reassoc nsz contract double %4, %2
  store double %5, ptr %x1.bar
  br label %done

done:
  %6 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %7 = insertvalue { double, double } poison, double 0.000000e+00, 0
  %8 = insertvalue { double, double } %7, double %6, 1
  ret { double, double } %8
}
