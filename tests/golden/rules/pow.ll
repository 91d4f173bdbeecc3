define { double } @p.pow.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.pow.f64(double %x0, double %x1)
  %1 = fcmp oeq double %x1, 0.000000e+00
  %2 = fsub double %x1, 1.000000e+00
  %3 = call double @llvm.pow.f64(double %x0, double %2)
  %4 = fmul double %x1, %3
  %5 = fcmp uno double %4, %4
  %6 = and i1 %1, %5
  %7 = fmul double %4, %x0.dot
  %8 = select i1 %6, double 0.000000e+00, double %7
  %9 = fcmp oeq double %x0.dot, 0.000000e+00
  %10 = fcmp uno double %8, %8, !rz.lost !{}
  %11 = and i1 %9, %10
  %12 = select i1 %11, double 0.000000e+00, double %8
  %13 = fcmp oeq double %r, 0.000000e+00
  %14 = call double @llvm.log.f64(double %x0)
  %15 = fmul double %r, %14
  %16 = fmul double %15, %x1.dot
  %17 = select i1 %13, double 0.000000e+00, double %16
  %18 = fcmp oeq double %x1.dot, 0.000000e+00
  %19 = fcmp uno double %17, %17, !rz.lost !{}
  %20 = and i1 %18, %19
  %21 = select i1 %20, double 0.000000e+00, double %17
  %22 = fadd double %12, %21
  %23 = insertvalue { double } poison, double %22, 0
  ret { double } %23
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
  %5 = call double @rz.lower_power.f64(double %0, double %1, double %r)
  %6 = fmul double %1, %5
  %7 = fcmp uno double %6, %6
  %8 = and i1 %4, %7
  %9 = fmul double %6, %2
  %10 = select i1 %8, double 0.000000e+00, double %9
  %11 = fcmp oeq double %2, 0.000000e+00
  %12 = fcmp uno double %10, %10, !rz.lost !{}
  %13 = and i1 %11, %12
  %14 = select i1 %13, double 0.000000e+00, double %10
  %15 = load double, ptr %x0.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x0.bar
  %17 = fcmp oeq double %r, 0.000000e+00
  %18 = call double @llvm.log.f64(double %0)
  %19 = fmul double %r, %18
  %20 = fmul double %19, %2
  %21 = select i1 %17, double 0.000000e+00, double %20
  %22 = fcmp oeq double %2, 0.000000e+00
  %23 = fcmp uno double %21, %21, !rz.lost !{}
  %24 = and i1 %22, %23
  %25 = select i1 %24, double 0.000000e+00, double %21
  %26 = load double, ptr %x1.bar
  %27 = fadd reassoc nsz contract double %26, %25
  store double %27, ptr %x1.bar
  br label %done

done:
  %28 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %29 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %30 = insertvalue { double, double } poison, double %28, 0
  %31 = insertvalue { double, double } %30, double %29, 1
  ret { double, double } %31
}
