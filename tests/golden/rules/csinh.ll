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
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @csinh(double %0, double %1)
  store { double, double } %r, ptr %3, align 8
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load { double, double }, ptr %3, align 8
  %6 = extractvalue { double, double } %5, 0
  %7 = extractvalue { double, double } %5, 1
  %8 = call double @llvm.cosh.f64(double %0)
  %9 = call double @llvm.cos.f64(double %1)
  %10 = fmul double %8, %9
  %11 = fmul double %10, %2
  %12 = load double, ptr %x0.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x0.bar
  %14 = call double @llvm.sinh.f64(double %0)
  %15 = call double @llvm.sin.f64(double %1)
  %16 = fmul double %14, %15
  %17 = fneg double %2
  %18 = fmul double %16, %17
  %19 = load double, ptr %x1.bar
  %20 = fadd reassoc nsz contract double %19, %18
  store double %20, ptr %x1.bar
  br label %done

done:
  %21 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %22 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %23 = insertvalue { double, double } poison, double %21, 0
  %24 = insertvalue { double, double } %23, double %22, 1
  ret { double, double } %24
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
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @csinh(double %0, double %1)
  store { double, double } %r, ptr %3, align 8
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load { double, double }, ptr %3, align 8
  %6 = extractvalue { double, double } %5, 0
  %7 = extractvalue { double, double } %5, 1
  %8 = call double @llvm.sinh.f64(double %0)
  %9 = call double @llvm.sin.f64(double %1)
  %10 = fmul double %8, %9
  %11 = fmul double %10, %2
  %12 = load double, ptr %x0.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x0.bar
  %14 = call double @llvm.cosh.f64(double %0)
  %15 = call double @llvm.cos.f64(double %1)
  %16 = fmul double %14, %15
  %17 = fmul double %16, %2
  %18 = load double, ptr %x1.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x1.bar
  br label %done

done:
  %20 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %21 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %22 = insertvalue { double, double } poison, double %20, 0
  %23 = insertvalue { double, double } %22, double %21, 1
  ret { double, double } %23
}
