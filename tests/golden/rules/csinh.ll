define { double } @p.csinh.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @csinh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.cosh.f64(double %x0)
  %4 = call double @llvm.cos.f64(double %x1)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %x0.dot
  %7 = call double @llvm.sinh.f64(double %x0)
  %8 = call double @llvm.sin.f64(double %x1)
  %9 = fmul double %7, %8
  %10 = fmul double %9, %x1.dot
  %11 = fsub double %6, %10
  %12 = call double @llvm.cosh.f64(double %x0)
  %13 = call double @llvm.cos.f64(double %x1)
  %14 = fmul double %12, %13
  %15 = fmul double %14, %x1.dot
  %16 = call double @llvm.sinh.f64(double %x0)
  %17 = call double @llvm.sin.f64(double %x1)
  %18 = fmul double %16, %17
  %19 = fmul double %18, %x0.dot
  %20 = fadd double %15, %19
  %c = extractvalue { double, double } %r, 0
  %21 = insertvalue { double } poison, double %11, 0
  ret { double } %21
}

define { double, double } @p.csinh.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @csinh(double %0, double %1)
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractvalue { double, double } %r, 0
  %5 = extractvalue { double, double } %r, 1
  %6 = call double @llvm.cosh.f64(double %0)
  %7 = call double @llvm.cos.f64(double %1)
  %8 = fmul double %6, %7
  %9 = fmul double %8, %2
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  %12 = call double @llvm.sinh.f64(double %0)
  %13 = call double @llvm.sin.f64(double %1)
  %14 = fmul double %12, %13
  %15 = fneg double %2
  %16 = fmul double %14, %15
  %17 = load double, ptr %x1.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x1.bar
  br label %done

done:
  %19 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %20 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %21 = insertvalue { double, double } poison, double %19, 0
  %22 = insertvalue { double, double } %21, double %20, 1
  ret { double, double } %22
}

define { double } @p.csinh.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @csinh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.cosh.f64(double %x0)
  %4 = call double @llvm.cos.f64(double %x1)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %x0.dot
  %7 = call double @llvm.sinh.f64(double %x0)
  %8 = call double @llvm.sin.f64(double %x1)
  %9 = fmul double %7, %8
  %10 = fmul double %9, %x1.dot
  %11 = fsub double %6, %10
  %12 = call double @llvm.cosh.f64(double %x0)
  %13 = call double @llvm.cos.f64(double %x1)
  %14 = fmul double %12, %13
  %15 = fmul double %14, %x1.dot
  %16 = call double @llvm.sinh.f64(double %x0)
  %17 = call double @llvm.sin.f64(double %x1)
  %18 = fmul double %16, %17
  %19 = fmul double %18, %x0.dot
  %20 = fadd double %15, %19
  %c = extractvalue { double, double } %r, 1
  %21 = insertvalue { double } poison, double %20, 0
  ret { double } %21
}

define { double, double } @p.csinh.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @csinh(double %0, double %1)
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractvalue { double, double } %r, 0
  %5 = extractvalue { double, double } %r, 1
  %6 = call double @llvm.sinh.f64(double %0)
  %7 = call double @llvm.sin.f64(double %1)
  %8 = fmul double %6, %7
  %9 = fmul double %8, %2
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  %12 = call double @llvm.cosh.f64(double %0)
  %13 = call double @llvm.cos.f64(double %1)
  %14 = fmul double %12, %13
  %15 = fmul double %14, %2
  %16 = load double, ptr %x1.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x1.bar
  br label %done

done:
  %18 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %19 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %20 = insertvalue { double, double } poison, double %18, 0
  %21 = insertvalue { double, double } %20, double %19, 1
  ret { double, double } %21
}
