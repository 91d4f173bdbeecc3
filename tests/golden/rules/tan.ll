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
  %2 = alloca double, align 8
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @llvm.tan.f64(double %0)
  store double %r, ptr %2, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %2, align 8
  %5 = fmul double %4, %4
  %6 = fadd double 1.000000e+00, %5
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
