define { double } @p.rootn.0.fwd(double %x0, double %x0.dot, i64 %x1) {
prologue:
  br label %0

0:
  %r = call double @rootn(double %x0, i64 %x1)
  %1 = sitofp i64 %x1 to double
  %2 = fmul double %1, %x0
  %3 = fdiv double %r, %2
  %4 = fmul double %3, %x0.dot
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double } @p.rootn.0.rev(double %0, i64 %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @rootn(double %0, i64 %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = sitofp i64 %1 to double
  %5 = fmul double %4, %0
  %6 = fdiv double %r, %5
  %7 = fmul double %6, %2
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
