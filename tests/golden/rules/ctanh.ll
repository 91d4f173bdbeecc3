define { double } @p.ctanh.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @ctanh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %1
  %4 = fmul double %2, %2
  %5 = fsub double %3, %4
  %6 = fsub double 1.000000e+00, %5
  %7 = fmul double %6, %x0.dot
  %8 = fmul double %1, %2
  %9 = fmul double %2, %1
  %10 = fadd double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %x1.dot
  %13 = fsub double %7, %12
  %14 = fmul double %1, %1
  %15 = fmul double %2, %2
  %16 = fsub double %14, %15
  %17 = fsub double 1.000000e+00, %16
  %18 = fmul double %17, %x1.dot
  %19 = fmul double %1, %2
  %20 = fmul double %2, %1
  %21 = fadd double %19, %20
  %22 = fneg double %21
  %23 = fmul double %22, %x0.dot
  %24 = fadd double %18, %23
  %c = extractvalue { double, double } %r, 0
  %25 = insertvalue { double } poison, double %13, 0
  ret { double } %25
}

define { double, double } @p.ctanh.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @ctanh(double %0, double %1)
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
  %6 = fmul double %4, %4
  %7 = fmul double %5, %5
  %8 = fsub double %6, %7
  %9 = fsub double 1.000000e+00, %8
  %10 = fmul double %9, %2
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  %13 = fmul double %4, %5
  %14 = fmul double %5, %4
  %15 = fadd double %13, %14
  %16 = fneg double %15
  %17 = fneg double %2
  %18 = fmul double %16, %17
  %19 = load double, ptr %x1.bar
  %20 = fadd reassoc nsz contract double %19, %18
  store double %20, ptr %x1.bar
  br label %done

done:
  %21 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %22 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %23 = insertvalue { double, double } poison, double %21, 0
  %24 = insertvalue { double, double } %23, double %22, 1
  ret { double, double } %24
}

define { double } @p.ctanh.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @ctanh(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %1
  %4 = fmul double %2, %2
  %5 = fsub double %3, %4
  %6 = fsub double 1.000000e+00, %5
  %7 = fmul double %6, %x0.dot
  %8 = fmul double %1, %2
  %9 = fmul double %2, %1
  %10 = fadd double %8, %9
  %11 = fneg double %10
  %12 = fmul double %11, %x1.dot
  %13 = fsub double %7, %12
  %14 = fmul double %1, %1
  %15 = fmul double %2, %2
  %16 = fsub double %14, %15
  %17 = fsub double 1.000000e+00, %16
  %18 = fmul double %17, %x1.dot
  %19 = fmul double %1, %2
  %20 = fmul double %2, %1
  %21 = fadd double %19, %20
  %22 = fneg double %21
  %23 = fmul double %22, %x0.dot
  %24 = fadd double %18, %23
  %c = extractvalue { double, double } %r, 1
  %25 = insertvalue { double } poison, double %24, 0
  ret { double } %25
}

define { double, double } @p.ctanh.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @ctanh(double %0, double %1)
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
  %6 = fmul double %4, %5
  %7 = fmul double %5, %4
  %8 = fadd double %6, %7
  %9 = fneg double %8
  %10 = fmul double %9, %2
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  %13 = fmul double %4, %4
  %14 = fmul double %5, %5
  %15 = fsub double %13, %14
  %16 = fsub double 1.000000e+00, %15
  %17 = fmul double %16, %2
  %18 = load double, ptr %x1.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x1.bar
  br label %done

done:
  %20 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %21 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %22 = insertvalue { double, double } poison, double %20, 0
  %23 = insertvalue { double, double } %22, double %21, 1
  ret { double, double } %23
}
