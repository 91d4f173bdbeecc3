define { double, double } @f_grad(double %0, double %1, double %2) mustprogress {
prologue:
  %y.bar = alloca double
  %x.bar = alloca double
  br label %3

3:
  %u = fmul double %0, %1
  %v = call double @llvm.sin.f64(double %u)
  %w = fdiv double %v, %1
  br label %turn

turn:
  store double -0.000000e+00, ptr %y.bar
  store double -0.000000e+00, ptr %x.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fdiv double %2, %1
  %5 = fdiv double %2, %1
  %6 = fneg double %5
  %7 = fmul double %w, %6
  %8 = load double, ptr %y.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %y.bar
  %10 = call double @llvm.cos.f64(double %u)
  %11 = fmul double %10, %4
  %12 = fmul double %1, %11
  %13 = load double, ptr %x.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x.bar
  %15 = fmul double %0, %11
  %16 = load double, ptr %y.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %y.bar
  br label %done

done:
  %18 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  %19 = load double, ptr %y.bar
  store double -0.000000e+00, ptr %y.bar
  %20 = insertvalue { double, double } poison, double %18, 0
  %21 = insertvalue { double, double } %20, double %19, 1
  ret { double, double } %21
}
