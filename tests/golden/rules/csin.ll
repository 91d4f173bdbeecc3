define { double } @p.csin.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @csin(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.cos.f64(double %x0)
  %4 = call double @llvm.cosh.f64(double %x1)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %x0.dot
  %7 = call double @llvm.sin.f64(double %x0)
  %8 = call double @llvm.sinh.f64(double %x1)
  %9 = fmul double %7, %8
  %10 = fneg double %9
  %11 = fmul double %10, %x1.dot
  %12 = fsub double %6, %11
  %13 = call double @llvm.cos.f64(double %x0)
  %14 = call double @llvm.cosh.f64(double %x1)
  %15 = fmul double %13, %14
  %16 = fmul double %15, %x1.dot
  %17 = call double @llvm.sin.f64(double %x0)
  %18 = call double @llvm.sinh.f64(double %x1)
  %19 = fmul double %17, %18
  %20 = fneg double %19
  %21 = fmul double %20, %x0.dot
  %22 = fadd double %16, %21
  %c = extractvalue { double, double } %r, 0
  %23 = insertvalue { double } poison, double %12, 0
  ret { double } %23
}

define { double, double } @p.csin.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @csin(double %0, double %1)
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
  %6 = call double @llvm.cos.f64(double %0)
  %7 = call double @llvm.cosh.f64(double %1)
  %8 = fmul double %6, %7
  %9 = fmul double %8, %2
  %10 = load double, ptr %x0.bar
  %11 = fadd reassoc nsz contract double %10, %9
  store double %11, ptr %x0.bar
  %12 = call double @llvm.sin.f64(double %0)
  %13 = call double @llvm.sinh.f64(double %1)
  %14 = fmul double %12, %13
  %15 = fneg double %14
  %16 = fneg double %2
  %17 = fmul double %15, %16
  %18 = load double, ptr %x1.bar
  %19 = fadd reassoc nsz contract double %18, %17
  store double %19, ptr %x1.bar
  br label %done

done:
  %20 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %21 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %22 = insertvalue { double, double } poison, double %20, 0
  %23 = insertvalue { double, double } %22, double %21, 1
  ret { double, double } %23
}

define { double } @p.csin.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @csin(double %x0, double %x1)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = call double @llvm.cos.f64(double %x0)
  %4 = call double @llvm.cosh.f64(double %x1)
  %5 = fmul double %3, %4
  %6 = fmul double %5, %x0.dot
  %7 = call double @llvm.sin.f64(double %x0)
  %8 = call double @llvm.sinh.f64(double %x1)
  %9 = fmul double %7, %8
  %10 = fneg double %9
  %11 = fmul double %10, %x1.dot
  %12 = fsub double %6, %11
  %13 = call double @llvm.cos.f64(double %x0)
  %14 = call double @llvm.cosh.f64(double %x1)
  %15 = fmul double %13, %14
  %16 = fmul double %15, %x1.dot
  %17 = call double @llvm.sin.f64(double %x0)
  %18 = call double @llvm.sinh.f64(double %x1)
  %19 = fmul double %17, %18
  %20 = fneg double %19
  %21 = fmul double %20, %x0.dot
  %22 = fadd double %16, %21
  %c = extractvalue { double, double } %r, 1
  %23 = insertvalue { double } poison, double %22, 0
  ret { double } %23
}

define { double, double } @p.csin.1.rev(double %0, double %1, double %2) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  br label %3

3:
  %r = call { double, double } @csin(double %0, double %1)
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
  %6 = call double @llvm.sin.f64(double %0)
  %7 = call double @llvm.sinh.f64(double %1)
  %8 = fmul double %6, %7
  %9 = fneg double %8
  %10 = fmul double %9, %2
  %11 = load double, ptr %x0.bar
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %x0.bar
  %13 = call double @llvm.cos.f64(double %0)
  %14 = call double @llvm.cosh.f64(double %1)
  %15 = fmul double %13, %14
  %16 = fmul double %15, %2
  %17 = load double, ptr %x1.bar
  %18 = fadd reassoc nsz contract double %17, %16
  store double %18, ptr %x1.bar
  br label %done

done:
  %19 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %20 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %21 = insertvalue { double, double } poison, double %19, 0
  %22 = insertvalue { double, double } %21, double %20, 1
  ret { double, double } %22
}
