define { double } @p.clog.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @clog(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x0, %x0
  %4 = fmul double %x1, %x1
  %5 = fadd double %3, %4
  %6 = fdiv double %x0, %5
  %7 = fmul double %6, %x0.dot
  %8 = fdiv double %x1, %5
  %9 = fneg double %8
  %10 = fmul double %9, %x1.dot
  %11 = fsub double %7, %10
  %12 = fmul double %x0, %x0
  %13 = fmul double %x1, %x1
  %14 = fadd double %12, %13
  %15 = fdiv double %x0, %14
  %16 = fmul double %15, %x1.dot
  %17 = fdiv double %x1, %14
  %18 = fneg double %17
  %19 = fmul double %18, %x0.dot
  %20 = fadd double %16, %19
  %c = extractvalue { double, double } %r, 0
  %21 = insertvalue { double } poison, double %11, 0
  ret { double } %21
}

define { double, double } @p.clog.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @clog(double %0, double %1)
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
  %10 = fadd double %8, %9
  %11 = fdiv double %0, %10
  %12 = fmul double %11, %2
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = fmul double %0, %0
  %16 = fmul double %1, %1
  %17 = fadd double %15, %16
  %18 = fdiv double %1, %17
  %19 = fneg double %18
  %20 = fneg double %2
  %21 = fmul double %19, %20
  %22 = load double, ptr %x1.bar
  %23 = fadd reassoc nsz contract double %22, %21
  store double %23, ptr %x1.bar
  br label %done

done:
  %24 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %25 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %26 = insertvalue { double, double } poison, double %24, 0
  %27 = insertvalue { double, double } %26, double %25, 1
  ret { double, double } %27
}

define { double } @p.clog.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @clog(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %x0, %x0
  %4 = fmul double %x1, %x1
  %5 = fadd double %3, %4
  %6 = fdiv double %x0, %5
  %7 = fmul double %6, %x0.dot
  %8 = fdiv double %x1, %5
  %9 = fneg double %8
  %10 = fmul double %9, %x1.dot
  %11 = fsub double %7, %10
  %12 = fmul double %x0, %x0
  %13 = fmul double %x1, %x1
  %14 = fadd double %12, %13
  %15 = fdiv double %x0, %14
  %16 = fmul double %15, %x1.dot
  %17 = fdiv double %x1, %14
  %18 = fneg double %17
  %19 = fmul double %18, %x0.dot
  %20 = fadd double %16, %19
  %c = extractvalue { double, double } %r, 1
  %21 = insertvalue { double } poison, double %20, 0
  ret { double } %21
}

define { double, double } @p.clog.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @clog(double %0, double %1)
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
  %8 = fmul double %0, %0
  %9 = fmul double %1, %1
  %10 = fadd double %8, %9
  %11 = fdiv double %1, %10
  %12 = fneg double %11
  %13 = fmul double %12, %2
  %14 = load double, ptr %x0.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x0.bar
  %16 = fmul double %0, %0
  %17 = fmul double %1, %1
  %18 = fadd double %16, %17
  %19 = fdiv double %0, %18
  %20 = fmul double %19, %2
  %21 = load double, ptr %x1.bar
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %x1.bar
  br label %done

done:
  %23 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %24 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %25 = insertvalue { double, double } poison, double %23, 0
  %26 = insertvalue { double, double } %25, double %24, 1
  ret { double, double } %26
}
