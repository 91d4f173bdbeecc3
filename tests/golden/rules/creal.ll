define { double } @p.creal.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @creal(double %x0, double %x1)
  %1 = insertvalue { double } poison, double %x0.dot, 0
  ret { double } %1
}

define { double, double } @p.creal.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @creal(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %x0.bar
  %5 = fadd reassoc nsz contract double %4, %2
  store double %5, ptr %x0.bar
  br label %done

done:
  %6 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %7 = insertvalue { double, double } poison, double %6, 0
  %8 = insertvalue { double, double } %7, double 0.000000e+00, 1
  ret { double, double } %8
}
