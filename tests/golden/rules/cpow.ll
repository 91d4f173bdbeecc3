define { double } @p.cpow.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot, double %x3, double %x3.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cpow(double %x0, double %x1, double %x2, double %x3)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fcmp oeq double %x2, 0.000000e+00
  %4 = fcmp oeq double %x3, 0.000000e+00
  %5 = and i1 %3, %4
  %6 = fcmp oeq double %1, 0.000000e+00
  %7 = fcmp oeq double %2, 0.000000e+00
  %8 = and i1 %6, %7
  %9 = fcmp oeq double %x2, 1.000000e+00
  %10 = and i1 %9, %4
  %11 = select i1 %10, double 1.000000e+00, double 0.000000e+00
  %12 = fmul double %1, %x2
  %13 = fmul double %2, %x3
  %14 = fsub double %12, %13
  %15 = fmul double %14, %x0
  %16 = fmul double %1, %x3
  %17 = fmul double %2, %x2
  %18 = fadd double %16, %17
  %19 = fneg double %x1
  %20 = fmul double %18, %19
  %21 = fsub double %15, %20
  %22 = fmul double %x0, %x0
  %23 = fmul double %x1, %x1
  %24 = fadd double %22, %23
  %25 = fdiv double %21, %24
  %26 = select i1 %8, double %11, double %25
  %27 = select i1 %5, double 0.000000e+00, double %26
  %28 = fmul double %27, %x0.dot
  %29 = fcmp oeq double %x0.dot, 0.000000e+00
  %30 = select i1 %29, double 0.000000e+00, double %28
  %31 = fcmp oeq double %x2, 0.000000e+00
  %32 = fcmp oeq double %x3, 0.000000e+00
  %33 = and i1 %31, %32
  %34 = fcmp oeq double %1, 0.000000e+00
  %35 = fcmp oeq double %2, 0.000000e+00
  %36 = and i1 %34, %35
  %37 = fmul double %1, %x2
  %38 = fmul double %2, %x3
  %39 = fsub double %37, %38
  %40 = fneg double %x1
  %41 = fmul double %39, %40
  %42 = fmul double %1, %x3
  %43 = fmul double %2, %x2
  %44 = fadd double %42, %43
  %45 = fmul double %44, %x0
  %46 = fadd double %41, %45
  %47 = fmul double %x0, %x0
  %48 = fmul double %x1, %x1
  %49 = fadd double %47, %48
  %50 = fdiv double %46, %49
  %51 = select i1 %36, double 0.000000e+00, double %50
  %52 = select i1 %33, double 0.000000e+00, double %51
  %53 = fmul double %52, %x1.dot
  %54 = fneg double %53
  %55 = fcmp oeq double %x1.dot, 0.000000e+00
  %56 = select i1 %55, double 0.000000e+00, double %54
  %57 = fcmp oeq double %1, 0.000000e+00
  %58 = fcmp oeq double %2, 0.000000e+00
  %59 = and i1 %57, %58
  %60 = call double @hypot(double %x0, double %x1)
  %61 = call double @llvm.log.f64(double %60)
  %62 = fmul double %1, %61
  %63 = call double @llvm.atan2.f64(double %x1, double %x0)
  %64 = fmul double %2, %63
  %65 = fsub double %62, %64
  %66 = select i1 %59, double 0.000000e+00, double %65
  %67 = fmul double %66, %x2.dot
  %68 = fcmp oeq double %x2.dot, 0.000000e+00
  %69 = select i1 %68, double 0.000000e+00, double %67
  %70 = fcmp oeq double %1, 0.000000e+00
  %71 = fcmp oeq double %2, 0.000000e+00
  %72 = and i1 %70, %71
  %73 = call double @llvm.atan2.f64(double %x1, double %x0)
  %74 = fmul double %1, %73
  %75 = call double @hypot(double %x0, double %x1)
  %76 = call double @llvm.log.f64(double %75)
  %77 = fmul double %2, %76
  %78 = fadd double %74, %77
  %79 = select i1 %72, double 0.000000e+00, double %78
  %80 = fmul double %79, %x3.dot
  %81 = fneg double %80
  %82 = fcmp oeq double %x3.dot, 0.000000e+00
  %83 = select i1 %82, double 0.000000e+00, double %81
  %84 = fadd double %30, %56
  %85 = fadd double %84, %69
  %86 = fadd double %85, %83
  %87 = fcmp oeq double %x2, 0.000000e+00
  %88 = fcmp oeq double %x3, 0.000000e+00
  %89 = and i1 %87, %88
  %90 = fcmp oeq double %1, 0.000000e+00
  %91 = fcmp oeq double %2, 0.000000e+00
  %92 = and i1 %90, %91
  %93 = fmul double %1, %x2
  %94 = fmul double %2, %x3
  %95 = fsub double %93, %94
  %96 = fneg double %x1
  %97 = fmul double %95, %96
  %98 = fmul double %1, %x3
  %99 = fmul double %2, %x2
  %100 = fadd double %98, %99
  %101 = fmul double %100, %x0
  %102 = fadd double %97, %101
  %103 = fmul double %x0, %x0
  %104 = fmul double %x1, %x1
  %105 = fadd double %103, %104
  %106 = fdiv double %102, %105
  %107 = select i1 %92, double 0.000000e+00, double %106
  %108 = select i1 %89, double 0.000000e+00, double %107
  %109 = fmul double %108, %x0.dot
  %110 = fcmp oeq double %x0.dot, 0.000000e+00
  %111 = select i1 %110, double 0.000000e+00, double %109
  %112 = fcmp oeq double %x2, 0.000000e+00
  %113 = fcmp oeq double %x3, 0.000000e+00
  %114 = and i1 %112, %113
  %115 = fcmp oeq double %1, 0.000000e+00
  %116 = fcmp oeq double %2, 0.000000e+00
  %117 = and i1 %115, %116
  %118 = fcmp oeq double %x2, 1.000000e+00
  %119 = and i1 %118, %113
  %120 = select i1 %119, double 1.000000e+00, double 0.000000e+00
  %121 = fmul double %1, %x2
  %122 = fmul double %2, %x3
  %123 = fsub double %121, %122
  %124 = fmul double %123, %x0
  %125 = fmul double %1, %x3
  %126 = fmul double %2, %x2
  %127 = fadd double %125, %126
  %128 = fneg double %x1
  %129 = fmul double %127, %128
  %130 = fsub double %124, %129
  %131 = fmul double %x0, %x0
  %132 = fmul double %x1, %x1
  %133 = fadd double %131, %132
  %134 = fdiv double %130, %133
  %135 = select i1 %117, double %120, double %134
  %136 = select i1 %114, double 0.000000e+00, double %135
  %137 = fmul double %136, %x1.dot
  %138 = fcmp oeq double %x1.dot, 0.000000e+00
  %139 = select i1 %138, double 0.000000e+00, double %137
  %140 = fcmp oeq double %1, 0.000000e+00
  %141 = fcmp oeq double %2, 0.000000e+00
  %142 = and i1 %140, %141
  %143 = call double @llvm.atan2.f64(double %x1, double %x0)
  %144 = fmul double %1, %143
  %145 = call double @hypot(double %x0, double %x1)
  %146 = call double @llvm.log.f64(double %145)
  %147 = fmul double %2, %146
  %148 = fadd double %144, %147
  %149 = select i1 %142, double 0.000000e+00, double %148
  %150 = fmul double %149, %x2.dot
  %151 = fcmp oeq double %x2.dot, 0.000000e+00
  %152 = select i1 %151, double 0.000000e+00, double %150
  %153 = fcmp oeq double %1, 0.000000e+00
  %154 = fcmp oeq double %2, 0.000000e+00
  %155 = and i1 %153, %154
  %156 = call double @hypot(double %x0, double %x1)
  %157 = call double @llvm.log.f64(double %156)
  %158 = fmul double %1, %157
  %159 = call double @llvm.atan2.f64(double %x1, double %x0)
  %160 = fmul double %2, %159
  %161 = fsub double %158, %160
  %162 = select i1 %155, double 0.000000e+00, double %161
  %163 = fmul double %162, %x3.dot
  %164 = fcmp oeq double %x3.dot, 0.000000e+00
  %165 = select i1 %164, double 0.000000e+00, double %163
  %166 = fadd double %111, %139
  %167 = fadd double %166, %152
  %168 = fadd double %167, %165
  %c = extractvalue { double, double } %r, 0
  %169 = insertvalue { double } poison, double %86, 0
  ret { double } %169
}

