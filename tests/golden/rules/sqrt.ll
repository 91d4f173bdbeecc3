define { double } @p.sqrt.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.sqrt.f64(double %x0)
  %1 = fcmp oeq double %r, 0.000000e+00
  %2 = fmul double 2.000000e+00, %r
  %3 = fdiv double %x0.dot, %2
  %4 = select i1 %1, double 0.000000e+00, double %3
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double } @p.sqrt.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @llvm.sqrt.f64(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fcmp oeq double %r, 0.000000e+00
  %4 = fmul double 2.000000e+00, %r
  %5 = fdiv double %1, %4
  %6 = select i1 %3, double 0.000000e+00, double %5
  %7 = load double, ptr %x0.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x0.bar
  br label %done

done:
  %9 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %10 = insertvalue { double } poison, double %9, 0
  ret { double } %10
}
