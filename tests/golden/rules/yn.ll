define { double } @p.yn.0.fwd(i32 %x0, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call double @yn(i32 %x0, double %x1)
  %1 = sub i32 %x0, 1
  %2 = call double @yn(i32 %1, double %x1)
  %3 = add i32 %x0, 1
  %4 = call double @yn(i32 %3, double %x1)
  %5 = fsub double %2, %4
  %6 = fdiv double %5, 2.000000e+00
  %7 = fmul double %6, %x1.dot
  %8 = insertvalue { double } poison, double %7, 0
  ret { double } %8
}

define { double } @p.yn.0.rev(i32 %0, double %1, double %2) mustprogress {
prologue:
  %x1.bar = alloca double
  br label %3

3:
  %r = call double @yn(i32 %0, double %1)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x1.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = sub i32 %0, 1
  %5 = call double @yn(i32 %4, double %1)
  %6 = add i32 %0, 1
  %7 = call double @yn(i32 %6, double %1)
  %8 = fsub double %5, %7
  %9 = fdiv double %8, 2.000000e+00
  %10 = fmul double %9, %2
  %11 = load double, ptr %x1.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x1.bar
  br label %done

done:
  %13 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %14 = insertvalue { double } poison, double %13, 0
  ret { double } %14
}
