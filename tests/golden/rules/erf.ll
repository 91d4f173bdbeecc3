define { double } @p.erf.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @erf(double %x0)
  %1 = fdiv double 2.000000e+00, 0x3FFC5BF891B4EF6B
  %2 = fmul double %x0, %x0
  %3 = fneg double %2
  %4 = call double @llvm.exp.f64(double %3)
  %5 = fmul double %1, %4
  %6 = fmul double %5, %x0.dot
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}

define { double } @p.erf.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @erf(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fdiv double 2.000000e+00, 0x3FFC5BF891B4EF6B
  %4 = fmul double %0, %0
  %5 = fneg double %4
  %6 = call double @llvm.exp.f64(double %5)
  %7 = fmul double %3, %6
  %8 = fmul double %7, %1
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
