define { double } @p.cproj.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cproj(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %c = extractvalue { double, double } %r, 0
  %3 = insertvalue { double } poison, double %x0.dot, 0
  ret { double } %3
}

define { double, double } @p.cproj.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x0.bar = alloca double
  br label %4

4:
  %r = call { double, double } @cproj(double %0, double %1)
  store { double, double } %r, ptr %3, align 8
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load { double, double }, ptr %3, align 8
  %6 = extractvalue { double, double } %5, 0
  %7 = extractvalue { double, double } %5, 1
  %8 = load double, ptr %x0.bar
  %9 = fadd reassoc nsz contract double %8, %2
  store double %9, ptr %x0.bar
  br label %done

done:
  %10 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %11 = insertvalue { double, double } poison, double %10, 0
  %12 = insertvalue { double, double } %11, double 0.000000e+00, 1
  ret { double, double } %12
}

define { double } @p.cproj.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cproj(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %c = extractvalue { double, double } %r, 1
  %3 = insertvalue { double } poison, double %x1.dot, 0
  ret { double } %3
}

define { double, double } @p.cproj.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %3 = alloca { double, double }, align 8
  %x1.bar = alloca double
  br label %4

4:
  %r = call { double, double } @cproj(double %0, double %1)
  store { double, double } %r, ptr %3, align 8
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load { double, double }, ptr %3, align 8
  %6 = extractvalue { double, double } %5, 0
  %7 = extractvalue { double, double } %5, 1
  %8 = load double, ptr %x1.bar
  %9 = fadd reassoc nsz contract double %8, %2
  store double %9, ptr %x1.bar
  br label %done

done:
  %10 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %11 = insertvalue { double, double } poison, double 0.000000e+00, 0
  %12 = insertvalue { double, double } %11, double %10, 1
  ret { double, double } %12
}
