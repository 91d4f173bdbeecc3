define { double } @p.cdiv.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot, double %x3, double %x3.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @__divdc3(double %x0, double %x1, double %x2, double %x3)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %x2.dot
  %4 = fmul double %2, %x3.dot
  %5 = fsub double %3, %4
  %6 = fsub double %x0.dot, %5
  %7 = fmul double %6, %x2
  %8 = fmul double %1, %x3.dot
  %9 = fmul double %2, %x2.dot
  %10 = fadd double %8, %9
  %11 = fsub double %x1.dot, %10
  %12 = fneg double %x3
  %13 = fmul double %11, %12
  %14 = fsub double %7, %13
  %15 = fmul double %x2, %x2
  %16 = fmul double %x3, %x3
  %17 = fadd double %15, %16
  %18 = fdiv double %14, %17
  %19 = fmul double %1, %x2.dot
  %20 = fmul double %2, %x3.dot
  %21 = fsub double %19, %20
  %22 = fsub double %x0.dot, %21
  %23 = fneg double %x3
  %24 = fmul double %22, %23
  %25 = fmul double %1, %x3.dot
  %26 = fmul double %2, %x2.dot
  %27 = fadd double %25, %26
  %28 = fsub double %x1.dot, %27
  %29 = fmul double %28, %x2
  %30 = fadd double %24, %29
  %31 = fmul double %x2, %x2
  %32 = fmul double %x3, %x3
  %33 = fadd double %31, %32
  %34 = fdiv double %30, %33
  %c = extractvalue { double, double } %r, 0
  %35 = insertvalue { double } poison, double %18, 0
  ret { double } %35
}

define { double, double, double, double } @p.cdiv.0.rev(double %0, double %1, double %2, double %3, double %4) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %5

5:
  %r = call { double, double } @__divdc3(double %0, double %1, double %2, double %3)
  %c = extractvalue { double, double } %r, 0
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  store double -0.000000e+00, ptr %x3.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = extractvalue { double, double } %r, 0
  %7 = extractvalue { double, double } %r, 1
  %8 = fmul double %2, %2
  %9 = fmul double %3, %3
  %10 = fadd double %8, %9
  %11 = fdiv double %4, %10
  %12 = fmul double %11, %2
  %13 = load double, ptr %x0.bar
  %14 = fadd reassoc nsz contract double %13, %12
  store double %14, ptr %x0.bar
  %15 = fmul double %2, %2
  %16 = fmul double %3, %3
  %17 = fadd double %15, %16
  %18 = fdiv double %4, %17
  %19 = fneg double %18
  %20 = fneg double %3
  %21 = fmul double %19, %20
  %22 = load double, ptr %x1.bar
  %23 = fadd reassoc nsz contract double %22, %21
  store double %23, ptr %x1.bar
  %24 = fmul double %2, %2
  %25 = fmul double %3, %3
  %26 = fadd double %24, %25
  %27 = fdiv double %4, %26
  %28 = fmul double %27, %2
  %29 = fneg double %28
  %30 = fmul double %6, %29
  %31 = fneg double %27
  %32 = fneg double %3
  %33 = fmul double %31, %32
  %34 = fneg double %33
  %35 = fmul double %7, %34
  %36 = fadd double %30, %35
  %37 = load double, ptr %x2.bar
  %38 = fadd reassoc nsz contract double %37, %36
  store double %38, ptr %x2.bar
  %39 = fmul double %2, %2
  %40 = fmul double %3, %3
  %41 = fadd double %39, %40
  %42 = fdiv double %4, %41
  %43 = fmul double %42, %2
  %44 = fneg double %43
  %45 = fneg double %44
  %46 = fmul double %7, %45
  %47 = fneg double %42
  %48 = fneg double %3
  %49 = fmul double %47, %48
  %50 = fneg double %49
  %51 = fmul double %6, %50
  %52 = fadd double %46, %51
  %53 = load double, ptr %x3.bar
  %54 = fadd reassoc nsz contract double %53, %52
  store double %54, ptr %x3.bar
  br label %done

done:
  %55 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %56 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %57 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %58 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %59 = insertvalue { double, double, double, double } poison, double %55, 0
  %60 = insertvalue { double, double, double, double } %59, double %56, 1
  %61 = insertvalue { double, double, double, double } %60, double %57, 2
  %62 = insertvalue { double, double, double, double } %61, double %58, 3
  ret { double, double, double, double } %62
}

