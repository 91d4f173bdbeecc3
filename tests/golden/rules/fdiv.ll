define { double } @p.fdiv.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = fdiv double %x0, %x1
  %1 = fmul double %r, %x1.dot
  %2 = fsub double %x0.dot, %1
  %3 = fdiv double %2, %x1
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double, double } @p.fdiv.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca double, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = fdiv double %0, %1
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = fdiv double %2, %1
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %x0.bar
  %8 = load double, ptr %3, align 8
  %9 = fdiv double %2, %1
  %10 = fneg double %9
  %11 = fmul double %8, %10
  %12 = load double, ptr %x1.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x1.bar
  br label %done

done:
  %14 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %15 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %16 = insertvalue { double, double } poison, double %14, 0
  %17 = insertvalue { double, double } %16, double %15, 1
  ret { double, double } %17
}
