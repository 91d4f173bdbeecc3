define { double } @p.modf.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %p1 = alloca double, align 16
  %r = call double @modf(double %x0, ptr %p1)
  %1 = insertvalue { double } poison, double %x0.dot, 0
  ret { double } %1
}

define { double } @p.modf.0.rev(double %0, double %1) mustprogress {
prologue:
  %2 = alloca double, align 16
  %x0.bar = alloca double
  br label %3

3:
  %r = call double @modf(double %0, ptr %2)
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %4 = load double, ptr %x0.bar
  %5 = fadd reassoc nsz contract double %4, %1
  store double %5, ptr %x0.bar
  br label %done

done:
  %6 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}

define { double } @p.modf.1.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %p1 = alloca double, align 16
  %p1.sh = alloca double, align 16
  call void @llvm.memset.p0.i64(ptr %p1.sh, i8 0, i64 8, i1 false)
  %r = call double @modf(double %x0, ptr %p1)
  store double 0.000000e+00, ptr %p1.sh
  %o = load double, ptr %p1, align 16
  %1 = load double, ptr %p1.sh, align 16
  %2 = insertvalue { double } poison, double %1, 0
  ret { double } %2
}

define { double } @p.modf.1.rev(double %0, double %1) mustprogress {
prologue:
  %2 = alloca double, align 16
  %3 = alloca double, align 16
  br label %4

4:
  call void @llvm.memset.p0.i64(ptr %3, i8 0, i64 8, i1 false)
  %r = call double @modf(double %0, ptr %2)
  %o = load double, ptr %2, align 16
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 16
  %6 = fadd reassoc nsz contract double %5, %1
  store double %6, ptr %3, align 16
  %7 = load double, ptr %3
  store double 0.000000e+00, ptr %3
  br label %done

done:
  %8 = insertvalue { double } poison, double 0.000000e+00, 0
  ret { double } %8
}
