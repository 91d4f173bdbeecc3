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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @clog(double %0, double %1)
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
  %6 = fmul double %0, %0
  %7 = fmul double %1, %1
  %8 = fadd double %6, %7
  %9 = fdiv double %0, %8
  %10 = fmul double %9, %2
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  %13 = fmul double %0, %0
  %14 = fmul double %1, %1
  %15 = fadd double %13, %14
  %16 = fdiv double %1, %15
  %17 = fneg double %16
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @clog(double %0, double %1)
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
  %6 = fmul double %0, %0
  %7 = fmul double %1, %1
  %8 = fadd double %6, %7
  %9 = fdiv double %1, %8
  %10 = fneg double %9
  %11 = fmul double %10, %2
  %12 = load double, ptr %x0.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x0.bar
  %14 = fmul double %0, %0
  %15 = fmul double %1, %1
  %16 = fadd double %14, %15
  %17 = fdiv double %0, %16
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
