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
  %4 = alloca double, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %5

5:
  %r = call double @remquo(double %0, double %1, ptr %3)
  store double %r, ptr %4, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %2
  store double %7, ptr %x0.bar
  %8 = load double, ptr %4, align 8
  %9 = fsub double %0, %8
  %10 = fdiv double %9, %1
  %11 = call double @llvm.roundeven.f64(double %10)
  %12 = fneg double %2
  %13 = fmul double %11, %12
  %14 = load double, ptr %x1.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x1.bar
  br label %done

done:
  %16 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %17 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %18 = insertvalue { double, double } poison, double %16, 0
  %19 = insertvalue { double, double } %18, double %17, 1
  ret { double, double } %19
}
