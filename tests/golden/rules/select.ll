define { double } @p.select.0.fwd(i1 %x0, double %x1, double %x1.dot, double %x2, double %x2.dot) {
prologue:
  br label %0

0:
  %r = select i1 %x0, double %x1, double %x2
  %1 = select i1 %x0, double %x1.dot, double %x2.dot
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double, double } @p.select.0.rev(i1 %0, double %1, double %2, double %3) mustprogress {
prologue:
  %x1.bar = alloca double
  %x2.bar = alloca double
  br label %4

4:
  %r = select i1 %0, double %1, double %2
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = select i1 %0, double %3, double 0.000000e+00
  %6 = load double, ptr %x1.bar
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %x1.bar
  %8 = select i1 %0, double 0.000000e+00, double %3
  %9 = load double, ptr %x2.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x2.bar
  br label %done

done:
  %11 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %12 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %13 = insertvalue { double, double } poison, double %11, 0
  %14 = insertvalue { double, double } %13, double %12, 1
  ret { double, double } %14
}
