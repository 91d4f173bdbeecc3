define { double } @p.remquo.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %p1 = alloca i32, align 16
  %r = call double @remquo(double %x0, double %x1, ptr %p1)
  %1 = fsub double %x0, %r
  %2 = fdiv double %1, %x1
  %3 = call double @llvm.roundeven.f64(double %2)
  %4 = fmul double %3, %x1.dot
  %5 = fsub double %x0.dot, %4
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}

define { double, double } @p.remquo.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca i32, align 16
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call double @remquo(double %0, double %1, ptr %3)
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
  %7 = fsub double %0, %r
  %8 = fdiv double %7, %1
  %9 = call double @llvm.roundeven.f64(double %8)
  %10 = fneg double %2
  %11 = fmul double %9, %10
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
