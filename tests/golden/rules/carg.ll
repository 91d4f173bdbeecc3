define { double } @p.carg.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @carg(double %x0, double %x1)
  %1 = fmul double %x0, %x1.dot
  %2 = fmul double %x1, %x0.dot
  %3 = fsub double %1, %2
  %4 = fmul double %x0, %x0
  %5 = fmul double %x1, %x1
  %6 = fadd double %4, %5
  %7 = fdiv double %3, %6
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}

define { double, double } @p.carg.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca double, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call double @carg(double %0, double %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 8
  %6 = fmul double %0, %0
  %7 = fmul double %1, %1
  %8 = fadd double %6, %7
  %9 = fdiv double %2, %8
  %10 = fneg double %9
  %11 = fmul double %1, %10
  %12 = load double, ptr %x0.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x0.bar
  %14 = fmul double %0, %0
  %15 = fmul double %1, %1
  %16 = fadd double %14, %15
  %17 = fdiv double %2, %16
  %18 = fmul double %0, %17
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
