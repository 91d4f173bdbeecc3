define { double } @f_dot(double %x, double %x.dot) {
prologue:
  br label %0

0:
  %c = fcmp ogt double %x, 0.000000e+00
  %u = call double @llvm.sqrt.f64(double %x)
  %1 = fcmp oeq double %u, 0.000000e+00
  %2 = fmul double 2.000000e+00, %u
  %3 = fdiv double %x.dot, %2
  %4 = select i1 %1, double 0.000000e+00, double %3
  %r = select i1 %c, double %u, double 0.000000e+00
  %5 = select i1 %c, double %4, double 0.000000e+00
  %6 = insertvalue { double } poison, double %5, 0
  ret { double } %6
}
