define { double } @p.lower_power.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot) {
prologue:
  br label %0

0:
  %r = call double @rz.lower_power.f64(double %x0, double %x1, double %x2)
  %1 = call double @llvm.fabs.f64(double %x2)
  %2 = fcmp ogt double %1, 1.000000e-300
  %3 = fsub double %x2, %x2
  %4 = fcmp oeq double %3, 0.000000e+00
  %5 = and i1 %2, %4
  %6 = fmul double %r, %x0.dot
  %7 = fneg double %6
  %8 = fdiv double %7, %x0
  %9 = fcmp oeq double %x1, 1.000000e+00
  %10 = fsub double %x1, 1.000000e+00
  %11 = fsub double %x1, 2.000000e+00
  %12 = call double @llvm.pow.f64(double %x0, double %11)
  %13 = fmul double %10, %12
  %14 = fcmp uno double %13, %13
  %15 = and i1 %9, %14
  %16 = fmul double %13, %x0.dot
  %17 = select i1 %15, double 0.000000e+00, double %16
  %18 = select i1 %5, double %8, double %17
  %19 = fcmp oeq double %x0.dot, 0.000000e+00
  %20 = fcmp uno double %18, %18, !rz.lost !{}
  %21 = and i1 %19, %20
  %22 = select i1 %21, double 0.000000e+00, double %18
  %23 = call double @llvm.fabs.f64(double %x2)
  %24 = fcmp ogt double %23, 1.000000e-300
  %25 = fsub double %x2, %x2
  %26 = fcmp oeq double %25, 0.000000e+00
  %27 = and i1 %24, %26
  %28 = fcmp oeq double %r, 0.000000e+00
  %29 = call double @llvm.log.f64(double %x0)
  %30 = fmul double %r, %29
  %31 = fmul double %30, %x1.dot
  %32 = select i1 %28, double 0.000000e+00, double %31
  %33 = select i1 %27, double 0.000000e+00, double %32
  %34 = fcmp oeq double %x1.dot, 0.000000e+00
  %35 = fcmp uno double %33, %33, !rz.lost !{}
  %36 = and i1 %34, %35
  %37 = select i1 %36, double 0.000000e+00, double %33
  %38 = call double @llvm.fabs.f64(double %x2)
  %39 = fcmp ogt double %38, 1.000000e-300
  %40 = fsub double %x2, %x2
  %41 = fcmp oeq double %40, 0.000000e+00
  %42 = and i1 %39, %41
  %43 = fdiv double %x2.dot, %x0
  %44 = select i1 %42, double %43, double 0.000000e+00
  %45 = fcmp oeq double %x2.dot, 0.000000e+00
  %46 = fcmp uno double %44, %44, !rz.lost !{}
  %47 = and i1 %45, %46
  %48 = select i1 %47, double 0.000000e+00, double %44
  %49 = fadd double %22, %37
  %50 = fadd double %49, %48
  %51 = insertvalue { double } poison, double %50, 0
  ret { double } %51
}

define { double, double, double } @p.lower_power.0.rev(double %0, double %1, double %2, double %3) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  br label %4

4:
  %r = call double @rz.lower_power.f64(double %0, double %1, double %2)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = call double @llvm.fabs.f64(double %2)
  %6 = fcmp ogt double %5, 1.000000e-300
  %7 = fsub double %2, %2
  %8 = fcmp oeq double %7, 0.000000e+00
  %9 = and i1 %6, %8
  %10 = fdiv double %3, %0
  %11 = fneg double %10
  %12 = fmul double %r, %11
  %13 = fcmp oeq double %1, 1.000000e+00
  %14 = fsub double %1, 1.000000e+00
  %15 = fsub double %1, 2.000000e+00
  %16 = call double @llvm.pow.f64(double %0, double %15)
  %17 = fmul double %14, %16
  %18 = fcmp uno double %17, %17
  %19 = and i1 %13, %18
  %20 = fmul double %17, %3
  %21 = select i1 %19, double 0.000000e+00, double %20
  %22 = select i1 %9, double %12, double %21
  %23 = fcmp oeq double %3, 0.000000e+00
  %24 = fcmp uno double %22, %22, !rz.lost !{}
  %25 = and i1 %23, %24
  %26 = select i1 %25, double 0.000000e+00, double %22
  %27 = load double, ptr %x0.bar
  %28 = fadd reassoc nsz contract double %27, %26
  store double %28, ptr %x0.bar
  %29 = fcmp oeq double %r, 0.000000e+00
  %30 = call double @llvm.log.f64(double %0)
  %31 = fmul double %r, %30
  %32 = fmul double %31, %3
  %33 = select i1 %29, double 0.000000e+00, double %32
  %34 = select i1 %9, double 0.000000e+00, double %33
  %35 = fcmp oeq double %3, 0.000000e+00
  %36 = fcmp uno double %34, %34, !rz.lost !{}
  %37 = and i1 %35, %36
  %38 = select i1 %37, double 0.000000e+00, double %34
  %39 = load double, ptr %x1.bar
  %40 = fadd reassoc nsz contract double %39, %38
  store double %40, ptr %x1.bar
  %41 = fdiv double %3, %0
  %42 = select i1 %9, double %41, double 0.000000e+00
  %43 = fcmp oeq double %3, 0.000000e+00
  %44 = fcmp uno double %42, %42, !rz.lost !{}
  %45 = and i1 %43, %44
  %46 = select i1 %45, double 0.000000e+00, double %42
  %47 = load double, ptr %x2.bar
  %48 = fadd reassoc nsz contract double %47, %46
  store double %48, ptr %x2.bar
  br label %done

done:
  %49 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %50 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %51 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %52 = insertvalue { double, double, double } poison, double %49, 0
  %53 = insertvalue { double, double, double } %52, double %50, 1
  %54 = insertvalue { double, double, double } %53, double %51, 2
  ret { double, double, double } %54
}
