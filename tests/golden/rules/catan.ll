define { double } @p.catan.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @catan(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x0, %x0
  %4 = fmul double %x1, %x1
  %5 = fsub double %3, %4
  %6 = fadd double 1.000000e+00, %5
  %7 = fmul double %6, %6
  %8 = fmul double %x0, %x1
  %9 = fmul double %x1, %x0
  %10 = fadd double %8, %9
  %11 = fmul double %10, %10
  %12 = fadd double %7, %11
  %13 = fdiv double %6, %12
  %14 = fmul double %13, %x0.dot
  %15 = fdiv double %10, %12
  %16 = fneg double %15
  %17 = fmul double %16, %x1.dot
  %18 = fsub double %14, %17
  %19 = fmul double %x0, %x0
  %20 = fmul double %x1, %x1
  %21 = fsub double %19, %20
  %22 = fadd double 1.000000e+00, %21
  %23 = fmul double %22, %22
  %24 = fmul double %x0, %x1
  %25 = fmul double %x1, %x0
  %26 = fadd double %24, %25
  %27 = fmul double %26, %26
  %28 = fadd double %23, %27
  %29 = fdiv double %22, %28
  %30 = fmul double %29, %x1.dot
  %31 = fdiv double %26, %28
  %32 = fneg double %31
  %33 = fmul double %32, %x0.dot
  %34 = fadd double %30, %33
  %c = extractvalue { double, double } %r, 0
  %35 = insertvalue { double } poison, double %18, 0
  ret { double } %35
}

define { double, double } @p.catan.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @catan(double %0, double %1)
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
  %11 = fadd double 1.000000e+00, %10
  %12 = fmul double %11, %11
  %13 = fmul double %0, %1
  %14 = fmul double %1, %0
  %15 = fadd double %13, %14
  %16 = fmul double %15, %15
  %17 = fadd double %12, %16
  %18 = fdiv double %11, %17
  %19 = fmul double %18, %2
  %20 = load double, ptr %x0.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x0.bar
  %22 = fmul double %0, %1
  %23 = fmul double %1, %0
  %24 = fadd double %22, %23
  %25 = fmul double %0, %0
  %26 = fmul double %1, %1
  %27 = fsub double %25, %26
  %28 = fadd double 1.000000e+00, %27
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

define { double } @p.catan.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @catan(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x0, %x0
  %4 = fmul double %x1, %x1
  %5 = fsub double %3, %4
  %6 = fadd double 1.000000e+00, %5
  %7 = fmul double %6, %6
  %8 = fmul double %x0, %x1
  %9 = fmul double %x1, %x0
  %10 = fadd double %8, %9
  %11 = fmul double %10, %10
  %12 = fadd double %7, %11
  %13 = fdiv double %6, %12
  %14 = fmul double %13, %x0.dot
  %15 = fdiv double %10, %12
  %16 = fneg double %15
  %17 = fmul double %16, %x1.dot
  %18 = fsub double %14, %17
  %19 = fmul double %x0, %x0
  %20 = fmul double %x1, %x1
  %21 = fsub double %19, %20
  %22 = fadd double 1.000000e+00, %21
  %23 = fmul double %22, %22
  %24 = fmul double %x0, %x1
  %25 = fmul double %x1, %x0
  %26 = fadd double %24, %25
  %27 = fmul double %26, %26
  %28 = fadd double %23, %27
  %29 = fdiv double %22, %28
  %30 = fmul double %29, %x1.dot
  %31 = fdiv double %26, %28
  %32 = fneg double %31
  %33 = fmul double %32, %x0.dot
  %34 = fadd double %30, %33
  %c = extractvalue { double, double } %r, 1
  %35 = insertvalue { double } poison, double %34, 0
  ret { double } %35
}

define { double, double } @p.catan.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @catan(double %0, double %1)
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
  %11 = fmul double %0, %0
  %12 = fmul double %1, %1
  %13 = fsub double %11, %12
  %14 = fadd double 1.000000e+00, %13
  %15 = fmul double %14, %14
  %16 = fmul double %10, %10
  %17 = fadd double %15, %16
  %18 = fdiv double %10, %17
  %19 = fneg double %18
  %20 = fmul double %19, %2
  %21 = load double, ptr %x0.bar
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %x0.bar
  %23 = fmul double %0, %0
  %24 = fmul double %1, %1
  %25 = fsub double %23, %24
  %26 = fadd double 1.000000e+00, %25
  %27 = fmul double %26, %26
  %28 = fmul double %0, %1
  %29 = fmul double %1, %0
  %30 = fadd double %28, %29
  %31 = fmul double %30, %30
  %32 = fadd double %27, %31
  %33 = fdiv double %26, %32
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
