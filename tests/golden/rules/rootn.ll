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
  %3 = alloca double, align 8
  %x0.bar = alloca double
  br label %4

4:
  %r = call double @rootn(double %0, i64 %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 8
  %6 = sitofp i64 %1 to double
  %7 = fmul double %6, %0
  %8 = fdiv double %5, %7
  %9 = fmul double %8, %2
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
