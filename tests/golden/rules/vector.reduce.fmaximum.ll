define { double } @p.vector.reduce.fmaximum.0.fwd(<4 x double> %x0, <4 x double> %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.vector.reduce.fmaximum.v4f64(<4 x double> %x0)
  %1 = insertelement <4 x double> poison, double %r, i64 0
  %2 = shufflevector <4 x double> %1, <4 x double> poison, <4 x i32> zeroinitializer
  %3 = fcmp oeq <4 x double> %x0, %2
  %4 = extractelement <4 x i1> %3, i64 0
  %5 = extractelement <4 x i1> %3, i64 1
  %6 = extractelement <4 x i1> %3, i64 2
  %7 = extractelement <4 x i1> %3, i64 3
  %8 = and i1 %4, true
  %9 = xor i1 %4, true
  %10 = and i1 %5, %9
  %11 = or i1 %4, %5
  %12 = xor i1 %11, true
  %13 = and i1 %6, %12
  %14 = or i1 %11, %6
  %15 = xor i1 %14, true
  %16 = and i1 %7, %15
  %17 = or i1 %14, %7
  %18 = insertelement <4 x i1> poison, i1 %8, i64 0
  %19 = insertelement <4 x i1> %18, i1 %10, i64 1
  %20 = insertelement <4 x i1> %19, i1 %13, i64 2
  %21 = insertelement <4 x i1> %20, i1 %16, i64 3
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

define { <4 x double> } @p.vector.reduce.fmaximum.0.rev(<4 x double> %0, double %1) mustprogress {
prologue:
  %2 = alloca <4 x i1>, align 1
  %x0.bar = alloca <4 x double>
  br label %3

3:
  %r = call double @llvm.vector.reduce.fmaximum.v4f64(<4 x double> %0)
  %4 = insertelement <4 x double> poison, double %r, i64 0
  %5 = shufflevector <4 x double> %4, <4 x double> poison, <4 x i32> zeroinitializer
  %6 = fcmp oeq <4 x double> %0, %5
  %7 = extractelement <4 x i1> %6, i64 0
  %8 = extractelement <4 x i1> %6, i64 1
  %9 = extractelement <4 x i1> %6, i64 2
  %10 = extractelement <4 x i1> %6, i64 3
  %11 = and i1 %7, true
  %12 = xor i1 %7, true
  %13 = and i1 %8, %12
  %14 = or i1 %7, %8
  %15 = xor i1 %14, true
  %16 = and i1 %9, %15
  %17 = or i1 %14, %9
  %18 = xor i1 %17, true
  %19 = and i1 %10, %18
  %20 = or i1 %17, %10
  %21 = insertelement <4 x i1> poison, i1 %11, i64 0
  %22 = insertelement <4 x i1> %21, i1 %13, i64 1
  %23 = insertelement <4 x i1> %22, i1 %16, i64 2
  %24 = insertelement <4 x i1> %23, i1 %19, i64 3
  store <4 x i1> %24, ptr %2, align 1
  br label %turn

turn:
  store <4 x double> splat (double -0.000000e+00), ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %25 = load <4 x i1>, ptr %2, align 1
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
