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
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @clog10(double %0, double %1)
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
  %8 = fmul double 0x40026BB1BBB55516, %0
  %9 = fmul double %8, %8
  %10 = fmul double 0x40026BB1BBB55516, %1
  %11 = fmul double %10, %10
  %12 = fadd double %9, %11
  %13 = fdiv double %8, %12
  %14 = fmul double %13, %2
  %15 = load double, ptr %x0.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x0.bar
  %17 = fmul double 0x40026BB1BBB55516, %1
  %18 = fmul double 0x40026BB1BBB55516, %0
  %19 = fmul double %18, %18
  %20 = fmul double %17, %17
  %21 = fadd double %19, %20
  %22 = fdiv double %17, %21
  %23 = fneg double %22
  %24 = fneg double %2
  %25 = fmul double %23, %24
  %26 = load double, ptr %x1.bar
  %27 = fadd reassoc nsz contract double %26, %25
  store double %27, ptr %x1.bar
  br label %done

done:
  %28 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %29 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %30 = insertvalue { double, double } poison, double %28, 0
  %31 = insertvalue { double, double } %30, double %29, 1
  ret { double, double } %31
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
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @clog10(double %0, double %1)
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
  %8 = fmul double 0x40026BB1BBB55516, %1
  %9 = fmul double 0x40026BB1BBB55516, %0
  %10 = fmul double %9, %9
  %11 = fmul double %8, %8
  %12 = fadd double %10, %11
  %13 = fdiv double %8, %12
  %14 = fneg double %13
  %15 = fmul double %14, %2
  %16 = load double, ptr %x0.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x0.bar
  %18 = fmul double 0x40026BB1BBB55516, %0
  %19 = fmul double %18, %18
  %20 = fmul double 0x40026BB1BBB55516, %1
  %21 = fmul double %20, %20
  %22 = fadd double %19, %21
  %23 = fdiv double %18, %22
  %24 = fmul double %23, %2
  %25 = load double, ptr %x1.bar
  %26 = fadd reassoc nsz contract double %25, %24
  store double %26, ptr %x1.bar
  br label %done

done:
  %27 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %28 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %29 = insertvalue { double, double } poison, double %27, 0
  %30 = insertvalue { double, double } %29, double %28, 1
  ret { double, double } %30
}
