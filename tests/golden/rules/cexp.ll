define { double } @p.cexp.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cexp(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %x0.dot
  %4 = fmul double %2, %x1.dot
  %5 = fsub double %3, %4
  %6 = fmul double %1, %x1.dot
  %7 = fmul double %2, %x0.dot
  %8 = fadd double %6, %7
  %c = extractvalue { double, double } %r, 0
  %9 = insertvalue { double } poison, double %5, 0
  ret { double } %9
}

define { double, double } @p.cexp.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @cexp(double %0, double %1)
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractvalue { double, double } %r, 0
  %5 = extractvalue { double, double } %r, 1
  %6 = fmul double %4, %2
  %7 = load double, ptr %x0.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x0.bar
  %9 = fneg double %2
  %10 = fmul double %5, %9
  %11 = load double, ptr %x1.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x1.bar
  br label %done

done:
  %13 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %14 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %15 = insertvalue { double, double } poison, double %13, 0
  %16 = insertvalue { double, double } %15, double %14, 1
  ret { double, double } %16
}

define { double } @p.cexp.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cexp(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %x0.dot
  %4 = fmul double %2, %x1.dot
  %5 = fsub double %3, %4
  %6 = fmul double %1, %x1.dot
  %7 = fmul double %2, %x0.dot
  %8 = fadd double %6, %7
  %c = extractvalue { double, double } %r, 1
  %9 = insertvalue { double } poison, double %8, 0
  ret { double } %9
}

define { double, double } @p.cexp.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @cexp(double %0, double %1)
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = extractvalue { double, double } %r, 0
  %5 = extractvalue { double, double } %r, 1
  %6 = fmul double %5, %2
  %7 = load double, ptr %x0.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x0.bar
  %9 = fmul double %4, %2
  %10 = load double, ptr %x1.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x1.bar
  br label %done

done:
  %12 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %13 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %14 = insertvalue { double, double } poison, double %12, 0
  %15 = insertvalue { double, double } %14, double %13, 1
  ret { double, double } %15
}
