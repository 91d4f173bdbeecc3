define { double } @p.fpext.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %s = fptrunc double %x0 to float
  %1 = fptrunc double %x0.dot to float
  %r = fpext float %s to double
  %2 = fpext float %1 to double
  %3 = insertvalue { double } poison, double %2, 0
  ret { double } %3
}

define { double } @p.fpext.0.rev(double %0, double %1) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %2

2:
  %s = fptrunc double %0 to float
  %r = fpext float %s to double
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = fptrunc double %1 to float
  %4 = fpext float %3 to double
  %5 = load double, ptr %x0.bar
  %6 = fadd reassoc nsz contract double %5, %4
  store double %6, ptr %x0.bar
  br label %done

done:
  %7 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}
