define { double } @p.pow.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.pow.f64(double %x0, double %x1)
  %1 = fcmp oeq double %x1, 0.000000e+00
  %2 = fsub double %x1, 1.000000e+00
  %3 = call double @llvm.pow.f64(double %x0, double %2)
  %4 = fmul double %x1, %3
  %5 = fmul double %4, %x0.dot
  %6 = select i1 %1, double 0.000000e+00, double %5
  %7 = fcmp oeq double %x0.dot, 0.000000e+00
  %8 = select i1 %7, double 0.000000e+00, double %6
  %9 = fcmp oeq double %r, 0.000000e+00
  %10 = call double @llvm.log.f64(double %x0)
  %11 = fmul double %r, %10
  %12 = fmul double %11, %x1.dot
  %13 = select i1 %9, double 0.000000e+00, double %12
  %14 = fcmp oeq double %x1.dot, 0.000000e+00
  %15 = select i1 %14, double 0.000000e+00, double %13
  %16 = fadd double %8, %15
  %17 = insertvalue { double } poison, double %16, 0
  ret { double } %17
}

define { double, double } @p.pow.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca double, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call double @llvm.pow.f64(double %0, double %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = fcmp oeq double %1, 0.000000e+00
  %6 = fsub double %1, 1.000000e+00
  %7 = call double @llvm.pow.f64(double %0, double %6)
  %8 = fmul double %1, %7
  %9 = fmul double %8, %2
  %10 = select i1 %5, double 0.000000e+00, double %9
  %11 = fcmp oeq double %2, 0.000000e+00
  %12 = select i1 %11, double 0.000000e+00, double %10
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = load double, ptr %3, align 8
  %16 = fcmp oeq double %15, 0.000000e+00
  %17 = call double @llvm.log.f64(double %0)
  %18 = fmul double %15, %17
  %19 = fmul double %18, %2
  %20 = select i1 %16, double 0.000000e+00, double %19
  %21 = fcmp oeq double %2, 0.000000e+00
  %22 = select i1 %21, double 0.000000e+00, double %20
  %23 = load double, ptr %x1.bar
  %24 = fadd reassoc nsz contract double %23, %22
  store double %24, ptr %x1.bar
  br label %done

done:
  %25 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %26 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %27 = insertvalue { double, double } poison, double %25, 0
  %28 = insertvalue { double, double } %27, double %26, 1
  ret { double, double } %28
}
