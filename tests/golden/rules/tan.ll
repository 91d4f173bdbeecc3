define { double } @p.tan.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.tan.f64(double %x0)
  %1 = fmul double %r, %r
  %2 = fadd double 1.000000e+00, %1
  %3 = fmul double %2, %x0.dot
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double } @p.tan.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @llvm.tan.f64(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fmul double %r, %r
  %4 = fadd double 1.000000e+00, %3
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
