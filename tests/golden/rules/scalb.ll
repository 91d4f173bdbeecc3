define { double } @p.scalb.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @scalb(double %x0, double %x1)
  %1 = call double @scalb(double %x0.dot, double %x1)
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double, double } @p.scalb.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @scalb(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = call double @scalb(double %2, double %1)
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %4
  store double %6, ptr %x0.bar
  br label %done

done:
  %7 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %8 = insertvalue { double, double } poison, double %7, 0
  %9 = insertvalue { double, double } %8, double 0.000000e+00, 1
  ret { double, double } %9
}
