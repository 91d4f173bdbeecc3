define { double } @p.asin.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.asin.f64(double %x0)
  %1 = fsub double 1.000000e+00, %x0
  %2 = fadd double 1.000000e+00, %x0
  %3 = fmul double %1, %2
  %4 = call double @llvm.sqrt.f64(double %3)
  %5 = fdiv double %x0.dot, %4
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double } @p.asin.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @llvm.asin.f64(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fsub double 1.000000e+00, %0
  %4 = fadd double 1.000000e+00, %0
  %5 = fmul double %3, %4
  %6 = call double @llvm.sqrt.f64(double %5)
  %7 = fdiv double %1, %6
  %8 = load double, ptr %x0.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %x0.bar
  br label %done

done:
  %10 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %11 = insertvalue { double } poison, double %10, 0
  ret { double } %11
}
