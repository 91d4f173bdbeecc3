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
  %9 = fcmp uno double %8, %8
  %10 = and i1 %5, %9
  %11 = fmul double %8, %2
  %12 = select i1 %10, double 0.000000e+00, double %11
  %13 = fcmp oeq double %2, 0.000000e+00
  %14 = fcmp uno double %12, %12, !rz.lost !{}
  %15 = and i1 %13, %14
  %16 = select i1 %15, double 0.000000e+00, double %12
  %17 = load double, ptr %x0.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x0.bar
  %19 = load double, ptr %3, align 8
  %20 = fcmp oeq double %19, 0.000000e+00
  %21 = call double @llvm.log.f64(double %0)
  %22 = fmul double %19, %21
  %23 = fmul double %22, %2
  %24 = select i1 %20, double 0.000000e+00, double %23
  %25 = fcmp oeq double %2, 0.000000e+00
  %26 = fcmp uno double %24, %24, !rz.lost !{}
  %27 = and i1 %25, %26
  %28 = select i1 %27, double 0.000000e+00, double %24
  %29 = load double, ptr %x1.bar
  %30 = fadd reassoc nsz contract double %29, %28
  store double %30, ptr %x1.bar
  br label %done

done:
  %31 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %32 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %33 = insertvalue { double, double } poison, double %31, 0
  %34 = insertvalue { double, double } %33, double %32, 1
  ret { double, double } %34
}
