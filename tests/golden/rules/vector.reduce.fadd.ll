define { double } @p.vector.reduce.fadd.0.fwd(double %x0, double %x0.dot, <4 x double> %x1, <4 x double> %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.vector.reduce.fadd.v4f64(double %x0, <4 x double> %x1)
  %1 = extractelement <4 x double> %x1.dot, i64 0
  %2 = extractelement <4 x double> %x1.dot, i64 1
  %3 = extractelement <4 x double> %x1.dot, i64 2
  %4 = extractelement <4 x double> %x1.dot, i64 3
  %5 = fadd double %1, %2
  %6 = fadd double %5, %3
  %7 = fadd double %6, %4
  %8 = fadd double %x0.dot, %7
  %9 = insertvalue { double } poison, double %8, 0
  ret { double } %9
}

define { double, <4 x double> } @p.vector.reduce.fadd.0.rev(double %0, <4 x double> %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca <4 x double>
  br label %3

3:
  %r = call double @llvm.vector.reduce.fadd.v4f64(double %0, <4 x double> %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store <4 x double> splat (double -0.000000e+00), ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %x0.bar
  %5 = fadd reassoc nsz contract double %4, %2
  store double %5, ptr %x0.bar
  %6 = insertelement <4 x double> poison, double %2, i64 0
  %7 = shufflevector <4 x double> %6, <4 x double> poison, <4 x i32> zeroinitializer
  %8 = load <4 x double>, ptr %x1.bar
  %9 = fadd reassoc nsz contract <4 x double> %8, %7
  store <4 x double> %9, ptr %x1.bar
  br label %done

done:
  %10 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %11 = load <4 x double>, ptr %x1.bar
  store <4 x double> splat (double -0.000000e+00), ptr %x1.bar
  %12 = insertvalue { double, <4 x double> } poison, double %10, 0
  %13 = insertvalue { double, <4 x double> } %12, <4 x double> %11, 1
  ret { double, <4 x double> } %13
}
