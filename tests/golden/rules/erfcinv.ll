define { double } @p.erfcinv.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @erfcinv(double %x0)
  %1 = fdiv double 0x3FFC5BF891B4EF6B, 2.000000e+00
  %2 = fmul double %r, %r
  %3 = call double @llvm.exp.f64(double %2)
  %4 = fmul double %1, %3
  %5 = fmul double %4, %x0.dot
  %6 = fneg double %5
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}

define { double } @p.erfcinv.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @erfcinv(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fdiv double 0x3FFC5BF891B4EF6B, 2.000000e+00
  %4 = fmul double %r, %r
  %5 = call double @llvm.exp.f64(double %4)
  %6 = fmul double %3, %5
  %7 = fneg double %1
  %8 = fmul double %6, %7
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
