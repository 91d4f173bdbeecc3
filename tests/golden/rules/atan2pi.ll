define { double } @p.atan2pi.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @atan2pi(double %x0, double %x1)
  %1 = fmul double %x1, %x0.dot
  %2 = fmul double %x0, %x1.dot
  %3 = fsub double %1, %2
  %4 = fmul double %x0, %x0
  %5 = fmul double %x1, %x1
  %6 = fadd double %4, %5
  %7 = fmul double 0x400921FB54442D18, %6
  %8 = fdiv double %3, %7
  %9 = insertvalue { double } poison, double %8, 0
  ret { double } %9
}

define { double, double } @p.atan2pi.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @atan2pi(double %0, double %1)
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
  %7 = fmul double 0x400921FB54442D18, %6
  %8 = fdiv double %2, %7
  %9 = fmul double %1, %8
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  %12 = fmul double %0, %0
  %13 = fmul double %1, %1
  %14 = fadd double %12, %13
  %15 = fmul double 0x400921FB54442D18, %14
  %16 = fdiv double %2, %15
  %17 = fneg double %16
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
