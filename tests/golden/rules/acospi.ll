define { double } @p.acospi.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @acospi(double %x0)
  %1 = fsub double 1.000000e+00, %x0
  %2 = fadd double 1.000000e+00, %x0
  %3 = fmul double %1, %2
  %4 = call double @llvm.sqrt.f64(double %3)
  %5 = fmul double 0x400921FB54442D18, %4
  %6 = fdiv double %x0.dot, %5
  %7 = fneg double %6
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}

define { double } @p.acospi.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @acospi(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fneg double %1
  %4 = fsub double 1.000000e+00, %0
  %5 = fadd double 1.000000e+00, %0
  %6 = fmul double %4, %5
  %7 = call double @llvm.sqrt.f64(double %6)
  %8 = fmul double 0x400921FB54442D18, %7
  %9 = fdiv double %3, %8
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  br label %done

done:
  %12 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %13 = insertvalue { double } poison, double %12, 0
  ret { double } %13
}
