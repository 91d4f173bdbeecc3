define { double } @p.asinpi.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @asinpi(double %x0)
  %1 = fsub double 1.000000e+00, %x0
  %2 = fadd double 1.000000e+00, %x0
  %3 = fmul double %1, %2
  %4 = call double @llvm.sqrt.f64(double %3)
  %5 = fmul double 0x400921FB54442D18, %4
  %6 = fdiv double %x0.dot, %5
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}

define { double } @p.asinpi.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @asinpi(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fsub double 1.000000e+00, %0
  %4 = fadd double 1.000000e+00, %0
  %5 = fmul double %3, %4
  %6 = call double @llvm.sqrt.f64(double %5)
  %7 = fmul double 0x400921FB54442D18, %6
  %8 = fdiv double %1, %7
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  br label %done

done:
  %11 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %12 = insertvalue { double } poison, double %11, 0
  ret { double } %12
}
