define { double } @p.catanh.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @catanh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x0, %x0
  %4 = fmul double %x1, %x1
  %5 = fsub double %3, %4
  %6 = fsub double 1.000000e+00, %5
  %7 = fmul double %6, %6
  %8 = fmul double %x0, %x1
  %9 = fmul double %x1, %x0
  %10 = fadd double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %11
  %13 = fadd double %7, %12
  %14 = fdiv double %6, %13
  %15 = fmul double %14, %x0.dot
  %16 = fdiv double %11, %13
  %17 = fneg double %16
  %18 = fmul double %17, %x1.dot
  %19 = fsub double %15, %18
  %20 = fmul double %x0, %x0
  %21 = fmul double %x1, %x1
  %22 = fsub double %20, %21
  %23 = fsub double 1.000000e+00, %22
  %24 = fmul double %23, %23
  %25 = fmul double %x0, %x1
  %26 = fmul double %x1, %x0
  %27 = fadd double %25, %26
  %28 = fneg double %27
  %29 = fmul double %28, %28
  %30 = fadd double %24, %29
  %31 = fdiv double %23, %30
  %32 = fmul double %31, %x1.dot
  %33 = fdiv double %28, %30
  %34 = fneg double %33
  %35 = fmul double %34, %x0.dot
  %36 = fadd double %32, %35
  %c = extractvalue { double, double } %r, 0
  %37 = insertvalue { double } poison, double %19, 0
  ret { double } %37
}

define { double, double } @p.catanh.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @catanh(double %0, double %1)
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
  %8 = fmul double %0, %0
  %9 = fmul double %1, %1
  %10 = fsub double %8, %9
  %11 = fsub double 1.000000e+00, %10
  %12 = fmul double %11, %11
  %13 = fmul double %0, %1
  %14 = fmul double %1, %0
  %15 = fadd double %13, %14
  %16 = fneg double %15
  %17 = fmul double %16, %16
  %18 = fadd double %12, %17
  %19 = fdiv double %11, %18
  %20 = fmul double %19, %2
  %21 = load double, ptr %x0.bar
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %x0.bar
  %23 = fmul double %0, %1
  %24 = fmul double %1, %0
  %25 = fadd double %23, %24
  %26 = fneg double %25
  %27 = fmul double %0, %0
  %28 = fmul double %1, %1
  %29 = fsub double %27, %28
  %30 = fsub double 1.000000e+00, %29
  %31 = fmul double %30, %30
  %32 = fmul double %26, %26
  %33 = fadd double %31, %32
  %34 = fdiv double %26, %33
  %35 = fneg double %34
  %36 = fneg double %2
  %37 = fmul double %35, %36
  %38 = load double, ptr %x1.bar
  %39 = fadd reassoc nsz contract double %38, %37
  store double %39, ptr %x1.bar
  br label %done

done:
  %40 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %41 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %42 = insertvalue { double, double } poison, double %40, 0
  %43 = insertvalue { double, double } %42, double %41, 1
  ret { double, double } %43
}

define { double } @p.catanh.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @catanh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x0, %x0
  %4 = fmul double %x1, %x1
  %5 = fsub double %3, %4
  %6 = fsub double 1.000000e+00, %5
  %7 = fmul double %6, %6
  %8 = fmul double %x0, %x1
  %9 = fmul double %x1, %x0
  %10 = fadd double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %11
  %13 = fadd double %7, %12
  %14 = fdiv double %6, %13
  %15 = fmul double %14, %x0.dot
  %16 = fdiv double %11, %13
  %17 = fneg double %16
  %18 = fmul double %17, %x1.dot
  %19 = fsub double %15, %18
  %20 = fmul double %x0, %x0
  %21 = fmul double %x1, %x1
  %22 = fsub double %20, %21
  %23 = fsub double 1.000000e+00, %22
  %24 = fmul double %23, %23
  %25 = fmul double %x0, %x1
  %26 = fmul double %x1, %x0
  %27 = fadd double %25, %26
  %28 = fneg double %27
  %29 = fmul double %28, %28
  %30 = fadd double %24, %29
  %31 = fdiv double %23, %30
  %32 = fmul double %31, %x1.dot
  %33 = fdiv double %28, %30
  %34 = fneg double %33
  %35 = fmul double %34, %x0.dot
  %36 = fadd double %32, %35
  %c = extractvalue { double, double } %r, 1
  %37 = insertvalue { double } poison, double %36, 0
  ret { double } %37
}

define { double, double } @p.catanh.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @catanh(double %0, double %1)
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
  %8 = fmul double %0, %1
  %9 = fmul double %1, %0
  %10 = fadd double %8, %9
  %11 = fneg double %10
  %12 = fmul double %0, %0
  %13 = fmul double %1, %1
  %14 = fsub double %12, %13
  %15 = fsub double 1.000000e+00, %14
  %16 = fmul double %15, %15
  %17 = fmul double %11, %11
  %18 = fadd double %16, %17
  %19 = fdiv double %11, %18
  %20 = fneg double %19
  %21 = fmul double %20, %2
  %22 = load double, ptr %x0.bar
  %23 = fadd reassoc nsz contract double %22, %21
  store double %23, ptr %x0.bar
  %24 = fmul double %0, %0
  %25 = fmul double %1, %1
  %26 = fsub double %24, %25
  %27 = fsub double 1.000000e+00, %26
  %28 = fmul double %27, %27
  %29 = fmul double %0, %1
  %30 = fmul double %1, %0
  %31 = fadd double %29, %30
  %32 = fneg double %31
  %33 = fmul double %32, %32
  %34 = fadd double %28, %33
  %35 = fdiv double %27, %34
  %36 = fmul double %35, %2
  %37 = load double, ptr %x1.bar
  %38 = fadd reassoc nsz contract double %37, %36
  store double %38, ptr %x1.bar
  br label %done

done:
  %39 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %40 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %41 = insertvalue { double, double } poison, double %39, 0
  %42 = insertvalue { double, double } %41, double %40, 1
  ret { double, double } %42
}
