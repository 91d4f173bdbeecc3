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
  %3 = alloca double, align 8
  %x1.bar = alloca double
  br label %4

4:
  %r = call double @cimag(double %0, double %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %x1.bar
  %7 = fadd reassoc nsz contract double %6, %2
  store double %7, ptr %x1.bar
  br label %done

done:
  %8 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %9 = insertvalue { double, double } poison, double 0.000000e+00, 0
  %10 = insertvalue { double, double } %9, double %8, 1
  ret { double, double } %10
}
