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
  %5 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %6

6:
  %r = call { double, double } @__divdc3(double %0, double %1, double %2, double %3)
  store { double, double } %r, ptr %5, align 8
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
  %7 = load { double, double }, ptr %5, align 8
  %8 = extractvalue { double, double } %7, 0
  %9 = extractvalue { double, double } %7, 1
  %10 = fmul double %2, %2
  %11 = fmul double %3, %3
  %12 = fadd double %10, %11
  %13 = fdiv double %4, %12
  %14 = fmul double %13, %2
  %15 = load double, ptr %x0.bar
  %16 = fadd reassoc nsz contract double %15, %14
  store double %16, ptr %x0.bar
  %17 = fmul double %2, %2
  %18 = fmul double %3, %3
  %19 = fadd double %17, %18
  %20 = fdiv double %4, %19
  %21 = fneg double %20
  %22 = fneg double %3
  %23 = fmul double %21, %22
  %24 = load double, ptr %x1.bar
  %25 = fadd reassoc nsz contract double %24, %23
  store double %25, ptr %x1.bar
  %26 = fmul double %2, %2
  %27 = fmul double %3, %3
  %28 = fadd double %26, %27
  %29 = fdiv double %4, %28
  %30 = fmul double %29, %2
  %31 = fneg double %30
  %32 = fmul double %8, %31
  %33 = fneg double %29
  %34 = fneg double %3
  %35 = fmul double %33, %34
  %36 = fneg double %35
  %37 = fmul double %9, %36
  %38 = fadd double %32, %37
  %39 = load double, ptr %x2.bar
  %40 = fadd reassoc nsz contract double %39, %38
  store double %40, ptr %x2.bar
  %41 = fmul double %2, %2
  %42 = fmul double %3, %3
  %43 = fadd double %41, %42
  %44 = fdiv double %4, %43
  %45 = fmul double %44, %2
  %46 = fneg double %45
  %47 = fneg double %46
  %48 = fmul double %9, %47
  %49 = fneg double %44
  %50 = fneg double %3
  %51 = fmul double %49, %50
  %52 = fneg double %51
  %53 = fmul double %8, %52
  %54 = fadd double %48, %53
  %55 = load double, ptr %x3.bar
  %56 = fadd reassoc nsz contract double %55, %54
  store double %56, ptr %x3.bar
  br label %done

done:
  %57 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %58 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %59 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %60 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %61 = insertvalue { double, double, double, double } poison, double %57, 0
  %62 = insertvalue { double, double, double, double } %61, double %58, 1
  %63 = insertvalue { double, double, double, double } %62, double %59, 2
  %64 = insertvalue { double, double, double, double } %63, double %60, 3
  ret { double, double, double, double } %64
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
  %5 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %6

6:
  %r = call { double, double } @__divdc3(double %0, double %1, double %2, double %3)
  store { double, double } %r, ptr %5, align 8
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
  %7 = load { double, double }, ptr %5, align 8
  %8 = extractvalue { double, double } %7, 0
  %9 = extractvalue { double, double } %7, 1
  %10 = fmul double %2, %2
  %11 = fmul double %3, %3
  %12 = fadd double %10, %11
  %13 = fdiv double %4, %12
  %14 = fneg double %3
  %15 = fmul double %13, %14
  %16 = load double, ptr %x0.bar
  %17 = fadd reassoc nsz contract double %16, %15
  store double %17, ptr %x0.bar
  %18 = fmul double %2, %2
  %19 = fmul double %3, %3
  %20 = fadd double %18, %19
  %21 = fdiv double %4, %20
  %22 = fmul double %21, %2
  %23 = load double, ptr %x1.bar
  %24 = fadd reassoc nsz contract double %23, %22
  store double %24, ptr %x1.bar
  %25 = fmul double %2, %2
  %26 = fmul double %3, %3
  %27 = fadd double %25, %26
  %28 = fdiv double %4, %27
  %29 = fneg double %3
  %30 = fmul double %28, %29
  %31 = fneg double %30
  %32 = fmul double %8, %31
  %33 = fmul double %28, %2
  %34 = fneg double %33
  %35 = fmul double %9, %34
  %36 = fadd double %32, %35
  %37 = load double, ptr %x2.bar
  %38 = fadd reassoc nsz contract double %37, %36
  store double %38, ptr %x2.bar
  %39 = fmul double %2, %2
  %40 = fmul double %3, %3
  %41 = fadd double %39, %40
  %42 = fdiv double %4, %41
  %43 = fneg double %3
  %44 = fmul double %42, %43
  %45 = fneg double %44
  %46 = fneg double %45
  %47 = fmul double %9, %46
  %48 = fmul double %42, %2
  %49 = fneg double %48
  %50 = fmul double %8, %49
  %51 = fadd double %47, %50
  %52 = load double, ptr %x3.bar
  %53 = fadd reassoc nsz contract double %52, %51
  store double %53, ptr %x3.bar
  br label %done

done:
  %54 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %55 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %56 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %57 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %58 = insertvalue { double, double, double, double } poison, double %54, 0
  %59 = insertvalue { double, double, double, double } %58, double %55, 1
  %60 = insertvalue { double, double, double, double } %59, double %56, 2
  %61 = insertvalue { double, double, double, double } %60, double %57, 3
  ret { double, double, double, double } %61
}