define { double, double, double, double } @p.cpow.0.rev(double %0, double %1, double %2, double %3, double %4) mustprogress {
prologue:
  %5 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %6

6:
  %r = call { double, double } @cpow(double %0, double %1, double %2, double %3)
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
  %10 = fcmp oeq double %2, 0.000000e+00
  %11 = fcmp oeq double %3, 0.000000e+00
  %12 = and i1 %10, %11
  %13 = fcmp oeq double %8, 0.000000e+00
  %14 = fcmp oeq double %9, 0.000000e+00
  %15 = and i1 %13, %14
  %16 = fcmp oeq double %2, 1.000000e+00
  %17 = and i1 %16, %11
  %18 = select i1 %17, double 1.000000e+00, double 0.000000e+00
  %19 = fmul double %8, %2
  %20 = fmul double %9, %3
  %21 = fsub double %19, %20
  %22 = fmul double %21, %0
  %23 = fmul double %8, %3
  %24 = fmul double %9, %2
  %25 = fadd double %23, %24
  %26 = fneg double %1
  %27 = fmul double %25, %26
  %28 = fsub double %22, %27
  %29 = fmul double %0, %0
  %30 = fmul double %1, %1
  %31 = fadd double %29, %30
  %32 = fdiv double %28, %31
  %33 = select i1 %15, double %18, double %32
  %34 = select i1 %12, double 0.000000e+00, double %33
  %35 = fmul double %34, %4
  %36 = fcmp oeq double %4, 0.000000e+00
  %37 = select i1 %36, double 0.000000e+00, double %35
  %38 = load double, ptr %x0.bar
  %39 = fadd reassoc nsz contract double %38, %37
  store double %39, ptr %x0.bar
  %40 = fcmp oeq double %2, 0.000000e+00
  %41 = fcmp oeq double %3, 0.000000e+00
  %42 = and i1 %40, %41
  %43 = fcmp oeq double %8, 0.000000e+00
  %44 = fcmp oeq double %9, 0.000000e+00
  %45 = and i1 %43, %44
  %46 = fmul double %8, %2
  %47 = fmul double %9, %3
  %48 = fsub double %46, %47
  %49 = fneg double %1
  %50 = fmul double %48, %49
  %51 = fmul double %8, %3
  %52 = fmul double %9, %2
  %53 = fadd double %51, %52
  %54 = fmul double %53, %0
  %55 = fadd double %50, %54
  %56 = fmul double %0, %0
  %57 = fmul double %1, %1
  %58 = fadd double %56, %57
  %59 = fdiv double %55, %58
  %60 = select i1 %45, double 0.000000e+00, double %59
  %61 = select i1 %42, double 0.000000e+00, double %60
  %62 = fneg double %4
  %63 = fmul double %61, %62
  %64 = fcmp oeq double %4, 0.000000e+00
  %65 = select i1 %64, double 0.000000e+00, double %63
  %66 = load double, ptr %x1.bar
  %67 = fadd reassoc nsz contract double %66, %65
  store double %67, ptr %x1.bar
  %68 = fcmp oeq double %8, 0.000000e+00
  %69 = fcmp oeq double %9, 0.000000e+00
  %70 = and i1 %68, %69
  %71 = call double @hypot(double %0, double %1)
  %72 = call double @llvm.log.f64(double %71)
  %73 = fmul double %8, %72
  %74 = call double @llvm.atan2.f64(double %1, double %0)
  %75 = fmul double %9, %74
  %76 = fsub double %73, %75
  %77 = select i1 %70, double 0.000000e+00, double %76
  %78 = fmul double %77, %4
  %79 = fcmp oeq double %4, 0.000000e+00
  %80 = select i1 %79, double 0.000000e+00, double %78
  %81 = load double, ptr %x2.bar
  %82 = fadd reassoc nsz contract double %81, %80
  store double %82, ptr %x2.bar
  %83 = fcmp oeq double %8, 0.000000e+00
  %84 = fcmp oeq double %9, 0.000000e+00
  %85 = and i1 %83, %84
  %86 = call double @llvm.atan2.f64(double %1, double %0)
  %87 = fmul double %8, %86
  %88 = call double @hypot(double %0, double %1)
  %89 = call double @llvm.log.f64(double %88)
  %90 = fmul double %9, %89
  %91 = fadd double %87, %90
  %92 = select i1 %85, double 0.000000e+00, double %91
  %93 = fneg double %4
  %94 = fmul double %92, %93
  %95 = fcmp oeq double %4, 0.000000e+00
  %96 = select i1 %95, double 0.000000e+00, double %94
  %97 = load double, ptr %x3.bar
  %98 = fadd reassoc nsz contract double %97, %96
  store double %98, ptr %x3.bar
  br label %done

done:
  %99 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %100 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %101 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %102 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %103 = insertvalue { double, double, double, double } poison, double %99, 0
  %104 = insertvalue { double, double, double, double } %103, double %100, 1
  %105 = insertvalue { double, double, double, double } %104, double %101, 2
  %106 = insertvalue { double, double, double, double } %105, double %102, 3
  ret { double, double, double, double } %106
}

