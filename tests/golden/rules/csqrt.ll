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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @csqrt(double %0, double %1)
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
  %6 = fcmp oeq double %4, 0.000000e+00
  %7 = fcmp oeq double %5, 0.000000e+00
  %8 = and i1 %6, %7
  %9 = fmul double 2.000000e+00, %4
  %10 = fmul double %9, %9
  %11 = fmul double 2.000000e+00, %5
  %12 = fmul double %11, %11
  %13 = fadd double %10, %12
  %14 = fdiv double %9, %13
  %15 = fmul double %14, %2
  %16 = select i1 %8, double 0.000000e+00, double %15
  %17 = load double, ptr %x0.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x0.bar
  %19 = fcmp oeq double %4, 0.000000e+00
  %20 = fcmp oeq double %5, 0.000000e+00
  %21 = and i1 %19, %20
  %22 = fmul double 2.000000e+00, %5
  %23 = fmul double 2.000000e+00, %4
  %24 = fmul double %23, %23
  %25 = fmul double %22, %22
  %26 = fadd double %24, %25
  %27 = fdiv double %22, %26
  %28 = fneg double %27
  %29 = fneg double %2
  %30 = fmul double %28, %29
  %31 = select i1 %21, double 0.000000e+00, double %30
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @csqrt(double %0, double %1)
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
  %6 = fcmp oeq double %4, 0.000000e+00
  %7 = fcmp oeq double %5, 0.000000e+00
  %8 = and i1 %6, %7
  %9 = fmul double 2.000000e+00, %5
  %10 = fmul double 2.000000e+00, %4
  %11 = fmul double %10, %10
  %12 = fmul double %9, %9
  %13 = fadd double %11, %12
  %14 = fdiv double %9, %13
  %15 = fneg double %14
  %16 = fmul double %15, %2
  %17 = select i1 %8, double 0.000000e+00, double %16
  %18 = load double, ptr %x0.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x0.bar
  %20 = fcmp oeq double %4, 0.000000e+00
  %21 = fcmp oeq double %5, 0.000000e+00
  %22 = and i1 %20, %21
  %23 = fmul double 2.000000e+00, %4
  %24 = fmul double %23, %23
  %25 = fmul double 2.000000e+00, %5
  %26 = fmul double %25, %25
  %27 = fadd double %24, %26
  %28 = fdiv double %23, %27
  %29 = fmul double %28, %2
  %30 = select i1 %22, double 0.000000e+00, double %29
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
