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
  %3 = alloca double, align 8
  %x0.bar = alloca double
  br label %4

4:
  %r = call double @compoundn(double %0, i64 %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = sitofp i64 %1 to double
  %6 = load double, ptr %3, align 8
  %7 = fmul double %5, %6
  %8 = fadd double 1.000000e+00, %0
  %9 = fdiv double %7, %8
  %10 = fmul double %9, %2
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  br label %done

done:
  %13 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %14 = insertvalue { double } poison, double %13, 0
  ret { double } %14
}
