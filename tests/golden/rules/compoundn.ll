define { double } @p.compoundn.0.fwd(double %x0, double %x0.dot, i64 %x1) {
prologue:
  br label %0

0:
  %r = call double @compoundn(double %x0, i64 %x1)
  %1 = sitofp i64 %x1 to double
  %2 = fmul double %1, %r
  %3 = fadd double 1.000000e+00, %x0
  %4 = fdiv double %2, %3
  %5 = fmul double %4, %x0.dot
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double } @p.compoundn.0.rev(double %0, i64 %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @compoundn(double %0, i64 %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = sitofp i64 %1 to double
  %5 = fmul double %4, %r
  %6 = fadd double 1.000000e+00, %0
  %7 = fdiv double %5, %6
  %8 = fmul double %7, %2
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
