define { double } @p.hypot.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @hypot(double %x0, double %x1)
  %1 = fcmp oeq double %r, 0.000000e+00
  %2 = fmul double %x0, %x0.dot
  %3 = fmul double %x1, %x1.dot
  %4 = fadd double %2, %3
  %5 = fdiv double %4, %r
  %6 = select i1 %1, double 0.000000e+00, double %5
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}

define { double, double } @p.hypot.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca double, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call double @hypot(double %0, double %1)
  store double %r, ptr %3, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 8
  %6 = fcmp oeq double %5, 0.000000e+00
  %7 = fdiv double %2, %5
  %8 = fmul double %0, %7
  %9 = select i1 %6, double 0.000000e+00, double %8
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  %12 = fcmp oeq double %5, 0.000000e+00
  %13 = fdiv double %2, %5
  %14 = fmul double %1, %13
  %15 = select i1 %12, double 0.000000e+00, double %14
  %16 = load double, ptr %x1.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x1.bar
  br label %done

done:
  %18 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %19 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %20 = insertvalue { double, double } poison, double %18, 0
  %21 = insertvalue { double, double } %20, double %19, 1
  ret { double, double } %21
}
