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
  %2 = alloca double, align 8
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @erfinv(double %0)
  store double %r, ptr %2, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fdiv double 0x3FFC5BF891B4EF6B, 2.000000e+00
  %5 = load double, ptr %2, align 8
  %6 = fmul double %5, %5
  %7 = call double @llvm.exp.f64(double %6)
  %8 = fmul double %4, %7
  %9 = fmul double %8, %1
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
