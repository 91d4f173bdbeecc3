define { double } @p.minimum.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.minimum.f64(double %x0, double %x1)
  %1 = fcmp olt double %x0, %x1
  %2 = select i1 %1, double %x0.dot, double %x1.dot
  %3 = insertvalue { double } poison, double %2, 0
  ret { double } %3
}

define { double, double } @p.minimum.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @llvm.minimum.f64(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fcmp olt double %0, %1
  %5 = select i1 %4, double %2, double 0.000000e+00
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %x0.bar
  %8 = select i1 %4, double 0.000000e+00, double %2
  %9 = load double, ptr %x1.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x1.bar
  br label %done

done:
  %11 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %12 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %13 = insertvalue { double, double } poison, double %11, 0
  %14 = insertvalue { double, double } %13, double %12, 1
  ret { double, double } %14
}
