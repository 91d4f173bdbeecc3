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
  %11 = fcmp uno double %9, %9, !rz.lost !{}
  %12 = and i1 %10, %11
  %13 = select i1 %12, double 0.000000e+00, double %9
  %14 = load double, ptr %x.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x.bar
  br label %done

done:
  %16 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  %17 = insertvalue { double } poison, double %16, 0
  ret { double } %17
}
