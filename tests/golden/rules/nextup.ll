define { double } @p.nextup.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @nextup(double %x0)
  %1 = insertvalue { double } poison, double %x0.dot, 0
  ret { double } %1
}

define { double } @p.nextup.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @nextup(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = load double, ptr %x0.bar
  %4 = fadd reassoc nsz contract double %3, %1
  store double %4, ptr %x0.bar
  br label %done

done:
  %5 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}
