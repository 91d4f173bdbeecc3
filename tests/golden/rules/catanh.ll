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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @catanh(double %0, double %1)
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
  %6 = fmul double %0, %0
  %7 = fmul double %1, %1
  %8 = fsub double %6, %7
  %9 = fsub double 1.000000e+00, %8
  %10 = fmul double %9, %9
  %11 = fmul double %0, %1
  %12 = fmul double %1, %0
  %13 = fadd double %11, %12
  %14 = fneg double %13
  %15 = fmul double %14, %14
  %16 = fadd double %10, %15
  %17 = fdiv double %9, %16
  %18 = fmul double %17, %2
  %19 = load double, ptr %x0.bar
  %20 = fadd reassoc nsz contract double %19, %18
  store double %20, ptr %x0.bar
  %21 = fmul double %0, %1
  %22 = fmul double %1, %0
  %23 = fadd double %21, %22
  %24 = fneg double %23
  %25 = fmul double %0, %0
  %26 = fmul double %1, %1
  %27 = fsub double %25, %26
  %28 = fsub double 1.000000e+00, %27
  %29 = fmul double %28, %28
  %30 = fmul double %24, %24
  %31 = fadd double %29, %30
  %32 = fdiv double %24, %31
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @catanh(double %0, double %1)
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
  %6 = fmul double %0, %1
  %7 = fmul double %1, %0
  %8 = fadd double %6, %7
  %9 = fneg double %8
  %10 = fmul double %0, %0
  %11 = fmul double %1, %1
  %12 = fsub double %10, %11
  %13 = fsub double 1.000000e+00, %12
  %14 = fmul double %13, %13
  %15 = fmul double %9, %9
  %16 = fadd double %14, %15
  %17 = fdiv double %9, %16
  %18 = fneg double %17
  %19 = fmul double %18, %2
  %20 = load double, ptr %x0.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x0.bar
  %22 = fmul double %0, %0
  %23 = fmul double %1, %1
  %24 = fsub double %22, %23
  %25 = fsub double 1.000000e+00, %24
  %26 = fmul double %25, %25
  %27 = fmul double %0, %1
  %28 = fmul double %1, %0
  %29 = fadd double %27, %28
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
