define { double } @p.sincos.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %p0 = alloca double, align 16
  %p0.sh = alloca double, align 16
  call void @llvm.memset.p0.i64(ptr %p0.sh, i8 0, i64 8, i1 false)
  %p1 = alloca double, align 16
  call void @sincos(double %x0, ptr %p0, ptr %p1)
  %1 = load double, ptr %p1
  %2 = fmul double %1, %x0.dot
  store double %2, ptr %p0.sh
  %o = load double, ptr %p0, align 16
  %3 = load double, ptr %p0.sh, align 16
  %4 = insertvalue { double } poison, double %3, 0
  ret { double } %4
}

define { double } @p.sincos.0.rev(double %0, double %1) mustprogress {
prologue:
  %2 = alloca double, align 16
  %3 = alloca double, align 16
  %4 = alloca double, align 16
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %x0.bar = alloca double
  br label %7

7:
  call void @llvm.memset.p0.i64(ptr %3, i8 0, i64 8, i1 false)
  call void @sincos(double %0, ptr %2, ptr %4)
  %8 = load double, ptr %2
  store double %8, ptr %5, align 8
  %9 = load double, ptr %4
  store double %9, ptr %6, align 8
  %o = load double, ptr %2, align 16
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %10 = load double, ptr %3, align 16
  %11 = fadd reassoc nsz contract double %10, %1
  store double %11, ptr %3, align 16
  %12 = load double, ptr %3
  store double 0.000000e+00, ptr %3
  %13 = load double, ptr %6, align 8
  %14 = fmul double %13, %12
  %15 = load double, ptr %x0.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x0.bar
  br label %done

done:
  %17 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %18 = insertvalue { double } poison, double %17, 0
  ret { double } %18
}

define { double } @p.sincos.1.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %p0 = alloca double, align 16
  %p1 = alloca double, align 16
  %p1.sh = alloca double, align 16
  call void @llvm.memset.p0.i64(ptr %p1.sh, i8 0, i64 8, i1 false)
  call void @sincos(double %x0, ptr %p0, ptr %p1)
  %1 = load double, ptr %p0
  %2 = fmul double %1, %x0.dot
  %3 = fneg double %2
  store double %3, ptr %p1.sh
  %o = load double, ptr %p1, align 16
  %4 = load double, ptr %p1.sh, align 16
  %5 = insertvalue { double } poison, double %4, 0
  ret { double } %5
}

define { double } @p.sincos.1.rev(double %0, double %1) mustprogress {
prologue:
  %2 = alloca double, align 16
  %3 = alloca double, align 16
  %4 = alloca double, align 16
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %x0.bar = alloca double
  br label %7

7:
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 8, i1 false)
  call void @sincos(double %0, ptr %2, ptr %3)
  %8 = load double, ptr %2
  store double %8, ptr %5, align 8
  %9 = load double, ptr %3
  store double %9, ptr %6, align 8
  %o = load double, ptr %3, align 16
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %10 = load double, ptr %4, align 16
  %11 = fadd reassoc nsz contract double %10, %1
  store double %11, ptr %4, align 16
  %12 = load double, ptr %4
  store double 0.000000e+00, ptr %4
  %13 = load double, ptr %5, align 8
  %14 = fneg double %12
  %15 = fmul double %13, %14
  %16 = load double, ptr %x0.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x0.bar
  br label %done

done:
  %18 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %19 = insertvalue { double } poison, double %18, 0
  ret { double } %19
}
