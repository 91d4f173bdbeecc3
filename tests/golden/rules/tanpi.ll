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
  %2 = alloca double, align 8
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @tanpi(double %0)
  store double %r, ptr %2, align 8
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %2, align 8
  %5 = fmul double %4, %4
  %6 = fadd double 1.000000e+00, %5
  %7 = fmul double 0x400921FB54442D18, %6
  %8 = fmul double %7, %1
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  br label %done

done:
  %11 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %12 = insertvalue { double } poison, double %11, 0
  ret { double } %12
}
