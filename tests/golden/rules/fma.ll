define { double } @p.fma.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.fma.f64(double %x0, double %x1, double %x2)
  %1 = fmul double %x1, %x0.dot
  %2 = fmul double %x0, %x1.dot
  %3 = fadd double %1, %2
  %4 = fadd double %3, %x2.dot
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double, double, double } @p.fma.0.rev(double %0, double %1, double %2, double %3) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  br label %4

4:
  %r = call double @llvm.fma.f64(double %0, double %1, double %2)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = fmul double %1, %3
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %x0.bar
  %8 = fmul double %0, %3
  %9 = load double, ptr %x1.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x1.bar
  %11 = load double, ptr %x2.bar
  %12 = fadd reassoc nsz contract double %11, %3
  store double %12, ptr %x2.bar
  br label %done

done:
  %13 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %14 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %15 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %16 = insertvalue { double, double, double } poison, double %13, 0
  %17 = insertvalue { double, double, double } %16, double %14, 1
  %18 = insertvalue { double, double, double } %17, double %15, 2
  ret { double, double, double } %18
}
