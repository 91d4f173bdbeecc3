define { double } @p.erfinv.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @erfinv(double %x0)
  %1 = fdiv double 0x3FFC5BF891B4EF6B, 2.000000e+00
  %2 = fmul double %r, %r
  %3 = call double @llvm.exp.f64(double %2)
  %4 = fmul double %1, %3
  %5 = fmul double %4, %x0.dot
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double } @p.erfinv.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @erfinv(double %0)
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
  %7 = fmul double %6, %1
  %8 = load double, ptr %x0.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %x0.bar
  br label %done

done:
  %10 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %11 = insertvalue { double } poison, double %10, 0
  ret { double } %11
}
