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
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @carg(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fmul double %0, %0
  %5 = fmul double %1, %1
  %6 = fadd double %4, %5
  %7 = fdiv double %2, %6
  %8 = fneg double %7
  %9 = fmul double %1, %8
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  %12 = fmul double %0, %0
  %13 = fmul double %1, %1
  %14 = fadd double %12, %13
  %15 = fdiv double %2, %14
  %16 = fmul double %0, %15
  %17 = load double, ptr %x1.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x1.bar
  br label %done

done:
  %19 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %20 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %21 = insertvalue { double, double } poison, double %19, 0
  %22 = insertvalue { double, double } %21, double %20, 1
  ret { double, double } %22
}
