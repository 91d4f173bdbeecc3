define { double } @p.vector.reduce.fmul.0.fwd(double %x0, double %x0.dot, <4 x double> %x1, <4 x double> %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.vector.reduce.fmul.v4f64(double %x0, <4 x double> %x1)
  %1 = extractelement <4 x double> %x1, i64 0
  %2 = extractelement <4 x double> %x1, i64 1
  %3 = extractelement <4 x double> %x1, i64 2
  %4 = extractelement <4 x double> %x1, i64 3
  %5 = fmul double %1, %2
  %6 = fmul double %5, %3
  %7 = fmul double %6, %4
  %8 = fmul double %7, %x0.dot
  %9 = extractelement <4 x double> %x1, i64 0
  %10 = extractelement <4 x double> %x1, i64 1
  %11 = extractelement <4 x double> %x1, i64 2
  %12 = extractelement <4 x double> %x1, i64 3
  %13 = fmul double 1.000000e+00, %9
  %14 = fmul double %13, %10
  %15 = fmul double %14, %11
  %16 = fmul double 1.000000e+00, %12
  %17 = fmul double %16, %11
  %18 = fmul double %17, %10
  %19 = fmul double 1.000000e+00, %18
  %20 = fmul double %13, %17
  %21 = fmul double %14, %16
  %22 = fmul double %15, 1.000000e+00
  %23 = insertelement <4 x double> poison, double %19, i64 0
  %24 = insertelement <4 x double> %23, double %20, i64 1
  %25 = insertelement <4 x double> %24, double %21, i64 2
  %26 = insertelement <4 x double> %25, double %22, i64 3
  %27 = fmul <4 x double> %26, %x1.dot
  %28 = extractelement <4 x double> %27, i64 0
  %29 = extractelement <4 x double> %27, i64 1
  %30 = extractelement <4 x double> %27, i64 2
  %31 = extractelement <4 x double> %27, i64 3
  %32 = fadd double %28, %29
  %33 = fadd double %32, %30
  %34 = fadd double %33, %31
  %35 = fmul double %x0, %34
  %36 = fadd double %8, %35
  %37 = insertvalue { double } poison, double %36, 0
  ret { double } %37
}

define { double, <4 x double> } @p.vector.reduce.fmul.0.rev(double %0, <4 x double> %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca <4 x double>
  br label %3

3:
  %r = call double @llvm.vector.reduce.fmul.v4f64(double %0, <4 x double> %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store <4 x double> splat (double -0.000000e+00), ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractelement <4 x double> %1, i64 0
  %5 = extractelement <4 x double> %1, i64 1
  %6 = extractelement <4 x double> %1, i64 2
  %7 = extractelement <4 x double> %1, i64 3
  %8 = fmul double %4, %5
  %9 = fmul double %8, %6
  %10 = fmul double %9, %7
  %11 = fmul double %10, %2
  %12 = load double, ptr %x0.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x0.bar
  %14 = extractelement <4 x double> %1, i64 0
  %15 = extractelement <4 x double> %1, i64 1
  %16 = extractelement <4 x double> %1, i64 2
  %17 = extractelement <4 x double> %1, i64 3
  %18 = fmul double 1.000000e+00, %14
  %19 = fmul double %18, %15
  %20 = fmul double %19, %16
  %21 = fmul double 1.000000e+00, %17
  %22 = fmul double %21, %16
  %23 = fmul double %22, %15
  %24 = fmul double 1.000000e+00, %23
  %25 = fmul double %18, %22
  %26 = fmul double %19, %21
  %27 = fmul double %20, 1.000000e+00
  %28 = insertelement <4 x double> poison, double %24, i64 0
  %29 = insertelement <4 x double> %28, double %25, i64 1
  %30 = insertelement <4 x double> %29, double %26, i64 2
  %31 = insertelement <4 x double> %30, double %27, i64 3
  %32 = fmul double %0, %2
  %33 = insertelement <4 x double> poison, double %32, i64 0
  %34 = shufflevector <4 x double> %33, <4 x double> poison, <4 x i32> zeroinitializer
  %35 = fmul <4 x double> %31, %34
  %36 = load <4 x double>, ptr %x1.bar
  %37 = fadd reassoc nsz contract <4 x double> %36, %35
  store <4 x double> %37, ptr %x1.bar
  br label %done

done:
  %38 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %39 = load <4 x double>, ptr %x1.bar
  store <4 x double> splat (double -0.000000e+00), ptr %x1.bar
  %40 = insertvalue { double, <4 x double> } poison, double %38, 0
  %41 = insertvalue { double, <4 x double> } %40, <4 x double> %39, 1
  ret { double, <4 x double> } %41
}