define { double } @p.cdiv.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot, double %x3, double %x3.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @__divdc3(double %x0, double %x1, double %x2, double %x3)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fmul double %1, %x2.dot
  %4 = fmul double %2, %x3.dot
  %5 = fsub double %3, %4
  %6 = fsub double %x0.dot, %5
  %7 = fmul double %6, %x2
  %8 = fmul double %1, %x3.dot
  %9 = fmul double %2, %x2.dot
  %10 = fadd double %8, %9
  %11 = fsub double %x1.dot, %10
  %12 = fneg double %x3
  %13 = fmul double %11, %12
  %14 = fsub double %7, %13
  %15 = fmul double %x2, %x2
  %16 = fmul double %x3, %x3
  %17 = fadd double %15, %16
  %18 = fdiv double %14, %17
  %19 = fmul double %1, %x2.dot
  %20 = fmul double %2, %x3.dot
  %21 = fsub double %19, %20
  %22 = fsub double %x0.dot, %21
  %23 = fneg double %x3
  %24 = fmul double %22, %23
  %25 = fmul double %1, %x3.dot
  %26 = fmul double %2, %x2.dot
  %27 = fadd double %25, %26
  %28 = fsub double %x1.dot, %27
  %29 = fmul double %28, %x2
  %30 = fadd double %24, %29
  %31 = fmul double %x2, %x2
  %32 = fmul double %x3, %x3
  %33 = fadd double %31, %32
  %34 = fdiv double %30, %33
  %c = extractvalue { double, double } %r, 1
  %35 = insertvalue { double } poison, double %34, 0
  ret { double } %35
}

define { double, double, double, double } @p.cdiv.1.rev(double %0, double %1, double %2, double %3, double %4) mustprogress {
prologue:
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %5

5:
  %r = call { double, double } @__divdc3(double %0, double %1, double %2, double %3)
  %c = extractvalue { double, double } %r, 1
  br label %turn

turn:
  store double -0.000000e+00, ptr %x0.bar
  store double -0.000000e+00, ptr %x1.bar
  store double -0.000000e+00, ptr %x2.bar
  store double -0.000000e+00, ptr %x3.bar
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = extractvalue { double, double } %r, 0
  %7 = extractvalue { double, double } %r, 1
  %8 = fmul double %2, %2
  %9 = fmul double %3, %3
  %10 = fadd double %8, %9
  %11 = fdiv double %4, %10
  %12 = fneg double %3
  %13 = fmul double %11, %12
  %14 = load double, ptr %x0.bar
  %15 = fadd reassoc nsz contract double %14, %13
  store double %15, ptr %x0.bar
  %16 = fmul double %2, %2
  %17 = fmul double %3, %3
  %18 = fadd double %16, %17
  %19 = fdiv double %4, %18
  %20 = fmul double %19, %2
  %21 = load double, ptr %x1.bar
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %x1.bar
  %23 = fmul double %2, %2
  %24 = fmul double %3, %3
  %25 = fadd double %23, %24
  %26 = fdiv double %4, %25
  %27 = fneg double %3
  %28 = fmul double %26, %27
  %29 = fneg double %28
  %30 = fmul double %6, %29
  %31 = fmul double %26, %2
  %32 = fneg double %31
  %33 = fmul double %7, %32
  %34 = fadd double %30, %33
  %35 = load double, ptr %x2.bar
  %36 = fadd reassoc nsz contract double %35, %34
  store double %36, ptr %x2.bar
  %37 = fmul double %2, %2
  %38 = fmul double %3, %3
  %39 = fadd double %37, %38
  %40 = fdiv double %4, %39
  %41 = fneg double %3
  %42 = fmul double %40, %41
  %43 = fneg double %42
  %44 = fneg double %43
  %45 = fmul double %7, %44
  %46 = fmul double %40, %2
  %47 = fneg double %46
  %48 = fmul double %6, %47
  %49 = fadd double %45, %48
  %50 = load double, ptr %x3.bar
  %51 = fadd reassoc nsz contract double %50, %49
  store double %51, ptr %x3.bar
  br label %done

done:
  %52 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %53 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %54 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %55 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %56 = insertvalue { double, double, double, double } poison, double %52, 0
  %57 = insertvalue { double, double, double, double } %56, double %53, 1
  %58 = insertvalue { double, double, double, double } %57, double %54, 2
  %59 = insertvalue { double, double, double, double } %58, double %55, 3
  ret { double, double, double, double } %59
}
