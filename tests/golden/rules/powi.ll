define { double } @p.powi.0.fwd(double %x0, double %x0.dot, i32 %x1) {
prologue:
  br label %0

0:
  %r = call double @llvm.powi.f64.i32(double %x0, i32 %x1)
  %1 = icmp eq i32 %x1, 0
  %2 = sitofp i32 %x1 to double
  %3 = sub i32 %x1, 1
  %4 = call double @llvm.powi.f64.i32(double %x0, i32 %3)
  %5 = fmul double %2, %4
  %6 = fmul double %5, %x0.dot
  %7 = select i1 %1, double 0.000000e+00, double %6
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}

define { double } @p.powi.0.rev(double %0, i32 %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @llvm.powi.f64.i32(double %0, i32 %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = icmp eq i32 %1, 0
  %5 = sitofp i32 %1 to double
  %6 = sub i32 %1, 1
  %7 = call double @llvm.powi.f64.i32(double %0, i32 %6)
  %8 = fmul double %5, %7
  %9 = fmul double %8, %2
  %10 = select i1 %4, double 0.000000e+00, double %9
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  br label %done

done:
  %13 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %14 = insertvalue { double } poison, double %13, 0
  ret { double } %14
}
