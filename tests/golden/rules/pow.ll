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
  %8 = fcmp uno double %6, %6
  %9 = and i1 %7, %8
  %10 = select i1 %9, double 0.000000e+00, double %6
  %11 = fcmp oeq double %r, 0.000000e+00
  %12 = call double @llvm.log.f64(double %x0)
  %13 = fmul double %r, %12
  %14 = fmul double %13, %x1.dot
  %15 = select i1 %11, double 0.000000e+00, double %14
  %16 = fcmp oeq double %x1.dot, 0.000000e+00
  %17 = fcmp uno double %15, %15
  %18 = and i1 %16, %17
  %19 = select i1 %18, double 0.000000e+00, double %15
  %20 = fadd double %10, %19
  %21 = insertvalue { double } poison, double %20, 0
  ret { double } %21
}

define { double, double } @p.pow.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @llvm.pow.f64(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fcmp oeq double %1, 0.000000e+00
  %5 = fsub double %1, 1.000000e+00
  %6 = call double @llvm.pow.f64(double %0, double %5)
  %7 = fmul double %1, %6
  %8 = fmul double %7, %2
  %9 = select i1 %4, double 0.000000e+00, double %8
  %10 = fcmp oeq double %2, 0.000000e+00
  %11 = fcmp uno double %9, %9
  %12 = and i1 %10, %11
  %13 = select i1 %12, double 0.000000e+00, double %9
  %14 = load double, ptr %x0.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x0.bar
  %16 = fcmp oeq double %r, 0.000000e+00
  %17 = call double @llvm.log.f64(double %0)
  %18 = fmul double %r, %17
  %19 = fmul double %18, %2
  %20 = select i1 %16, double 0.000000e+00, double %19
  %21 = fcmp oeq double %2, 0.000000e+00
  %22 = fcmp uno double %20, %20
  %23 = and i1 %21, %22
  %24 = select i1 %23, double 0.000000e+00, double %20
  %25 = load double, ptr %x1.bar
  %26 = fadd reassoc nsz contract double %25, %24
  store double %26, ptr %x1.bar
  br label %done

done:
  %27 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %28 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %29 = insertvalue { double, double } poison, double %27, 0
  %30 = insertvalue { double, double } %29, double %28, 1
  ret { double, double } %30
}