define { double } @p.cpow.1.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot, double %x2, double %x2.dot, double %x3, double %x3.dot) {
prologue:
  br label %0

0:
  %r = call { double, double } @cpow(double %x0, double %x1, double %x2, double %x3)
  %1 = extractvalue { double, double } %r, 0
  %2 = extractvalue { double, double } %r, 1
  %3 = fcmp oeq double %x2, 0.000000e+00
  %4 = fcmp oeq double %x3, 0.000000e+00
  %5 = and i1 %3, %4
  %6 = fcmp oeq double %1, 0.000000e+00
  %7 = fcmp oeq double %2, 0.000000e+00
  %8 = and i1 %6, %7
  %9 = fcmp oeq double %x2, 1.000000e+00
  %10 = and i1 %9, %4
  %11 = select i1 %10, double 1.000000e+00, double 0.000000e+00
  %12 = fmul double %1, %x2
  %13 = fmul double %2, %x3
  %14 = fsub double %12, %13
  %15 = fmul double %14, %x0
  %16 = fmul double %1, %x3
  %17 = fmul double %2, %x2
  %18 = fadd double %16, %17
  %19 = fneg double %x1
  %20 = fmul double %18, %19
  %21 = fsub double %15, %20
  %22 = fmul double %x0, %x0
  %23 = fmul double %x1, %x1
  %24 = fadd double %22, %23
  %25 = fdiv double %21, %24
  %26 = select i1 %8, double %11, double %25
  %27 = select i1 %5, double 0.000000e+00, double %26
  %28 = fmul double %27, %x0.dot
  %29 = fcmp oeq double %x0.dot, 0.000000e+00
  %30 = select i1 %29, double 0.000000e+00, double %28
  %31 = fcmp oeq double %x2, 0.000000e+00
  %32 = fcmp oeq double %x3, 0.000000e+00
  %33 = and i1 %31, %32
  %34 = fcmp oeq double %1, 0.000000e+00
  %35 = fcmp oeq double %2, 0.000000e+00
  %36 = and i1 %34, %35
  %37 = fmul double %1, %x2
  %38 = fmul double %2, %x3
  %39 = fsub double %37, %38
  %40 = fneg double %x1
  %41 = fmul double %39, %40
  %42 = fmul double %1, %x3
  %43 = fmul double %2, %x2
  %44 = fadd double %42, %43
  %45 = fmul double %44, %x0
  %46 = fadd double %41, %45
  %47 = fmul double %x0, %x0
  %48 = fmul double %x1, %x1
  %49 = fadd double %47, %48
  %50 = fdiv double %46, %49
  %51 = select i1 %36, double 0.000000e+00, double %50
  %52 = select i1 %33, double 0.000000e+00, double %51
  %53 = fmul double %52, %x1.dot
  %54 = fneg double %53
  %55 = fcmp oeq double %x1.dot, 0.000000e+00
  %56 = select i1 %55, double 0.000000e+00, double %54
  %57 = fcmp oeq double %1, 0.000000e+00
  %58 = fcmp oeq double %2, 0.000000e+00
  %59 = and i1 %57, %58
  %60 = call double @hypot(double %x0, double %x1)
  %61 = call double @llvm.log.f64(double %60)
  %62 = fmul double %1, %61
  %63 = call double @llvm.atan2.f64(double %x1, double %x0)
  %64 = fmul double %2, %63
  %65 = fsub double %62, %64
  %66 = select i1 %59, double 0.000000e+00, double %65
  %67 = fmul double %66, %x2.dot
  %68 = fcmp oeq double %x2.dot, 0.000000e+00
  %69 = select i1 %68, double 0.000000e+00, double %67
  %70 = fcmp oeq double %1, 0.000000e+00
  %71 = fcmp oeq double %2, 0.000000e+00
  %72 = and i1 %70, %71
  %73 = call double @llvm.atan2.f64(double %x1, double %x0)
  %74 = fmul double %1, %73
  %75 = call double @hypot(double %x0, double %x1)
  %76 = call double @llvm.log.f64(double %75)
  %77 = fmul double %2, %76
  %78 = fadd double %74, %77
  %79 = select i1 %72, double 0.000000e+00, double %78
  %80 = fmul double %79, %x3.dot
  %81 = fneg double %80
  %82 = fcmp oeq double %x3.dot, 0.000000e+00
  %83 = select i1 %82, double 0.000000e+00, double %81
  %84 = fadd double %30, %56
  %85 = fadd double %84, %69
  %86 = fadd double %85, %83
  %87 = fcmp oeq double %x2, 0.000000e+00
  %88 = fcmp oeq double %x3, 0.000000e+00
  %89 = and i1 %87, %88
  %90 = fcmp oeq double %1, 0.000000e+00
  %91 = fcmp oeq double %2, 0.000000e+00
  %92 = and i1 %90, %91
  %93 = fmul double %1, %x2
  %94 = fmul double %2, %x3
  %95 = fsub double %93, %94
  %96 = fneg double %x1
  %97 = fmul double %95, %96
  %98 = fmul double %1, %x3
  %99 = fmul double %2, %x2
  %100 = fadd double %98, %99
  %101 = fmul double %100, %x0
  %102 = fadd double %97, %101
  %103 = fmul double %x0, %x0
  %104 = fmul double %x1, %x1
  %105 = fadd double %103, %104
  %106 = fdiv double %102, %105
  %107 = select i1 %92, double 0.000000e+00, double %106
  %108 = select i1 %89, double 0.000000e+00, double %107
  %109 = fmul double %108, %x0.dot
  %110 = fcmp oeq double %x0.dot, 0.000000e+00
  %111 = select i1 %110, double 0.000000e+00, double %109
  %112 = fcmp oeq double %x2, 0.000000e+00
  %113 = fcmp oeq double %x3, 0.000000e+00
  %114 = and i1 %112, %113
  %115 = fcmp oeq double %1, 0.000000e+00
  %116 = fcmp oeq double %2, 0.000000e+00
  %117 = and i1 %115, %116
  %118 = fcmp oeq double %x2, 1.000000e+00
  %119 = and i1 %118, %113
  %120 = select i1 %119, double 1.000000e+00, double 0.000000e+00
  %121 = fmul double %1, %x2
  %122 = fmul double %2, %x3
  %123 = fsub double %121, %122
  %124 = fmul double %123, %x0
  %125 = fmul double %1, %x3
  %126 = fmul double %2, %x2
  %127 = fadd double %125, %126
  %128 = fneg double %x1
  %129 = fmul double %127, %128
  %130 = fsub double %124, %129
  %131 = fmul double %x0, %x0
  %132 = fmul double %x1, %x1
  %133 = fadd double %131, %132
  %134 = fdiv double %130, %133
  %135 = select i1 %117, double %120, double %134
  %136 = select i1 %114, double 0.000000e+00, double %135
  %137 = fmul double %136, %x1.dot
  %138 = fcmp oeq double %x1.dot, 0.000000e+00
  %139 = select i1 %138, double 0.000000e+00, double %137
  %140 = fcmp oeq double %1, 0.000000e+00
  %141 = fcmp oeq double %2, 0.000000e+00
  %142 = and i1 %140, %141
  %143 = call double @llvm.atan2.f64(double %x1, double %x0)
  %144 = fmul double %1, %143
  %145 = call double @hypot(double %x0, double %x1)
  %146 = call double @llvm.log.f64(double %145)
  %147 = fmul double %2, %146
  %148 = fadd double %144, %147
  %149 = select i1 %142, double 0.000000e+00, double %148
  %150 = fmul double %149, %x2.dot
  %151 = fcmp oeq double %x2.dot, 0.000000e+00
  %152 = select i1 %151, double 0.000000e+00, double %150
  %153 = fcmp oeq double %1, 0.000000e+00
  %154 = fcmp oeq double %2, 0.000000e+00
  %155 = and i1 %153, %154
  %156 = call double @hypot(double %x0, double %x1)
  %157 = call double @llvm.log.f64(double %156)
  %158 = fmul double %1, %157
  %159 = call double @llvm.atan2.f64(double %x1, double %x0)
  %160 = fmul double %2, %159
  %161 = fsub double %158, %160
  %162 = select i1 %155, double 0.000000e+00, double %161
  %163 = fmul double %162, %x3.dot
  %164 = fcmp oeq double %x3.dot, 0.000000e+00
  %165 = select i1 %164, double 0.000000e+00, double %163
  %166 = fadd double %111, %139
  %167 = fadd double %166, %152
  %168 = fadd double %167, %165
  %c = extractvalue { double, double } %r, 1
  %169 = insertvalue { double } poison, double %168, 0
  ret { double } %169
}

