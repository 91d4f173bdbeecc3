define { double } @p.cmul.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot, double %x3, double %x3.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @__muldc3(double %x0, double %x1, double %x2, double %x3)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x2, %x0.dot
  %4 = fmul double %x3, %x1.dot
  %5 = fsub double %3, %4
  %6 = fmul double %x0, %x2.dot
  %7 = fmul double %x1, %x3.dot
  %8 = fsub double %6, %7
  %9 = fadd double %5, %8
  %10 = fmul double %x2, %x1.dot
  %11 = fmul double %x3, %x0.dot
  %12 = fadd double %10, %11
  %13 = fmul double %x0, %x3.dot
  %14 = fmul double %x1, %x2.dot
  %15 = fadd double %13, %14
  %16 = fadd double %12, %15
  %c = extractvalue { double, double } %r, 0
  %17 = insertvalue { double } poison, double %9, 0
  ret { double } %17
}

define { double, double, double, double } @p.cmul.0.rev(double %0, double %1, double %2, double %3, double %4) mustprogress {
prologue:
  %5 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %6

6:
  %r = call { double, double } @__muldc3(double %0, double %1, double %2, double %3)
  store { double, double } %r, ptr %5, align 8
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  store double -0.000000e+00, ptr %x3.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %7 = load { double, double }, ptr %5, align 8
  %8 = extractvalue { double, double } %7, 0
  %9 = extractvalue { double, double } %7, 1
  %10 = fmul double %2, %4
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  %13 = fneg double %4
  %14 = fmul double %3, %13
  %15 = load double, ptr %x1.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x1.bar
  %17 = fmul double %0, %4
  %18 = load double, ptr %x2.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x2.bar
  %20 = fneg double %4
  %21 = fmul double %1, %20
  %22 = load double, ptr %x3.bar
  %23 = fadd reassoc nsz contract double %22, %21
  store double %23, ptr %x3.bar
  br label %done

done:
  %24 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %25 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %26 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %27 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %28 = insertvalue { double, double, double, double } poison, double %24, 0
  %29 = insertvalue { double, double, double, double } %28, double %25, 1
  %30 = insertvalue { double, double, double, double } %29, double %26, 2
  %31 = insertvalue { double, double, double, double } %30, double %27, 3
  ret { double, double, double, double } %31
}

define { double } @p.cmul.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot, double %x3, double %x3.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @__muldc3(double %x0, double %x1, double %x2, double %x3)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x2, %x0.dot
  %4 = fmul double %x3, %x1.dot
  %5 = fsub double %3, %4
  %6 = fmul double %x0, %x2.dot
  %7 = fmul double %x1, %x3.dot
  %8 = fsub double %6, %7
  %9 = fadd double %5, %8
  %10 = fmul double %x2, %x1.dot
  %11 = fmul double %x3, %x0.dot
  %12 = fadd double %10, %11
  %13 = fmul double %x0, %x3.dot
  %14 = fmul double %x1, %x2.dot
  %15 = fadd double %13, %14
  %16 = fadd double %12, %15
  %c = extractvalue { double, double } %r, 1
  %17 = insertvalue { double } poison, double %16, 0
  ret { double } %17
}

define { double, double, double, double } @p.cmul.1.rev(double %0, double %1, double %2, double %3, double %4) mustprogress {
prologue:
  %5 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %6

6:
  %r = call { double, double } @__muldc3(double %0, double %1, double %2, double %3)
  store { double, double } %r, ptr %5, align 8
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  store double -0.000000e+00, ptr %x3.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %7 = load { double, double }, ptr %5, align 8
  %8 = extractvalue { double, double } %7, 0
  %9 = extractvalue { double, double } %7, 1
  %10 = fmul double %3, %4
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  %13 = fmul double %2, %4
  %14 = load double, ptr %x1.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x1.bar
  %16 = fmul double %1, %4
  %17 = load double, ptr %x2.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x2.bar
  %19 = fmul double %0, %4
  %20 = load double, ptr %x3.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x3.bar
  br label %done

done:
  %22 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %23 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %24 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %25 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %26 = insertvalue { double, double, double, double } poison, double %22, 0
  %27 = insertvalue { double, double, double, double } %26, double %23, 1
  %28 = insertvalue { double, double, double, double } %27, double %24, 2
  %29 = insertvalue { double, double, double, double } %28, double %25, 3
  ret { double, double, double, double } %29
}
