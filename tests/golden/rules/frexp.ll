define { double } @p.frexp.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %p1 = alloca i32, align 16
  %r = call double @frexp(double %x0, ptr %p1)
  %1 = load i32, ptr %p1
  %2 = sub i32 0, %1
  %3 = call double @llvm.ldexp.f64.i32(double %x0.dot, i32 %2)
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double } @p.frexp.0.rev(double %0, double %1) mustprogress {
prologue:
  %2 = alloca i32, align 16
  %3 = alloca i32, align 4
  %x0.bar = alloca double
  br label %4

4:
  %r = call double @frexp(double %0, ptr %2)
  %5 = load i32, ptr %2
  store i32 %5, ptr %3, align 4, !tbaa !2
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = load i32, ptr %3, align 4, !tbaa !2
  %7 = sub i32 0, %6
  %8 = call double @llvm.ldexp.f64.i32(double %1, i32 %7)
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
