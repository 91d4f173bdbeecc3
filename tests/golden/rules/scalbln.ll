define { double } @p.scalbln.0.fwd(double %x0, double %x0.dot, i64 %x1) {
prologue:
  br label %0

0:
  %r = call double @scalbln(double %x0, i64 %x1)
  %1 = call double @scalbln(double %x0.dot, i64 %x1)
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double } @p.scalbln.0.rev(double %0, i64 %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @scalbln(double %0, i64 %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = call double @scalbln(double %2, i64 %1)
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %4
  store double %6, ptr %x0.bar
  br label %done

done:
  %7 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}
