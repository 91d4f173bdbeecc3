define { double } @f_grad(double %0, double %1) mustprogress {
prologue:
  %2 = alloca double, align 8
  %x.bar = alloca double
  br label %3

3:
  %c = fcmp ogt double %0, 0.000000e+00
  %u = call double @llvm.sqrt.f64(double %0)
  store double %u, ptr %2, align 8, !alias.scope !4, !noalias !5
  %r = select i1 %c, double %u, double 0.000000e+00
  br label %turn

turn:
  store double -0.000000e+00, ptr %x.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %c.1 = fcmp ogt double %0, 0.000000e+00
  %4 = select i1 %c.1, double %1, double 0.000000e+00
  %5 = load double, ptr %2, align 8, !alias.scope !4, !noalias !5
  %6 = fcmp oeq double %5, 0.000000e+00
  %7 = fmul double 2.000000e+00, %5
  %8 = fdiv double %4, %7
  %9 = select i1 %6, double 0.000000e+00, double %8
  %10 = fcmp oeq double %4, 0.000000e+00
  %11 = select i1 %10, double 0.000000e+00, double %9
  %12 = load double, ptr %x.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x.bar
  br label %done

done:
  %14 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  %15 = insertvalue { double } poison, double %14, 0
  ret { double } %15
}
