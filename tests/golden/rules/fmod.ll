define { double } @p.fmod.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @fmod(double %x0, double %x1)
  %1 = fsub double %x0, %r
  %2 = fdiv double %1, %x1
  %3 = call double @llvm.roundeven.f64(double %2)
  %4 = fmul double %3, %x1.dot
  %5 = fsub double %x0.dot, %4
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double, double } @p.fmod.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @fmod(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %x0.bar
  %5 = fadd reassoc nsz contract double %4, %2
  store double %5, ptr %x0.bar
  %6 = fsub double %0, %r
  %7 = fdiv double %6, %1
  %8 = call double @llvm.roundeven.f64(double %7)
  %9 = fneg double %2
  %10 = fmul double %8, %9
  %11 = load double, ptr %x1.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x1.bar
  br label %done

done:
  %13 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %14 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %15 = insertvalue { double, double } poison, double %13, 0
  %16 = insertvalue { double, double } %15, double %14, 1
  ret { double, double } %16
}
