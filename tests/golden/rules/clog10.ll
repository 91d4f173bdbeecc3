define { double } @p.clog10.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @clog10(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double 0x40026BB1BBB55516, %x0
  %4 = fmul double %3, %3
  %5 = fmul double 0x40026BB1BBB55516, %x1
  %6 = fmul double %5, %5
  %7 = fadd double %4, %6
  %8 = fdiv double %3, %7
  %9 = fmul double %8, %x0.dot
  %10 = fdiv double %5, %7
  %11 = fneg double %10
  %12 = fmul double %11, %x1.dot
  %13 = fsub double %9, %12
  %14 = fmul double 0x40026BB1BBB55516, %x0
  %15 = fmul double %14, %14
  %16 = fmul double 0x40026BB1BBB55516, %x1
  %17 = fmul double %16, %16
  %18 = fadd double %15, %17
  %19 = fdiv double %14, %18
  %20 = fmul double %19, %x1.dot
  %21 = fdiv double %16, %18
  %22 = fneg double %21
  %23 = fmul double %22, %x0.dot
  %24 = fadd double %20, %23
  %c = extractvalue { double, double } %r, 0
  %25 = insertvalue { double } poison, double %13, 0
  ret { double } %25
}

define { double, double } @p.clog10.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @clog10(double %0, double %1)
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
  %6 = fmul double 0x40026BB1BBB55516, %0
  %7 = fmul double %6, %6
  %8 = fmul double 0x40026BB1BBB55516, %1
  %9 = fmul double %8, %8
  %10 = fadd double %7, %9
  %11 = fdiv double %6, %10
  %12 = fmul double %11, %2
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = fmul double 0x40026BB1BBB55516, %1
  %16 = fmul double 0x40026BB1BBB55516, %0
  %17 = fmul double %16, %16
  %18 = fmul double %15, %15
  %19 = fadd double %17, %18
  %20 = fdiv double %15, %19
  %21 = fneg double %20
  %22 = fneg double %2
  %23 = fmul double %21, %22
  %24 = load double, ptr %x1.bar
  %25 = fadd reassoc nsz contract double %24, %23
  store double %25, ptr %x1.bar
  br label %done

done:
  %26 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %27 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %28 = insertvalue { double, double } poison, double %26, 0
  %29 = insertvalue { double, double } %28, double %27, 1
  ret { double, double } %29
}

define { double } @p.clog10.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @clog10(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double 0x40026BB1BBB55516, %x0
  %4 = fmul double %3, %3
  %5 = fmul double 0x40026BB1BBB55516, %x1
  %6 = fmul double %5, %5
  %7 = fadd double %4, %6
  %8 = fdiv double %3, %7
  %9 = fmul double %8, %x0.dot
  %10 = fdiv double %5, %7
  %11 = fneg double %10
  %12 = fmul double %11, %x1.dot
  %13 = fsub double %9, %12
  %14 = fmul double 0x40026BB1BBB55516, %x0
  %15 = fmul double %14, %14
  %16 = fmul double 0x40026BB1BBB55516, %x1
  %17 = fmul double %16, %16
  %18 = fadd double %15, %17
  %19 = fdiv double %14, %18
  %20 = fmul double %19, %x1.dot
  %21 = fdiv double %16, %18
  %22 = fneg double %21
  %23 = fmul double %22, %x0.dot
  %24 = fadd double %20, %23
  %c = extractvalue { double, double } %r, 1
  %25 = insertvalue { double } poison, double %24, 0
  ret { double } %25
}

define { double, double } @p.clog10.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @clog10(double %0, double %1)
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
  %6 = fmul double 0x40026BB1BBB55516, %1
  %7 = fmul double 0x40026BB1BBB55516, %0
  %8 = fmul double %7, %7
  %9 = fmul double %6, %6
  %10 = fadd double %8, %9
  %11 = fdiv double %6, %10
  %12 = fneg double %11
  %13 = fmul double %12, %2
  %14 = load double, ptr %x0.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x0.bar
  %16 = fmul double 0x40026BB1BBB55516, %0
  %17 = fmul double %16, %16
  %18 = fmul double 0x40026BB1BBB55516, %1
  %19 = fmul double %18, %18
  %20 = fadd double %17, %19
  %21 = fdiv double %16, %20
  %22 = fmul double %21, %2
  %23 = load double, ptr %x1.bar
  %24 = fadd reassoc nsz contract double %23, %22
  store double %24, ptr %x1.bar
  br label %done

done:
  %25 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %26 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %27 = insertvalue { double, double } poison, double %25, 0
  %28 = insertvalue { double, double } %27, double %26, 1
  ret { double, double } %28
}
