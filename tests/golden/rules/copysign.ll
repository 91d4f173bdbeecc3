define { double } @p.copysign.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.copysign.f64(double %x0, double %x1)
  %1 = call double @llvm.copysign.f64(double 1.000000e+00, double %x0)
  %2 = call double @llvm.copysign.f64(double 1.000000e+00, double %x1)
  %3 = fcmp oeq double %1, %2
  %4 = fneg double %x0.dot
  %5 = select i1 %3, double %x0.dot, double %4
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double, double } @p.copysign.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @llvm.copysign.f64(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = call double @llvm.copysign.f64(double 1.000000e+00, double %0)
  %5 = call double @llvm.copysign.f64(double 1.000000e+00, double %1)
  %6 = fcmp oeq double %4, %5
  %7 = fneg double %2
  %8 = select i1 %6, double %2, double %7
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  br label %done

done:
  %11 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %12 = insertvalue { double, double } poison, double %11, 0
  %13 = insertvalue { double, double } %12, double 0.000000e+00, 1
  ret { double, double } %13
}
