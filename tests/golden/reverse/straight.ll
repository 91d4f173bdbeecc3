define { double, double } @f_grad(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %y.bar = alloca double
  %x.bar = alloca double
  br label %5

5:
  %u = fmul double %0, %1
  store double %u, ptr %3, align 8, !alias.scope !4, !noalias !5
  %v = call double @llvm.sin.f64(double %u)
  %w = fdiv double %v, %1
  store double %w, ptr %4, align 8, !alias.scope !4, !noalias !5
  br label %turn

turn:
  store double -0.000000e+00, ptr %y.bar
  store double -0.000000e+00, ptr %x.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = fdiv double %2, %1
  %7 = load double, ptr %4, align 8, !alias.scope !4, !noalias !5
  %8 = fdiv double %2, %1
  %9 = fneg double %8
  %10 = fmul double %7, %9
  %11 = load double, ptr %y.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %y.bar
  %13 = load double, ptr %3, align 8, !alias.scope !4, !noalias !5
  %14 = call double @llvm.cos.f64(double %13)
  %15 = fmul double %14, %6
  %16 = fmul double %1, %15
  %17 = load double, ptr %x.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x.bar
  %19 = fmul double %0, %15
  %20 = load double, ptr %y.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %y.bar
  br label %done

done:
  %22 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  %23 = load double, ptr %y.bar
  store double -0.000000e+00, ptr %y.bar
  %24 = insertvalue { double, double } poison, double %22, 0
  %25 = insertvalue { double, double } %24, double %23, 1
  ret { double, double } %25
}
