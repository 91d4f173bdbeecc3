define { double } @p.casin.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @casin(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.cos.f64(double %1)
  %4 = call double @llvm.cosh.f64(double %2)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %5
  %7 = call double @llvm.sin.f64(double %1)
  %8 = call double @llvm.sinh.f64(double %2)
  %9 = fmul double %7, %8
  %10 = fneg double %9
  %11 = fmul double %10, %10
  %12 = fadd double %6, %11
  %13 = fdiv double %5, %12
  %14 = fmul double %13, %x0.dot
  %15 = fdiv double %10, %12
  %16 = fneg double %15
  %17 = fmul double %16, %x1.dot
  %18 = fsub double %14, %17
  %19 = call double @llvm.cos.f64(double %1)
  %20 = call double @llvm.cosh.f64(double %2)
  %21 = fmul double %19, %20
  %22 = fmul double %21, %21
  %23 = call double @llvm.sin.f64(double %1)
  %24 = call double @llvm.sinh.f64(double %2)
  %25 = fmul double %23, %24
  %26 = fneg double %25
  %27 = fmul double %26, %26
  %28 = fadd double %22, %27
  %29 = fdiv double %21, %28
  %30 = fmul double %29, %x1.dot
  %31 = fdiv double %26, %28
  %32 = fneg double %31
  %33 = fmul double %32, %x0.dot
  %34 = fadd double %30, %33
  %c = extractvalue { double, double } %r, 0
  %35 = insertvalue { double } poison, double %18, 0
  ret { double } %35
}

define { double, double } @p.casin.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @casin(double %0, double %1)
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
  %8 = call double @llvm.cos.f64(double %6)
  %9 = call double @llvm.cosh.f64(double %7)
  %10 = fmul double %8, %9
  %11 = fmul double %10, %10
  %12 = call double @llvm.sin.f64(double %6)
  %13 = call double @llvm.sinh.f64(double %7)
  %14 = fmul double %12, %13
  %15 = fneg double %14
  %16 = fmul double %15, %15
  %17 = fadd double %11, %16
  %18 = fdiv double %10, %17
  %19 = fmul double %18, %2
  %20 = load double, ptr %x0.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x0.bar
  %22 = call double @llvm.sin.f64(double %6)
  %23 = call double @llvm.sinh.f64(double %7)
  %24 = fmul double %22, %23
  %25 = fneg double %24
  %26 = call double @llvm.cos.f64(double %6)
  %27 = call double @llvm.cosh.f64(double %7)
  %28 = fmul double %26, %27
  %29 = fmul double %28, %28
  %30 = fmul double %25, %25
  %31 = fadd double %29, %30
  %32 = fdiv double %25, %31
  %33 = fneg double %32
  %34 = fneg double %2
  %35 = fmul double %33, %34
  %36 = load double, ptr %x1.bar
  %37 = fadd reassoc nsz contract double %36, %35
  store double %37, ptr %x1.bar
  br label %done

done:
  %38 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %39 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %40 = insertvalue { double, double } poison, double %38, 0
  %41 = insertvalue { double, double } %40, double %39, 1
  ret { double, double } %41
}

define { double } @p.casin.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @casin(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.cos.f64(double %1)
  %4 = call double @llvm.cosh.f64(double %2)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %5
  %7 = call double @llvm.sin.f64(double %1)
  %8 = call double @llvm.sinh.f64(double %2)
  %9 = fmul double %7, %8
  %10 = fneg double %9
  %11 = fmul double %10, %10
  %12 = fadd double %6, %11
  %13 = fdiv double %5, %12
  %14 = fmul double %13, %x0.dot
  %15 = fdiv double %10, %12
  %16 = fneg double %15
  %17 = fmul double %16, %x1.dot
  %18 = fsub double %14, %17
  %19 = call double @llvm.cos.f64(double %1)
  %20 = call double @llvm.cosh.f64(double %2)
  %21 = fmul double %19, %20
  %22 = fmul double %21, %21
  %23 = call double @llvm.sin.f64(double %1)
  %24 = call double @llvm.sinh.f64(double %2)
  %25 = fmul double %23, %24
  %26 = fneg double %25
  %27 = fmul double %26, %26
  %28 = fadd double %22, %27
  %29 = fdiv double %21, %28
  %30 = fmul double %29, %x1.dot
  %31 = fdiv double %26, %28
  %32 = fneg double %31
  %33 = fmul double %32, %x0.dot
  %34 = fadd double %30, %33
  %c = extractvalue { double, double } %r, 1
  %35 = insertvalue { double } poison, double %34, 0
  ret { double } %35
}

define { double, double } @p.casin.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @casin(double %0, double %1)
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
  %8 = call double @llvm.sin.f64(double %6)
  %9 = call double @llvm.sinh.f64(double %7)
  %10 = fmul double %8, %9
  %11 = fneg double %10
  %12 = call double @llvm.cos.f64(double %6)
  %13 = call double @llvm.cosh.f64(double %7)
  %14 = fmul double %12, %13
  %15 = fmul double %14, %14
  %16 = fmul double %11, %11
  %17 = fadd double %15, %16
  %18 = fdiv double %11, %17
  %19 = fneg double %18
  %20 = fmul double %19, %2
  %21 = load double, ptr %x0.bar
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %x0.bar
  %23 = call double @llvm.cos.f64(double %6)
  %24 = call double @llvm.cosh.f64(double %7)
  %25 = fmul double %23, %24
  %26 = fmul double %25, %25
  %27 = call double @llvm.sin.f64(double %6)
  %28 = call double @llvm.sinh.f64(double %7)
  %29 = fmul double %27, %28
  %30 = fneg double %29
  %31 = fmul double %30, %30
  %32 = fadd double %26, %31
  %33 = fdiv double %25, %32
  %34 = fmul double %33, %2
  %35 = load double, ptr %x1.bar
  %36 = fadd reassoc nsz contract double %35, %34
  store double %36, ptr %x1.bar
  br label %done

done:
  %37 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %38 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %39 = insertvalue { double, double } poison, double %37, 0
  %40 = insertvalue { double, double } %39, double %38, 1
  ret { double, double } %40
}
