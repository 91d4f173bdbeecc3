define { double } @p.cabs.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @cabs(double %x0, double %x1)
  %1 = fcmp oeq double %r, 0.000000e+00
  %2 = fmul double %x0, %x0.dot
  %3 = fmul double %x1, %x1.dot
  %4 = fadd double %2, %3
  %5 = fdiv double %4, %r
  %6 = select i1 %1, double 0.000000e+00, double %5
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}

define { double, double } @p.cabs.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @cabs(double %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = fcmp oeq double %r, 0.000000e+00
  %5 = fdiv double %2, %r
  %6 = fmul double %0, %5
  %7 = select i1 %4, double 0.000000e+00, double %6
  %8 = load double, ptr %x0.bar
  %9 = fadd reassoc nsz contract double %8, %7
  store double %9, ptr %x0.bar
  %10 = fcmp oeq double %r, 0.000000e+00
  %11 = fdiv double %2, %r
  %12 = fmul double %1, %11
  %13 = select i1 %10, double 0.000000e+00, double %12
  %14 = load double, ptr %x1.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x1.bar
  br label %done

done:
  %16 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %17 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %18 = insertvalue { double, double } poison, double %16, 0
  %19 = insertvalue { double, double } %18, double %17, 1
  ret { double, double } %19
}
