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
  %2 = alloca double, align 8
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @llvm.exp.f64(double %0)
  store double %r, ptr %2, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %2, align 8
  %5 = fmul double %4, %1
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %x0.bar
  br label %done

done:
  %8 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %9 = insertvalue { double } poison, double %8, 0
  ret { double } %9
}
