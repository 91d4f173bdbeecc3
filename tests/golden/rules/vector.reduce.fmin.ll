define { double } @p.vector.reduce.fmin.0.fwd(<4 x double> %x0, <4 x double> %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %x0)
  %1 = insertelement <4 x double> poison, double %r, i64 0
  %2 = shufflevector <4 x double> %1, <4 x double> poison, <4 x i32> zeroinitializer
  %3 = fcmp oeq <4 x double> %x0, %2
  %4 = extractelement <4 x i1> %3, i64 0
  %5 = extractelement <4 x i1> %3, i64 1
  %6 = extractelement <4 x i1> %3, i64 2
  %7 = extractelement <4 x i1> %3, i64 3
  %8 = and i1 %7, true
  %9 = xor i1 %7, true
  %10 = and i1 %6, %9
  %11 = or i1 %7, %6
  %12 = xor i1 %11, true
  %13 = and i1 %5, %12
  %14 = or i1 %11, %5
  %15 = xor i1 %14, true
  %16 = and i1 %4, %15
  %17 = or i1 %14, %4
  %18 = insertelement <4 x i1> poison, i1 %16, i64 0
  %19 = insertelement <4 x i1> %18, i1 %13, i64 1
  %20 = insertelement <4 x i1> %19, i1 %10, i64 2
  %21 = insertelement <4 x i1> %20, i1 %8, i64 3
  %22 = select <4 x i1> %21, <4 x double> %x0.dot, <4 x double> zeroinitializer
  %23 = extractelement <4 x double> %22, i64 0
  %24 = extractelement <4 x double> %22, i64 1
  %25 = extractelement <4 x double> %22, i64 2
  %26 = extractelement <4 x double> %22, i64 3
  %27 = fadd double %23, %24
  %28 = fadd double %27, %25
  %29 = fadd double %28, %26
  %30 = insertvalue { double } poison, double %29, 0
  ret { double } %30
}

define { <4 x double> } @p.vector.reduce.fmin.0.rev(<4 x double> %0, double %1) mustprogress {
prologue:
  %2 = alloca double, align 8
  %x0.bar = alloca <4 x double>
  br label %3

3:
  %r = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %0)
  store double %r, ptr %2, align 8
  br label %turn

turn:
  store <4 x double> splat (double -0.000000e+00), ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %2, align 8
  %5 = insertelement <4 x double> poison, double %4, i64 0
  %6 = shufflevector <4 x double> %5, <4 x double> poison, <4 x i32> zeroinitializer
  %7 = fcmp oeq <4 x double> %0, %6
  %8 = extractelement <4 x i1> %7, i64 0
  %9 = extractelement <4 x i1> %7, i64 1
  %10 = extractelement <4 x i1> %7, i64 2
  %11 = extractelement <4 x i1> %7, i64 3
  %12 = and i1 %11, true
  %13 = xor i1 %11, true
  %14 = and i1 %10, %13
  %15 = or i1 %11, %10
  %16 = xor i1 %15, true
  %17 = and i1 %9, %16
  %18 = or i1 %15, %9
  %19 = xor i1 %18, true
  %20 = and i1 %8, %19
  %21 = or i1 %18, %8
  %22 = insertelement <4 x i1> poison, i1 %20, i64 0
  %23 = insertelement <4 x i1> %22, i1 %17, i64 1
  %24 = insertelement <4 x i1> %23, i1 %14, i64 2
  %25 = insertelement <4 x i1> %24, i1 %12, i64 3
  %26 = insertelement <4 x double> poison, double %1, i64 0
  %27 = shufflevector <4 x double> %26, <4 x double> poison, <4 x i32> zeroinitializer
  %28 = select <4 x i1> %25, <4 x double> %27, <4 x double> zeroinitializer
  %29 = load <4 x double>, ptr %x0.bar
  %30 = fadd reassoc nsz contract <4 x double> %29, %28
  store <4 x double> %30, ptr %x0.bar
  br label %done

done:
  %31 = load <4 x double>, ptr %x0.bar
  store <4 x double> splat (double -0.000000e+00), ptr %x0.bar
  %32 = insertvalue { <4 x double> } poison, <4 x double> %31, 0
  ret { <4 x double> } %32
}
