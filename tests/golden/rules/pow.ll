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
  %5 = fsub double %1, 1.000000e+00
  %6 = call double @llvm.pow.f64(double %0, double %5)
  %7 = fmul double %1, %6
  %8 = fcmp uno double %7, %7
  %9 = and i1 %4, %8
  %10 = fmul double %7, %2
  %11 = select i1 %9, double 0.000000e+00, double %10
  %12 = fcmp oeq double %2, 0.000000e+00
  %13 = fcmp uno double %11, %11, !rz.lost !{}
  %14 = and i1 %12, %13
  %15 = select i1 %14, double 0.000000e+00, double %11
  %16 = load double, ptr %x0.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x0.bar
  %18 = fcmp oeq double %r, 0.000000e+00
  %19 = call double @llvm.log.f64(double %0)
  %20 = fmul double %r, %19
  %21 = fmul double %20, %2
  %22 = select i1 %18, double 0.000000e+00, double %21
  %23 = fcmp oeq double %2, 0.000000e+00
  %24 = fcmp uno double %22, %22, !rz.lost !{}
  %25 = and i1 %23, %24
  %26 = select i1 %25, double 0.000000e+00, double %22
  %27 = load double, ptr %x1.bar
  %28 = fadd reassoc nsz contract double %27, %26
  store double %28, ptr %x1.bar
  br label %done

done:
  %29 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %30 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %31 = insertvalue { double, double } poison, double %29, 0
  %32 = insertvalue { double, double } %31, double %30, 1
  ret { double, double } %32
}
