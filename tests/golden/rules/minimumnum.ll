define { double } @p.minimumnum.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.minimumnum.f64(double %x0, double %x1)
  %1 = fcmp olt double %x0, %x1
  %2 = fcmp uno double %x1, %x1
  %3 = or i1 %1, %2
  %4 = select i1 %3, double %x0.dot, double %x1.dot
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double, double } @p.minimumnum.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @llvm.minimumnum.f64(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fcmp olt double %0, %1
  %5 = fcmp uno double %1, %1
  %6 = or i1 %4, %5
  %7 = select i1 %6, double %2, double 0.000000e+00
  %8 = load double, ptr %x0.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %x0.bar
  %10 = select i1 %6, double 0.000000e+00, double %2
  %11 = load double, ptr %x1.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x1.bar
  br label %done

done:
  %13 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %14 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %15 = insertvalue { double, double } poison, double %13, 0
  %16 = insertvalue { double, double } %15, double %14, 1
  ret { double, double } %16
}
