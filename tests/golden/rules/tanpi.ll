define { double } @p.tanpi.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @tanpi(double %x0)
  %1 = fmul double %r, %r
  %2 = fadd double 1.000000e+00, %1
  %3 = fmul double 0x400921FB54442D18, %2
  %4 = fmul double %3, %x0.dot
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double } @p.tanpi.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %r = call double @tanpi(double %0)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fmul double %r, %r
  %4 = fadd double 1.000000e+00, %3
  %5 = fmul double 0x400921FB54442D18, %4
  %6 = fmul double %5, %1
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
