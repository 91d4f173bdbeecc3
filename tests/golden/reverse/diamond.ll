define { double } @f_grad(double %0, double %1) mustprogress {
prologue:
  %x.bar = alloca double
  %u.bar = alloca double
  br label %entry

entry:
  %c = fcmp ogt double %0, 1.000000e+00
  br i1 %c, label %then, label %join

then:
  %u = fmul double %0, %0
  br label %join

join:
  %r = phi double [ %0, %entry ], [ %u, %then ]
  br label %turn

turn:
  store double -0.000000e+00, ptr %x.bar
  store double -0.000000e+00, ptr %u.bar
  br label %reverse

reverse:
  br label %rev2

rev2:
  %c.1 = fcmp ogt double %0, 1.000000e+00
  br i1 %c.1, label %11, label %14

rev1:
  %2 = load double, ptr %u.bar
  store double -0.000000e+00, ptr %u.bar
  %3 = fmul double %0, %2
  %4 = load double, ptr %x.bar
  %5 = fadd reassoc nsz contract double %4, %3
  store double %5, ptr %x.bar
  %6 = fmul double %0, %2
  %7 = load double, ptr %x.bar
  %8 = fadd reassoc nsz contract double %7, %6
  store double %8, ptr %x.bar
  br label %rev0

rev0:
  br label %done

done:
  %9 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  %10 = insertvalue { double } poison, double %9, 0
  ret { double } %10

11:
  %12 = load double, ptr %u.bar
  %13 = fadd reassoc nsz contract double %12, %1
  store double %13, ptr %u.bar
  br label %rev1

14:
  %15 = load double, ptr %x.bar
  %16 = fadd reassoc nsz contract double %15, %1
  store double %16, ptr %x.bar
  br label %rev0
}
