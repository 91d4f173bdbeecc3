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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @casin(double %0, double %1)
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
  %6 = call double @llvm.cos.f64(double %4)
  %7 = call double @llvm.cosh.f64(double %5)
  %8 = fmul double %6, %7
  %9 = fmul double %8, %8
  %10 = call double @llvm.sin.f64(double %4)
  %11 = call double @llvm.sinh.f64(double %5)
  %12 = fmul double %10, %11
  %13 = fneg double %12
  %14 = fmul double %13, %13
  %15 = fadd double %9, %14
  %16 = fdiv double %8, %15
  %17 = fmul double %16, %2
  %18 = load double, ptr %x0.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x0.bar
  %20 = call double @llvm.sin.f64(double %4)
  %21 = call double @llvm.sinh.f64(double %5)
  %22 = fmul double %20, %21
  %23 = fneg double %22
  %24 = call double @llvm.cos.f64(double %4)
  %25 = call double @llvm.cosh.f64(double %5)
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @casin(double %0, double %1)
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
  %6 = call double @llvm.sin.f64(double %4)
  %7 = call double @llvm.sinh.f64(double %5)
  %8 = fmul double %6, %7
  %9 = fneg double %8
  %10 = call double @llvm.cos.f64(double %4)
  %11 = call double @llvm.cosh.f64(double %5)
  %12 = fmul double %10, %11
  %13 = fmul double %12, %12
  %14 = fmul double %9, %9
  %15 = fadd double %13, %14
  %16 = fdiv double %9, %15
  %17 = fneg double %16
  %18 = fmul double %17, %2
  %19 = load double, ptr %x0.bar
  %20 = fadd reassoc nsz contract double %19, %18
  store double %20, ptr %x0.bar
  %21 = call double @llvm.cos.f64(double %4)
  %22 = call double @llvm.cosh.f64(double %5)
  %23 = fmul double %21, %22
  %24 = fmul double %23, %23
  %25 = call double @llvm.sin.f64(double %4)
  %26 = call double @llvm.sinh.f64(double %5)
  %27 = fmul double %25, %26
  %28 = fneg double %27
  %29 = fmul double %28, %28
  %30 = fadd double %24, %29
  %31 = fdiv double %23, %30
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
