define { double } @p.erfc.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @erfc(double %x0)
  %1 = fdiv double 2.000000e+00, 0x3FFC5BF891B4EF6B
  %2 = fmul double %x0, %x0
  %3 = fneg double %2
  %4 = call double @llvm.exp.f64(double %3)
  %5 = fmul double %1, %4
  %6 = fmul double %5, %x0.dot
  %7 = fneg double %6
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}

define { double } @p.erfc.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @erfc(double %0)
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
  %8 = fneg double %1
  %9 = fmul double %7, %8
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
