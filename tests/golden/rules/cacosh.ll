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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @cacosh(double %0, double %1)
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
  %6 = call double @llvm.sinh.f64(double %4)
  %7 = call double @llvm.cos.f64(double %5)
  %8 = fmul double %6, %7
  %9 = fmul double %8, %8
  %10 = call double @llvm.cosh.f64(double %4)
  %11 = call double @llvm.sin.f64(double %5)
  %12 = fmul double %10, %11
  %13 = fmul double %12, %12
  %14 = fadd double %9, %13
  %15 = fdiv double %8, %14
  %16 = fmul double %15, %2
  %17 = load double, ptr %x0.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x0.bar
  %19 = call double @llvm.cosh.f64(double %4)
  %20 = call double @llvm.sin.f64(double %5)
  %21 = fmul double %19, %20
  %22 = call double @llvm.sinh.f64(double %4)
  %23 = call double @llvm.cos.f64(double %5)
  %24 = fmul double %22, %23
  %25 = fmul double %24, %24
  %26 = fmul double %21, %21
  %27 = fadd double %25, %26
  %28 = fdiv double %21, %27
  %29 = fneg double %28
  %30 = fneg double %2
  %31 = fmul double %29, %30
  %32 = load double, ptr %x1.bar
  %33 = fadd reassoc nsz contract double %32, %31
  store double %33, ptr %x1.bar
  br label %done

done:
  %34 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %35 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %36 = insertvalue { double, double } poison, double %34, 0
  %37 = insertvalue { double, double } %36, double %35, 1
  ret { double, double } %37
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @cacosh(double %0, double %1)
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
  %6 = call double @llvm.cosh.f64(double %4)
  %7 = call double @llvm.sin.f64(double %5)
  %8 = fmul double %6, %7
  %9 = call double @llvm.sinh.f64(double %4)
  %10 = call double @llvm.cos.f64(double %5)
  %11 = fmul double %9, %10
  %12 = fmul double %11, %11
  %13 = fmul double %8, %8
  %14 = fadd double %12, %13
  %15 = fdiv double %8, %14
  %16 = fneg double %15
  %17 = fmul double %16, %2
  %18 = load double, ptr %x0.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x0.bar
  %20 = call double @llvm.sinh.f64(double %4)
  %21 = call double @llvm.cos.f64(double %5)
  %22 = fmul double %20, %21
  %23 = fmul double %22, %22
  %24 = call double @llvm.cosh.f64(double %4)
  %25 = call double @llvm.sin.f64(double %5)
  %26 = fmul double %24, %25
  %27 = fmul double %26, %26
  %28 = fadd double %23, %27
  %29 = fdiv double %22, %28
  %30 = fmul double %29, %2
  %31 = load double, ptr %x1.bar
  %32 = fadd reassoc nsz contract double %31, %30
  store double %32, ptr %x1.bar
  br label %done

done:
  %33 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %34 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %35 = insertvalue { double, double } poison, double %33, 0
  %36 = insertvalue { double, double } %35, double %34, 1
  ret { double, double } %36
}
