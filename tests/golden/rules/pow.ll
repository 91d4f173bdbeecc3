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
  %12 = fcmp uno double %10, %10
  %13 = and i1 %11, %12
  %14 = select i1 %13, double 0.000000e+00, double %10
  %15 = load double, ptr %x0.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x0.bar
  %17 = load double, ptr %3, align 8
  %18 = fcmp oeq double %17, 0.000000e+00
  %19 = call double @llvm.log.f64(double %0)
  %20 = fmul double %17, %19
  %21 = fmul double %20, %2
  %22 = select i1 %18, double 0.000000e+00, double %21
  %23 = fcmp oeq double %2, 0.000000e+00
  %24 = fcmp uno double %22, %22
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
