define { double } @p.cacosh.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cacosh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.sinh.f64(double %1)
  %4 = call double @llvm.cos.f64(double %2)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %5
  %7 = call double @llvm.cosh.f64(double %1)
  %8 = call double @llvm.sin.f64(double %2)
  %9 = fmul double %7, %8
  %10 = fmul double %9, %9
  %11 = fadd double %6, %10
  %12 = fdiv double %5, %11
  %13 = fmul double %12, %x0.dot
  %14 = fdiv double %9, %11
  %15 = fneg double %14
  %16 = fmul double %15, %x1.dot
  %17 = fsub double %13, %16
  %18 = call double @llvm.sinh.f64(double %1)
  %19 = call double @llvm.cos.f64(double %2)
  %20 = fmul double %18, %19
  %21 = fmul double %20, %20
  %22 = call double @llvm.cosh.f64(double %1)
  %23 = call double @llvm.sin.f64(double %2)
  %24 = fmul double %22, %23
  %25 = fmul double %24, %24
  %26 = fadd double %21, %25
  %27 = fdiv double %20, %26
  %28 = fmul double %27, %x1.dot
  %29 = fdiv double %24, %26
  %30 = fneg double %29
  %31 = fmul double %30, %x0.dot
  %32 = fadd double %28, %31
  %c = extractvalue { double, double } %r, 0
  %33 = insertvalue { double } poison, double %17, 0
  ret { double } %33
}

define { double, double } @p.cacosh.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @cacosh(double %0, double %1)
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
  %8 = call double @llvm.sinh.f64(double %6)
  %9 = call double @llvm.cos.f64(double %7)
  %10 = fmul double %8, %9
  %11 = fmul double %10, %10
  %12 = call double @llvm.cosh.f64(double %6)
  %13 = call double @llvm.sin.f64(double %7)
  %14 = fmul double %12, %13
  %15 = fmul double %14, %14
  %16 = fadd double %11, %15
  %17 = fdiv double %10, %16
  %18 = fmul double %17, %2
  %19 = load double, ptr %x0.bar
  %20 = fadd reassoc nsz contract double %19, %18
  store double %20, ptr %x0.bar
  %21 = call double @llvm.cosh.f64(double %6)
  %22 = call double @llvm.sin.f64(double %7)
  %23 = fmul double %21, %22
  %24 = call double @llvm.sinh.f64(double %6)
  %25 = call double @llvm.cos.f64(double %7)
  %26 = fmul double %24, %25
  %27 = fmul double %26, %26
  %28 = fmul double %23, %23
  %29 = fadd double %27, %28
  %30 = fdiv double %23, %29
  %31 = fneg double %30
  %32 = fneg double %2
  %33 = fmul double %31, %32
  %34 = load double, ptr %x1.bar
  %35 = fadd reassoc nsz contract double %34, %33
  store double %35, ptr %x1.bar
  br label %done

done:
  %36 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %37 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %38 = insertvalue { double, double } poison, double %36, 0
  %39 = insertvalue { double, double } %38, double %37, 1
  ret { double, double } %39
}

define { double } @p.cacosh.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cacosh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.sinh.f64(double %1)
  %4 = call double @llvm.cos.f64(double %2)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %5
  %7 = call double @llvm.cosh.f64(double %1)
  %8 = call double @llvm.sin.f64(double %2)
  %9 = fmul double %7, %8
  %10 = fmul double %9, %9
  %11 = fadd double %6, %10
  %12 = fdiv double %5, %11
  %13 = fmul double %12, %x0.dot
  %14 = fdiv double %9, %11
  %15 = fneg double %14
  %16 = fmul double %15, %x1.dot
  %17 = fsub double %13, %16
  %18 = call double @llvm.sinh.f64(double %1)
  %19 = call double @llvm.cos.f64(double %2)
  %20 = fmul double %18, %19
  %21 = fmul double %20, %20
  %22 = call double @llvm.cosh.f64(double %1)
  %23 = call double @llvm.sin.f64(double %2)
  %24 = fmul double %22, %23
  %25 = fmul double %24, %24
  %26 = fadd double %21, %25
  %27 = fdiv double %20, %26
  %28 = fmul double %27, %x1.dot
  %29 = fdiv double %24, %26
  %30 = fneg double %29
  %31 = fmul double %30, %x0.dot
  %32 = fadd double %28, %31
  %c = extractvalue { double, double } %r, 1
  %33 = insertvalue { double } poison, double %32, 0
  ret { double } %33
}

define { double, double } @p.cacosh.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @cacosh(double %0, double %1)
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
  %8 = call double @llvm.cosh.f64(double %6)
  %9 = call double @llvm.sin.f64(double %7)
  %10 = fmul double %8, %9
  %11 = call double @llvm.sinh.f64(double %6)
  %12 = call double @llvm.cos.f64(double %7)
  %13 = fmul double %11, %12
  %14 = fmul double %13, %13
  %15 = fmul double %10, %10
  %16 = fadd double %14, %15
  %17 = fdiv double %10, %16
  %18 = fneg double %17
  %19 = fmul double %18, %2
  %20 = load double, ptr %x0.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x0.bar
  %22 = call double @llvm.sinh.f64(double %6)
  %23 = call double @llvm.cos.f64(double %7)
  %24 = fmul double %22, %23
  %25 = fmul double %24, %24
  %26 = call double @llvm.cosh.f64(double %6)
  %27 = call double @llvm.sin.f64(double %7)
  %28 = fmul double %26, %27
  %29 = fmul double %28, %28
  %30 = fadd double %25, %29
  %31 = fdiv double %24, %30
  %32 = fmul double %31, %2
  %33 = load double, ptr %x1.bar
  %34 = fadd reassoc nsz contract double %33, %32
  store double %34, ptr %x1.bar
  br label %done

done:
  %35 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %36 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %37 = insertvalue { double, double } poison, double %35, 0
  %38 = insertvalue { double, double } %37, double %36, 1
  ret { double, double } %38
}
