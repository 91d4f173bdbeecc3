define { double } @f_grad(double %0, double %1) mustprogress {
prologue:
  %x.bar = alloca double
  br label %2

2:
  %c = fcmp ogt double %0, 0.000000e+00
  %u = call double @llvm.sqrt.f64(double %0)
  %r = select i1 %c, double %u, double 0.000000e+00
  br label %turn

turn:
  store double -0.000000e+00, ptr %x.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %c.1 = fcmp ogt double %0, 0.000000e+00
  %3 = select i1 %c.1, double %1, double 0.000000e+00
  %4 = fcmp oeq double %u, 0.000000e+00
  %5 = fmul double 2.000000e+00, %u
  %6 = fdiv double %3, %5
  %7 = select i1 %4, double 0.000000e+00, double %6
  %8 = fcmp oeq double %3, 0.000000e+00
  %9 = fcmp uno double %7, %7, !rz.lost !{}
  %10 = and i1 %8, %9
  %11 = select i1 %10, double 0.000000e+00, double %7
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
