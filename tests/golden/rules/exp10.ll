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
  %2 = alloca double, align 8
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @llvm.exp10.f64(double %0)
  store double %r, ptr %2, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %2, align 8
  %5 = fmul double %4, 0x40026BB1BBB55516
  %6 = fmul double %5, %1
  %7 = load double, ptr %x0.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x0.bar
  br label %done

done:
  %9 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %10 = insertvalue { double } poison, double %9, 0
  ret { double } %10
}