define { double, double, double, double } @p.cpow.1.rev(double %0, double %1, double %2, double %3, double %4) mustprogress {
prologue:
  %5 = alloca { double, double }, align 8
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %6

6:
  %r = call { double, double } @cpow(double %0, double %1, double %2, double %3)
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
  %10 = fcmp oeq double %2, 0.000000e+00
  %11 = fcmp oeq double %3, 0.000000e+00
  %12 = and i1 %10, %11
  %13 = fcmp oeq double %8, 0.000000e+00
  %14 = fcmp oeq double %9, 0.000000e+00
  %15 = and i1 %13, %14
  %16 = fmul double %8, %2
  %17 = fmul double %9, %3
  %18 = fsub double %16, %17
  %19 = fneg double %1
  %20 = fmul double %18, %19
  %21 = fmul double %8, %3
  %22 = fmul double %9, %2
  %23 = fadd double %21, %22
  %24 = fmul double %23, %0
  %25 = fadd double %20, %24
  %26 = fmul double %0, %0
  %27 = fmul double %1, %1
  %28 = fadd double %26, %27
  %29 = fdiv double %25, %28
  %30 = select i1 %15, double 0.000000e+00, double %29
  %31 = select i1 %12, double 0.000000e+00, double %30
  %32 = fmul double %31, %4
  %33 = fcmp oeq double %4, 0.000000e+00
  %34 = select i1 %33, double 0.000000e+00, double %32
  %35 = load double, ptr %x0.bar
  %36 = fadd reassoc nsz contract double %35, %34
  store double %36, ptr %x0.bar
  %37 = fcmp oeq double %2, 0.000000e+00
  %38 = fcmp oeq double %3, 0.000000e+00
  %39 = and i1 %37, %38
  %40 = fcmp oeq double %8, 0.000000e+00
  %41 = fcmp oeq double %9, 0.000000e+00
  %42 = and i1 %40, %41
  %43 = fcmp oeq double %2, 1.000000e+00
  %44 = and i1 %43, %38
  %45 = select i1 %44, double 1.000000e+00, double 0.000000e+00
  %46 = fmul double %8, %2
  %47 = fmul double %9, %3
  %48 = fsub double %46, %47
  %49 = fmul double %48, %0
  %50 = fmul double %8, %3
  %51 = fmul double %9, %2
  %52 = fadd double %50, %51
  %53 = fneg double %1
  %54 = fmul double %52, %53
  %55 = fsub double %49, %54
  %56 = fmul double %0, %0
  %57 = fmul double %1, %1
  %58 = fadd double %56, %57
  %59 = fdiv double %55, %58
  %60 = select i1 %42, double %45, double %59
  %61 = select i1 %39, double 0.000000e+00, double %60
  %62 = fmul double %61, %4
  %63 = fcmp oeq double %4, 0.000000e+00
  %64 = select i1 %63, double 0.000000e+00, double %62
  %65 = load double, ptr %x1.bar
  %66 = fadd reassoc nsz contract double %65, %64
  store double %66, ptr %x1.bar
  %67 = fcmp oeq double %8, 0.000000e+00
  %68 = fcmp oeq double %9, 0.000000e+00
  %69 = and i1 %67, %68
  %70 = call double @llvm.atan2.f64(double %1, double %0)
  %71 = fmul double %8, %70
  %72 = call double @hypot(double %0, double %1)
  %73 = call double @llvm.log.f64(double %72)
  %74 = fmul double %9, %73
  %75 = fadd double %71, %74
  %76 = select i1 %69, double 0.000000e+00, double %75
  %77 = fmul double %76, %4
  %78 = fcmp oeq double %4, 0.000000e+00
  %79 = select i1 %78, double 0.000000e+00, double %77
  %80 = load double, ptr %x2.bar
  %81 = fadd reassoc nsz contract double %80, %79
  store double %81, ptr %x2.bar
  %82 = fcmp oeq double %8, 0.000000e+00
  %83 = fcmp oeq double %9, 0.000000e+00
  %84 = and i1 %82, %83
  %85 = call double @hypot(double %0, double %1)
  %86 = call double @llvm.log.f64(double %85)
  %87 = fmul double %8, %86
  %88 = call double @llvm.atan2.f64(double %1, double %0)
  %89 = fmul double %9, %88
  %90 = fsub double %87, %89
  %91 = select i1 %84, double 0.000000e+00, double %90
  %92 = fmul double %91, %4
  %93 = fcmp oeq double %4, 0.000000e+00
  %94 = select i1 %93, double 0.000000e+00, double %92
  %95 = load double, ptr %x3.bar
  %96 = fadd reassoc nsz contract double %95, %94
  store double %96, ptr %x3.bar
  br label %done

done:
  %97 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %98 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %99 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %100 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %101 = insertvalue { double, double, double, double } poison, double %97, 0
  %102 = insertvalue { double, double, double, double } %101, double %98, 1
  %103 = insertvalue { double, double, double, double } %102, double %99, 2
  %104 = insertvalue { double, double, double, double } %103, double %100, 3
  ret { double, double, double, double } %104
}
