define { double } @p.conj.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @conj(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fneg double %x1.dot
  %c = extractvalue { double, double } %r, 0
  %4 = insertvalue { double } poison, double %x0.dot, 0
  ret { double } %4
}

define { double, double } @p.conj.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  br label %3

3:
  %r = call { double, double } @conj(double %0, double %1)
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractvalue { double, double } %r, 0
  %5 = extractvalue { double, double } %r, 1
  %6 = load double, ptr %x0.bar
  %7 = fadd reassoc nsz contract double %6, %2
  store double %7, ptr %x0.bar
  br label %done

done:
  %8 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %9 = insertvalue { double, double } poison, double %8, 0
  %10 = insertvalue { double, double } %9, double 0.000000e+00, 1
  ret { double, double } %10
}

define { double } @p.conj.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @conj(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fneg double %x1.dot
  %c = extractvalue { double, double } %r, 1
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double, double } @p.conj.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @conj(double %0, double %1)
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractvalue { double, double } %r, 0
  %5 = extractvalue { double, double } %r, 1
  %6 = fneg double %2
  %7 = load double, ptr %x1.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x1.bar
  br label %done

done:
  %9 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %10 = insertvalue { double, double } poison, double 0.000000e+00, 0
  %11 = insertvalue { double, double } %10, double %9, 1
  ret { double, double } %11
}
