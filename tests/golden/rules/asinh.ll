define { double } @p.asinh.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @asinh(double %x0)
  %1 = fmul double %x0, %x0
  %2 = fadd double 1.000000e+00, %1
  %3 = call double @llvm.sqrt.f64(double %2)
  %4 = fdiv double %x0.dot, %3
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double } @p.asinh.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @asinh(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fmul double %0, %0
  %4 = fadd double 1.000000e+00, %3
  %5 = call double @llvm.sqrt.f64(double %4)
  %6 = fdiv double %1, %5
  %7 = load double, ptr %x0.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x0.bar
  br label %done

done:
  %9 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %10 = insertvalue { double } poison, double %9, 0
  ret { double } %10
}
