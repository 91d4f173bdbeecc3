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
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @cexp(double %0, double %1)
  store { double, double } %r, ptr %3, align 8
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load { double, double }, ptr %3, align 8
  %6 = extractvalue { double, double } %5, 0
  %7 = extractvalue { double, double } %5, 1
  %8 = fmul double %6, %2
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  %11 = fneg double %2
  %12 = fmul double %7, %11
  %13 = load double, ptr %x1.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x1.bar
  br label %done

done:
  %15 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %16 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %17 = insertvalue { double, double } poison, double %15, 0
  %18 = insertvalue { double, double } %17, double %16, 1
  ret { double, double } %18
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
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @cexp(double %0, double %1)
  store { double, double } %r, ptr %3, align 8
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load { double, double }, ptr %3, align 8
  %6 = extractvalue { double, double } %5, 0
  %7 = extractvalue { double, double } %5, 1
  %8 = fmul double %7, %2
  %9 = load double, ptr %x0.bar
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %x0.bar
  %11 = fmul double %6, %2
  %12 = load double, ptr %x1.bar
  %13 = fadd reassoc nsz contract double %12, %11
  store double %13, ptr %x1.bar
  br label %done

done:
  %14 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %15 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %16 = insertvalue { double, double } poison, double %14, 0
  %17 = insertvalue { double, double } %16, double %15, 1
  ret { double, double } %17
}
