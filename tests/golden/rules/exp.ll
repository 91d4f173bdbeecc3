define { double } @p.exp.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.exp.f64(double %x0)
  %1 = fmul double %r, %x0.dot
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double } @p.exp.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @llvm.exp.f64(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fmul double %r, %1
  %4 = load double, ptr %x0.bar
  %5 = fadd reassoc nsz contract double %4, %3
  store double %5, ptr %x0.bar
  br label %done

done:
  %6 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}
