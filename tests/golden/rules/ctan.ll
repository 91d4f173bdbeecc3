define { double } @p.ctan.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @ctan(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %1
  %4 = fmul double %2, %2
  %5 = fsub double %3, %4
  %6 = fadd double 1.000000e+00, %5
  %7 = fmul double %6, %x0.dot
  %8 = fmul double %1, %2
  %9 = fmul double %2, %1
  %10 = fadd double %8, %9
  %11 = fmul double %10, %x1.dot
  %12 = fsub double %7, %11
  %13 = fmul double %1, %1
  %14 = fmul double %2, %2
  %15 = fsub double %13, %14
  %16 = fadd double 1.000000e+00, %15
  %17 = fmul double %16, %x1.dot
  %18 = fmul double %1, %2
  %19 = fmul double %2, %1
  %20 = fadd double %18, %19
  %21 = fmul double %20, %x0.dot
  %22 = fadd double %17, %21
  %c = extractvalue { double, double } %r, 0
  %23 = insertvalue { double } poison, double %12, 0
  ret { double } %23
}

define { double, double } @p.ctan.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @ctan(double %0, double %1)
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
  %8 = fmul double %6, %6
  %9 = fmul double %7, %7
  %10 = fsub double %8, %9
  %11 = fadd double 1.000000e+00, %10
  %12 = fmul double %11, %2
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = fmul double %6, %7
  %16 = fmul double %7, %6
  %17 = fadd double %15, %16
  %18 = fneg double %2
  %19 = fmul double %17, %18
  %20 = load double, ptr %x1.bar
  %21 = fadd reassoc nsz contract double %20, %19
  store double %21, ptr %x1.bar
  br label %done

done:
  %22 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %23 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %24 = insertvalue { double, double } poison, double %22, 0
  %25 = insertvalue { double, double } %24, double %23, 1
  ret { double, double } %25
}

define { double } @p.ctan.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @ctan(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %1
  %4 = fmul double %2, %2
  %5 = fsub double %3, %4
  %6 = fadd double 1.000000e+00, %5
  %7 = fmul double %6, %x0.dot
  %8 = fmul double %1, %2
  %9 = fmul double %2, %1
  %10 = fadd double %8, %9
  %11 = fmul double %10, %x1.dot
  %12 = fsub double %7, %11
  %13 = fmul double %1, %1
  %14 = fmul double %2, %2
  %15 = fsub double %13, %14
  %16 = fadd double 1.000000e+00, %15
  %17 = fmul double %16, %x1.dot
  %18 = fmul double %1, %2
  %19 = fmul double %2, %1
  %20 = fadd double %18, %19
  %21 = fmul double %20, %x0.dot
  %22 = fadd double %17, %21
  %c = extractvalue { double, double } %r, 1
  %23 = insertvalue { double } poison, double %22, 0
  ret { double } %23
}

define { double, double } @p.ctan.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @ctan(double %0, double %1)
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
  %8 = fmul double %6, %7
  %9 = fmul double %7, %6
  %10 = fadd double %8, %9
  %11 = fmul double %10, %2
  %12 = load double, ptr %x0.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x0.bar
  %14 = fmul double %6, %6
  %15 = fmul double %7, %7
  %16 = fsub double %14, %15
  %17 = fadd double 1.000000e+00, %16
  %18 = fmul double %17, %2
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
