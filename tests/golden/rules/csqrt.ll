define { double } @p.csqrt.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @csqrt(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fcmp oeq double %1, 0.000000e+00
  %4 = fcmp oeq double %2, 0.000000e+00
  %5 = and i1 %3, %4
  %6 = fmul double 2.000000e+00, %1
  %7 = fmul double %6, %6
  %8 = fmul double 2.000000e+00, %2
  %9 = fmul double %8, %8
  %10 = fadd double %7, %9
  %11 = fdiv double %6, %10
  %12 = fmul double %11, %x0.dot
  %13 = fdiv double %8, %10
  %14 = fneg double %13
  %15 = fmul double %14, %x1.dot
  %16 = fsub double %12, %15
  %17 = select i1 %5, double 0.000000e+00, double %16
  %18 = fcmp oeq double %1, 0.000000e+00
  %19 = fcmp oeq double %2, 0.000000e+00
  %20 = and i1 %18, %19
  %21 = fmul double 2.000000e+00, %1
  %22 = fmul double %21, %21
  %23 = fmul double 2.000000e+00, %2
  %24 = fmul double %23, %23
  %25 = fadd double %22, %24
  %26 = fdiv double %21, %25
  %27 = fmul double %26, %x1.dot
  %28 = fdiv double %23, %25
  %29 = fneg double %28
  %30 = fmul double %29, %x0.dot
  %31 = fadd double %27, %30
  %32 = select i1 %20, double 0.000000e+00, double %31
  %c = extractvalue { double, double } %r, 0
  %33 = insertvalue { double } poison, double %17, 0
  ret { double } %33
}

define { double, double } @p.csqrt.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @csqrt(double %0, double %1)
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
  %8 = fcmp oeq double %6, 0.000000e+00
  %9 = fcmp oeq double %7, 0.000000e+00
  %10 = and i1 %8, %9
  %11 = fmul double 2.000000e+00, %6
  %12 = fmul double %11, %11
  %13 = fmul double 2.000000e+00, %7
  %14 = fmul double %13, %13
  %15 = fadd double %12, %14
  %16 = fdiv double %11, %15
  %17 = fmul double %16, %2
  %18 = select i1 %10, double 0.000000e+00, double %17
  %19 = load double, ptr %x0.bar
  %20 = fadd reassoc nsz contract double %19, %18
  store double %20, ptr %x0.bar
  %21 = fcmp oeq double %6, 0.000000e+00
  %22 = fcmp oeq double %7, 0.000000e+00
  %23 = and i1 %21, %22
  %24 = fmul double 2.000000e+00, %7
  %25 = fmul double 2.000000e+00, %6
  %26 = fmul double %25, %25
  %27 = fmul double %24, %24
  %28 = fadd double %26, %27
  %29 = fdiv double %24, %28
  %30 = fneg double %29
  %31 = fneg double %2
  %32 = fmul double %30, %31
  %33 = select i1 %23, double 0.000000e+00, double %32
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

define { double } @p.csqrt.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @csqrt(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fcmp oeq double %1, 0.000000e+00
  %4 = fcmp oeq double %2, 0.000000e+00
  %5 = and i1 %3, %4
  %6 = fmul double 2.000000e+00, %1
  %7 = fmul double %6, %6
  %8 = fmul double 2.000000e+00, %2
  %9 = fmul double %8, %8
  %10 = fadd double %7, %9
  %11 = fdiv double %6, %10
  %12 = fmul double %11, %x0.dot
  %13 = fdiv double %8, %10
  %14 = fneg double %13
  %15 = fmul double %14, %x1.dot
  %16 = fsub double %12, %15
  %17 = select i1 %5, double 0.000000e+00, double %16
  %18 = fcmp oeq double %1, 0.000000e+00
  %19 = fcmp oeq double %2, 0.000000e+00
  %20 = and i1 %18, %19
  %21 = fmul double 2.000000e+00, %1
  %22 = fmul double %21, %21
  %23 = fmul double 2.000000e+00, %2
  %24 = fmul double %23, %23
  %25 = fadd double %22, %24
  %26 = fdiv double %21, %25
  %27 = fmul double %26, %x1.dot
  %28 = fdiv double %23, %25
  %29 = fneg double %28
  %30 = fmul double %29, %x0.dot
  %31 = fadd double %27, %30
  %32 = select i1 %20, double 0.000000e+00, double %31
  %c = extractvalue { double, double } %r, 1
  %33 = insertvalue { double } poison, double %32, 0
  ret { double } %33
}

define { double, double } @p.csqrt.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @csqrt(double %0, double %1)
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
  %8 = fcmp oeq double %6, 0.000000e+00
  %9 = fcmp oeq double %7, 0.000000e+00
  %10 = and i1 %8, %9
  %11 = fmul double 2.000000e+00, %7
  %12 = fmul double 2.000000e+00, %6
  %13 = fmul double %12, %12
  %14 = fmul double %11, %11
  %15 = fadd double %13, %14
  %16 = fdiv double %11, %15
  %17 = fneg double %16
  %18 = fmul double %17, %2
  %19 = select i1 %10, double 0.000000e+00, double %18
  %20 = load double, ptr %x0.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x0.bar
  %22 = fcmp oeq double %6, 0.000000e+00
  %23 = fcmp oeq double %7, 0.000000e+00
  %24 = and i1 %22, %23
  %25 = fmul double 2.000000e+00, %6
  %26 = fmul double %25, %25
  %27 = fmul double 2.000000e+00, %7
  %28 = fmul double %27, %27
  %29 = fadd double %26, %28
  %30 = fdiv double %25, %29
  %31 = fmul double %30, %2
  %32 = select i1 %24, double 0.000000e+00, double %31
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
