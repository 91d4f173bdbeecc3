define { double } @p.exp10.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.exp10.f64(double %x0)
  %1 = fmul double %r, 0x40026BB1BBB55516
  %2 = fmul double %1, %x0.dot
  %3 = insertvalue { double } poison, double %2, 0
  ret { double } %3
}

define { double } @p.exp10.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @llvm.exp10.f64(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fmul double %r, 0x40026BB1BBB55516
  %4 = fmul double %3, %1
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %4
  store double %6, ptr %x0.bar
  br label %done

done:
  %7 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}
