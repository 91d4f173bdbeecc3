define { double } @p.ccos.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @ccos(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.sin.f64(double %x0)
  %4 = call double @llvm.cosh.f64(double %x1)
  %5 = fmul double %3, %4
  %6 = fneg double %5
  %7 = fmul double %6, %x0.dot
  %8 = call double @llvm.cos.f64(double %x0)
  %9 = call double @llvm.sinh.f64(double %x1)
  %10 = fmul double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %x1.dot
  %13 = fsub double %7, %12
  %14 = call double @llvm.sin.f64(double %x0)
  %15 = call double @llvm.cosh.f64(double %x1)
  %16 = fmul double %14, %15
  %17 = fneg double %16
  %18 = fmul double %17, %x1.dot
  %19 = call double @llvm.cos.f64(double %x0)
  %20 = call double @llvm.sinh.f64(double %x1)
  %21 = fmul double %19, %20
  %22 = fneg double %21
  %23 = fmul double %22, %x0.dot
  %24 = fadd double %18, %23
  %c = extractvalue { double, double } %r, 0
  %25 = insertvalue { double } poison, double %13, 0
  ret { double } %25
}

define { double, double } @p.ccos.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @ccos(double %0, double %1)
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
  %8 = call double @llvm.sin.f64(double %0)
  %9 = call double @llvm.cosh.f64(double %1)
  %10 = fmul double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %2
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = call double @llvm.cos.f64(double %0)
  %16 = call double @llvm.sinh.f64(double %1)
  %17 = fmul double %15, %16
  %18 = fneg double %17
  %19 = fneg double %2
  %20 = fmul double %18, %19
  %21 = load double, ptr %x1.bar
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %x1.bar
  br label %done

done:
  %23 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %24 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %25 = insertvalue { double, double } poison, double %23, 0
  %26 = insertvalue { double, double } %25, double %24, 1
  ret { double, double } %26
}

define { double } @p.ccos.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @ccos(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.sin.f64(double %x0)
  %4 = call double @llvm.cosh.f64(double %x1)
  %5 = fmul double %3, %4
  %6 = fneg double %5
  %7 = fmul double %6, %x0.dot
  %8 = call double @llvm.cos.f64(double %x0)
  %9 = call double @llvm.sinh.f64(double %x1)
  %10 = fmul double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %x1.dot
  %13 = fsub double %7, %12
  %14 = call double @llvm.sin.f64(double %x0)
  %15 = call double @llvm.cosh.f64(double %x1)
  %16 = fmul double %14, %15
  %17 = fneg double %16
  %18 = fmul double %17, %x1.dot
  %19 = call double @llvm.cos.f64(double %x0)
  %20 = call double @llvm.sinh.f64(double %x1)
  %21 = fmul double %19, %20
  %22 = fneg double %21
  %23 = fmul double %22, %x0.dot
  %24 = fadd double %18, %23
  %c = extractvalue { double, double } %r, 1
  %25 = insertvalue { double } poison, double %24, 0
  ret { double } %25
}

define { double, double } @p.ccos.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @ccos(double %0, double %1)
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
  %8 = call double @llvm.cos.f64(double %0)
  %9 = call double @llvm.sinh.f64(double %1)
  %10 = fmul double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %2
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = call double @llvm.sin.f64(double %0)
  %16 = call double @llvm.cosh.f64(double %1)
  %17 = fmul double %15, %16
  %18 = fneg double %17
  %19 = fmul double %18, %2
  %20 = load double, ptr %x1.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x1.bar
  br label %done

done:
  %22 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %23 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %24 = insertvalue { double, double } poison, double %22, 0
  %25 = insertvalue { double, double } %24, double %23, 1
  ret { double, double } %25
}
