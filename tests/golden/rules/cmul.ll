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
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %5

5:
  %r = call { double, double } @__muldc3(double %0, double %1, double %2, double %3)
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
  %6 = extractvalue { double, double } %r, 0
  %7 = extractvalue { double, double } %r, 1
  %8 = fmul double %2, %4
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  %11 = fneg double %4
  %12 = fmul double %3, %11
  %13 = load double, ptr %x1.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x1.bar
  %15 = fmul double %0, %4
  %16 = load double, ptr %x2.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x2.bar
  %18 = fneg double %4
  %19 = fmul double %1, %18
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %5

5:
  %r = call { double, double } @__muldc3(double %0, double %1, double %2, double %3)
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
  %6 = extractvalue { double, double } %r, 0
  %7 = extractvalue { double, double } %r, 1
  %8 = fmul double %3, %4
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  %11 = fmul double %2, %4
  %12 = load double, ptr %x1.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x1.bar
  %14 = fmul double %1, %4
  %15 = load double, ptr %x2.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x2.bar
  %17 = fmul double %0, %4
  %18 = load double, ptr %x3.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x3.bar
  br label %done

done:
  %20 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %21 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %22 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %23 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %24 = insertvalue { double, double, double, double } poison, double %20, 0
  %25 = insertvalue { double, double, double, double } %24, double %21, 1
  %26 = insertvalue { double, double, double, double } %25, double %22, 2
  %27 = insertvalue { double, double, double, double } %26, double %23, 3
  ret { double, double, double, double } %27
}
