define { double } @p.remainder.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @remainder(double %x0, double %x1)
  %1 = fsub double %x0, %r
  %2 = fdiv double %1, %x1
  %3 = call double @llvm.roundeven.f64(double %2)
  %4 = fmul double %3, %x1.dot
  %5 = fsub double %x0.dot, %4
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double, double } @p.remainder.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca double, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call double @remainder(double %0, double %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %2
  store double %6, ptr %x0.bar
  %7 = load double, ptr %3, align 8
  %8 = fsub double %0, %7
  %9 = fdiv double %8, %1
  %10 = call double @llvm.roundeven.f64(double %9)
  %11 = fneg double %2
  %12 = fmul double %10, %11
  %13 = load double, ptr %x1.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x1.bar
  br label %done

done:
  %15 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %16 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %17 = insertvalue { double, double } poison, double %15, 0
  %18 = insertvalue { double, double } %17, double %16, 1
  ret { double, double } %18
}
