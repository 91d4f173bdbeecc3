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
  %30 = fcmp uno double %28, %28
  %31 = and i1 %29, %30
  %32 = select i1 %31, double 0.000000e+00, double %28
  %33 = fcmp oeq double %x2, 0.000000e+00
  %34 = fcmp oeq double %x3, 0.000000e+00
  %35 = and i1 %33, %34
  %36 = fcmp oeq double %1, 0.000000e+00
  %37 = fcmp oeq double %2, 0.000000e+00
  %38 = and i1 %36, %37
  %39 = fmul double %1, %x2
  %40 = fmul double %2, %x3
  %41 = fsub double %39, %40
  %42 = fneg double %x1
  %43 = fmul double %41, %42
  %44 = fmul double %1, %x3
  %45 = fmul double %2, %x2
  %46 = fadd double %44, %45
  %47 = fmul double %46, %x0
  %48 = fadd double %43, %47
  %49 = fmul double %x0, %x0
  %50 = fmul double %x1, %x1
  %51 = fadd double %49, %50
  %52 = fdiv double %48, %51
  %53 = select i1 %38, double 0.000000e+00, double %52
  %54 = select i1 %35, double 0.000000e+00, double %53
  %55 = fmul double %54, %x1.dot
  %56 = fneg double %55
  %57 = fcmp oeq double %x1.dot, 0.000000e+00
  %58 = fcmp uno double %56, %56
  %59 = and i1 %57, %58
  %60 = select i1 %59, double 0.000000e+00, double %56
  %61 = fcmp oeq double %1, 0.000000e+00
  %62 = fcmp oeq double %2, 0.000000e+00
  %63 = and i1 %61, %62
  %64 = call double @hypot(double %x0, double %x1)
  %65 = call double @llvm.log.f64(double %64)
  %66 = fmul double %1, %65
  %67 = call double @llvm.atan2.f64(double %x1, double %x0)
  %68 = fmul double %2, %67
  %69 = fsub double %66, %68
  %70 = select i1 %63, double 0.000000e+00, double %69
  %71 = fmul double %70, %x2.dot
  %72 = fcmp oeq double %x2.dot, 0.000000e+00
  %73 = fcmp uno double %71, %71
  %74 = and i1 %72, %73
  %75 = select i1 %74, double 0.000000e+00, double %71
  %76 = fcmp oeq double %1, 0.000000e+00
  %77 = fcmp oeq double %2, 0.000000e+00
  %78 = and i1 %76, %77
  %79 = call double @llvm.atan2.f64(double %x1, double %x0)
  %80 = fmul double %1, %79
  %81 = call double @hypot(double %x0, double %x1)
  %82 = call double @llvm.log.f64(double %81)
  %83 = fmul double %2, %82
  %84 = fadd double %80, %83
  %85 = select i1 %78, double 0.000000e+00, double %84
  %86 = fmul double %85, %x3.dot
  %87 = fneg double %86
  %88 = fcmp oeq double %x3.dot, 0.000000e+00
  %89 = fcmp uno double %87, %87
  %90 = and i1 %88, %89
  %91 = select i1 %90, double 0.000000e+00, double %87
  %92 = fadd double %32, %60
  %93 = fadd double %92, %75
  %94 = fadd double %93, %91
  %95 = fcmp oeq double %x2, 0.000000e+00
  %96 = fcmp oeq double %x3, 0.000000e+00
  %97 = and i1 %95, %96
  %98 = fcmp oeq double %1, 0.000000e+00
  %99 = fcmp oeq double %2, 0.000000e+00
  %100 = and i1 %98, %99
  %101 = fmul double %1, %x2
  %102 = fmul double %2, %x3
  %103 = fsub double %101, %102
  %104 = fneg double %x1
  %105 = fmul double %103, %104
  %106 = fmul double %1, %x3
  %107 = fmul double %2, %x2
  %108 = fadd double %106, %107
  %109 = fmul double %108, %x0
  %110 = fadd double %105, %109
  %111 = fmul double %x0, %x0
  %112 = fmul double %x1, %x1
  %113 = fadd double %111, %112
  %114 = fdiv double %110, %113
  %115 = select i1 %100, double 0.000000e+00, double %114
  %116 = select i1 %97, double 0.000000e+00, double %115
  %117 = fmul double %116, %x0.dot
  %118 = fcmp oeq double %x0.dot, 0.000000e+00
  %119 = fcmp uno double %117, %117
  %120 = and i1 %118, %119
  %121 = select i1 %120, double 0.000000e+00, double %117
  %122 = fcmp oeq double %x2, 0.000000e+00
  %123 = fcmp oeq double %x3, 0.000000e+00
  %124 = and i1 %122, %123
  %125 = fcmp oeq double %1, 0.000000e+00
  %126 = fcmp oeq double %2, 0.000000e+00
  %127 = and i1 %125, %126
  %128 = fcmp oeq double %x2, 1.000000e+00
  %129 = and i1 %128, %123
  %130 = select i1 %129, double 1.000000e+00, double 0.000000e+00
  %131 = fmul double %1, %x2
  %132 = fmul double %2, %x3
  %133 = fsub double %131, %132
  %134 = fmul double %133, %x0
  %135 = fmul double %1, %x3
  %136 = fmul double %2, %x2
  %137 = fadd double %135, %136
  %138 = fneg double %x1
  %139 = fmul double %137, %138
  %140 = fsub double %134, %139
  %141 = fmul double %x0, %x0
  %142 = fmul double %x1, %x1
  %143 = fadd double %141, %142
  %144 = fdiv double %140, %143
  %145 = select i1 %127, double %130, double %144
  %146 = select i1 %124, double 0.000000e+00, double %145
  %147 = fmul double %146, %x1.dot
  %148 = fcmp oeq double %x1.dot, 0.000000e+00
  %149 = fcmp uno double %147, %147
  %150 = and i1 %148, %149
  %151 = select i1 %150, double 0.000000e+00, double %147
  %152 = fcmp oeq double %1, 0.000000e+00
  %153 = fcmp oeq double %2, 0.000000e+00
  %154 = and i1 %152, %153
  %155 = call double @llvm.atan2.f64(double %x1, double %x0)
  %156 = fmul double %1, %155
  %157 = call double @hypot(double %x0, double %x1)
  %158 = call double @llvm.log.f64(double %157)
  %159 = fmul double %2, %158
  %160 = fadd double %156, %159
  %161 = select i1 %154, double 0.000000e+00, double %160
  %162 = fmul double %161, %x2.dot
  %163 = fcmp oeq double %x2.dot, 0.000000e+00
  %164 = fcmp uno double %162, %162
  %165 = and i1 %163, %164
  %166 = select i1 %165, double 0.000000e+00, double %162
  %167 = fcmp oeq double %1, 0.000000e+00
  %168 = fcmp oeq double %2, 0.000000e+00
  %169 = and i1 %167, %168
  %170 = call double @hypot(double %x0, double %x1)
  %171 = call double @llvm.log.f64(double %170)
  %172 = fmul double %1, %171
  %173 = call double @llvm.atan2.f64(double %x1, double %x0)
  %174 = fmul double %2, %173
  %175 = fsub double %172, %174
  %176 = select i1 %169, double 0.000000e+00, double %175
  %177 = fmul double %176, %x3.dot
  %178 = fcmp oeq double %x3.dot, 0.000000e+00
  %179 = fcmp uno double %177, %177
  %180 = and i1 %178, %179
  %181 = select i1 %180, double 0.000000e+00, double %177
  %182 = fadd double %121, %151
  %183 = fadd double %182, %166
  %184 = fadd double %183, %181
  %c = extractvalue { double, double } %r, 0
  %185 = insertvalue { double } poison, double %94, 0
  ret { double } %185
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
  %37 = fcmp uno double %35, %35
  %38 = and i1 %36, %37
  %39 = select i1 %38, double 0.000000e+00, double %35
  %40 = load double, ptr %x0.bar
  %41 = fadd reassoc nsz contract double %40, %39
  store double %41, ptr %x0.bar
  %42 = fcmp oeq double %2, 0.000000e+00
  %43 = fcmp oeq double %3, 0.000000e+00
  %44 = and i1 %42, %43
  %45 = fcmp oeq double %8, 0.000000e+00
  %46 = fcmp oeq double %9, 0.000000e+00
  %47 = and i1 %45, %46
  %48 = fmul double %8, %2
  %49 = fmul double %9, %3
  %50 = fsub double %48, %49
  %51 = fneg double %1
  %52 = fmul double %50, %51
  %53 = fmul double %8, %3
  %54 = fmul double %9, %2
  %55 = fadd double %53, %54
  %56 = fmul double %55, %0
  %57 = fadd double %52, %56
  %58 = fmul double %0, %0
  %59 = fmul double %1, %1
  %60 = fadd double %58, %59
  %61 = fdiv double %57, %60
  %62 = select i1 %47, double 0.000000e+00, double %61
  %63 = select i1 %44, double 0.000000e+00, double %62
  %64 = fneg double %4
  %65 = fmul double %63, %64
  %66 = fcmp oeq double %4, 0.000000e+00
  %67 = fcmp uno double %65, %65
  %68 = and i1 %66, %67
  %69 = select i1 %68, double 0.000000e+00, double %65
  %70 = load double, ptr %x1.bar
  %71 = fadd reassoc nsz contract double %70, %69
  store double %71, ptr %x1.bar
  %72 = fcmp oeq double %8, 0.000000e+00
  %73 = fcmp oeq double %9, 0.000000e+00
  %74 = and i1 %72, %73
  %75 = call double @hypot(double %0, double %1)
  %76 = call double @llvm.log.f64(double %75)
  %77 = fmul double %8, %76
  %78 = call double @llvm.atan2.f64(double %1, double %0)
  %79 = fmul double %9, %78
  %80 = fsub double %77, %79
  %81 = select i1 %74, double 0.000000e+00, double %80
  %82 = fmul double %81, %4
  %83 = fcmp oeq double %4, 0.000000e+00
  %84 = fcmp uno double %82, %82
  %85 = and i1 %83, %84
  %86 = select i1 %85, double 0.000000e+00, double %82
  %87 = load double, ptr %x2.bar
  %88 = fadd reassoc nsz contract double %87, %86
  store double %88, ptr %x2.bar
  %89 = fcmp oeq double %8, 0.000000e+00
  %90 = fcmp oeq double %9, 0.000000e+00
  %91 = and i1 %89, %90
  %92 = call double @llvm.atan2.f64(double %1, double %0)
  %93 = fmul double %8, %92
  %94 = call double @hypot(double %0, double %1)
  %95 = call double @llvm.log.f64(double %94)
  %96 = fmul double %9, %95
  %97 = fadd double %93, %96
  %98 = select i1 %91, double 0.000000e+00, double %97
  %99 = fneg double %4
  %100 = fmul double %98, %99
  %101 = fcmp oeq double %4, 0.000000e+00
  %102 = fcmp uno double %100, %100
  %103 = and i1 %101, %102
  %104 = select i1 %103, double 0.000000e+00, double %100
  %105 = load double, ptr %x3.bar
  %106 = fadd reassoc nsz contract double %105, %104
  store double %106, ptr %x3.bar
  br label %done

done:
  %107 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %108 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %109 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %110 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %111 = insertvalue { double, double, double, double } poison, double %107, 0
  %112 = insertvalue { double, double, double, double } %111, double %108, 1
  %113 = insertvalue { double, double, double, double } %112, double %109, 2
  %114 = insertvalue { double, double, double, double } %113, double %110, 3
  ret { double, double, double, double } %114
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
  %30 = fcmp uno double %28, %28
  %31 = and i1 %29, %30
  %32 = select i1 %31, double 0.000000e+00, double %28
  %33 = fcmp oeq double %x2, 0.000000e+00
  %34 = fcmp oeq double %x3, 0.000000e+00
  %35 = and i1 %33, %34
  %36 = fcmp oeq double %1, 0.000000e+00
  %37 = fcmp oeq double %2, 0.000000e+00
  %38 = and i1 %36, %37
  %39 = fmul double %1, %x2
  %40 = fmul double %2, %x3
  %41 = fsub double %39, %40
  %42 = fneg double %x1
  %43 = fmul double %41, %42
  %44 = fmul double %1, %x3
  %45 = fmul double %2, %x2
  %46 = fadd double %44, %45
  %47 = fmul double %46, %x0
  %48 = fadd double %43, %47
  %49 = fmul double %x0, %x0
  %50 = fmul double %x1, %x1
  %51 = fadd double %49, %50
  %52 = fdiv double %48, %51
  %53 = select i1 %38, double 0.000000e+00, double %52
  %54 = select i1 %35, double 0.000000e+00, double %53
  %55 = fmul double %54, %x1.dot
  %56 = fneg double %55
  %57 = fcmp oeq double %x1.dot, 0.000000e+00
  %58 = fcmp uno double %56, %56
  %59 = and i1 %57, %58
  %60 = select i1 %59, double 0.000000e+00, double %56
  %61 = fcmp oeq double %1, 0.000000e+00
  %62 = fcmp oeq double %2, 0.000000e+00
  %63 = and i1 %61, %62
  %64 = call double @hypot(double %x0, double %x1)
  %65 = call double @llvm.log.f64(double %64)
  %66 = fmul double %1, %65
  %67 = call double @llvm.atan2.f64(double %x1, double %x0)
  %68 = fmul double %2, %67
  %69 = fsub double %66, %68
  %70 = select i1 %63, double 0.000000e+00, double %69
  %71 = fmul double %70, %x2.dot
  %72 = fcmp oeq double %x2.dot, 0.000000e+00
  %73 = fcmp uno double %71, %71
  %74 = and i1 %72, %73
  %75 = select i1 %74, double 0.000000e+00, double %71
  %76 = fcmp oeq double %1, 0.000000e+00
  %77 = fcmp oeq double %2, 0.000000e+00
  %78 = and i1 %76, %77
  %79 = call double @llvm.atan2.f64(double %x1, double %x0)
  %80 = fmul double %1, %79
  %81 = call double @hypot(double %x0, double %x1)
  %82 = call double @llvm.log.f64(double %81)
  %83 = fmul double %2, %82
  %84 = fadd double %80, %83
  %85 = select i1 %78, double 0.000000e+00, double %84
  %86 = fmul double %85, %x3.dot
  %87 = fneg double %86
  %88 = fcmp oeq double %x3.dot, 0.000000e+00
  %89 = fcmp uno double %87, %87
  %90 = and i1 %88, %89
  %91 = select i1 %90, double 0.000000e+00, double %87
  %92 = fadd double %32, %60
  %93 = fadd double %92, %75
  %94 = fadd double %93, %91
  %95 = fcmp oeq double %x2, 0.000000e+00
  %96 = fcmp oeq double %x3, 0.000000e+00
  %97 = and i1 %95, %96
  %98 = fcmp oeq double %1, 0.000000e+00
  %99 = fcmp oeq double %2, 0.000000e+00
  %100 = and i1 %98, %99
  %101 = fmul double %1, %x2
  %102 = fmul double %2, %x3
  %103 = fsub double %101, %102
  %104 = fneg double %x1
  %105 = fmul double %103, %104
  %106 = fmul double %1, %x3
  %107 = fmul double %2, %x2
  %108 = fadd double %106, %107
  %109 = fmul double %108, %x0
  %110 = fadd double %105, %109
  %111 = fmul double %x0, %x0
  %112 = fmul double %x1, %x1
  %113 = fadd double %111, %112
  %114 = fdiv double %110, %113
  %115 = select i1 %100, double 0.000000e+00, double %114
  %116 = select i1 %97, double 0.000000e+00, double %115
  %117 = fmul double %116, %x0.dot
  %118 = fcmp oeq double %x0.dot, 0.000000e+00
  %119 = fcmp uno double %117, %117
  %120 = and i1 %118, %119
  %121 = select i1 %120, double 0.000000e+00, double %117
  %122 = fcmp oeq double %x2, 0.000000e+00
  %123 = fcmp oeq double %x3, 0.000000e+00
  %124 = and i1 %122, %123
  %125 = fcmp oeq double %1, 0.000000e+00
  %126 = fcmp oeq double %2, 0.000000e+00
  %127 = and i1 %125, %126
  %128 = fcmp oeq double %x2, 1.000000e+00
  %129 = and i1 %128, %123
  %130 = select i1 %129, double 1.000000e+00, double 0.000000e+00
  %131 = fmul double %1, %x2
  %132 = fmul double %2, %x3
  %133 = fsub double %131, %132
  %134 = fmul double %133, %x0
  %135 = fmul double %1, %x3
  %136 = fmul double %2, %x2
  %137 = fadd double %135, %136
  %138 = fneg double %x1
  %139 = fmul double %137, %138
  %140 = fsub double %134, %139
  %141 = fmul double %x0, %x0
  %142 = fmul double %x1, %x1
  %143 = fadd double %141, %142
  %144 = fdiv double %140, %143
  %145 = select i1 %127, double %130, double %144
  %146 = select i1 %124, double 0.000000e+00, double %145
  %147 = fmul double %146, %x1.dot
  %148 = fcmp oeq double %x1.dot, 0.000000e+00
  %149 = fcmp uno double %147, %147
  %150 = and i1 %148, %149
  %151 = select i1 %150, double 0.000000e+00, double %147
  %152 = fcmp oeq double %1, 0.000000e+00
  %153 = fcmp oeq double %2, 0.000000e+00
  %154 = and i1 %152, %153
  %155 = call double @llvm.atan2.f64(double %x1, double %x0)
  %156 = fmul double %1, %155
  %157 = call double @hypot(double %x0, double %x1)
  %158 = call double @llvm.log.f64(double %157)
  %159 = fmul double %2, %158
  %160 = fadd double %156, %159
  %161 = select i1 %154, double 0.000000e+00, double %160
  %162 = fmul double %161, %x2.dot
  %163 = fcmp oeq double %x2.dot, 0.000000e+00
  %164 = fcmp uno double %162, %162
  %165 = and i1 %163, %164
  %166 = select i1 %165, double 0.000000e+00, double %162
  %167 = fcmp oeq double %1, 0.000000e+00
  %168 = fcmp oeq double %2, 0.000000e+00
  %169 = and i1 %167, %168
  %170 = call double @hypot(double %x0, double %x1)
  %171 = call double @llvm.log.f64(double %170)
  %172 = fmul double %1, %171
  %173 = call double @llvm.atan2.f64(double %x1, double %x0)
  %174 = fmul double %2, %173
  %175 = fsub double %172, %174
  %176 = select i1 %169, double 0.000000e+00, double %175
  %177 = fmul double %176, %x3.dot
  %178 = fcmp oeq double %x3.dot, 0.000000e+00
  %179 = fcmp uno double %177, %177
  %180 = and i1 %178, %179
  %181 = select i1 %180, double 0.000000e+00, double %177
  %182 = fadd double %121, %151
  %183 = fadd double %182, %166
  %184 = fadd double %183, %181
  %c = extractvalue { double, double } %r, 1
  %185 = insertvalue { double } poison, double %184, 0
  ret { double } %185
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
  %34 = fcmp uno double %32, %32
  %35 = and i1 %33, %34
  %36 = select i1 %35, double 0.000000e+00, double %32
  %37 = load double, ptr %x0.bar
  %38 = fadd reassoc nsz contract double %37, %36
  store double %38, ptr %x0.bar
  %39 = fcmp oeq double %2, 0.000000e+00
  %40 = fcmp oeq double %3, 0.000000e+00
  %41 = and i1 %39, %40
  %42 = fcmp oeq double %8, 0.000000e+00
  %43 = fcmp oeq double %9, 0.000000e+00
  %44 = and i1 %42, %43
  %45 = fcmp oeq double %2, 1.000000e+00
  %46 = and i1 %45, %40
  %47 = select i1 %46, double 1.000000e+00, double 0.000000e+00
  %48 = fmul double %8, %2
  %49 = fmul double %9, %3
  %50 = fsub double %48, %49
  %51 = fmul double %50, %0
  %52 = fmul double %8, %3
  %53 = fmul double %9, %2
  %54 = fadd double %52, %53
  %55 = fneg double %1
  %56 = fmul double %54, %55
  %57 = fsub double %51, %56
  %58 = fmul double %0, %0
  %59 = fmul double %1, %1
  %60 = fadd double %58, %59
  %61 = fdiv double %57, %60
  %62 = select i1 %44, double %47, double %61
  %63 = select i1 %41, double 0.000000e+00, double %62
  %64 = fmul double %63, %4
  %65 = fcmp oeq double %4, 0.000000e+00
  %66 = fcmp uno double %64, %64
  %67 = and i1 %65, %66
  %68 = select i1 %67, double 0.000000e+00, double %64
  %69 = load double, ptr %x1.bar
  %70 = fadd reassoc nsz contract double %69, %68
  store double %70, ptr %x1.bar
  %71 = fcmp oeq double %8, 0.000000e+00
  %72 = fcmp oeq double %9, 0.000000e+00
  %73 = and i1 %71, %72
  %74 = call double @llvm.atan2.f64(double %1, double %0)
  %75 = fmul double %8, %74
  %76 = call double @hypot(double %0, double %1)
  %77 = call double @llvm.log.f64(double %76)
  %78 = fmul double %9, %77
  %79 = fadd double %75, %78
  %80 = select i1 %73, double 0.000000e+00, double %79
  %81 = fmul double %80, %4
  %82 = fcmp oeq double %4, 0.000000e+00
  %83 = fcmp uno double %81, %81
  %84 = and i1 %82, %83
  %85 = select i1 %84, double 0.000000e+00, double %81
  %86 = load double, ptr %x2.bar
  %87 = fadd reassoc nsz contract double %86, %85
  store double %87, ptr %x2.bar
  %88 = fcmp oeq double %8, 0.000000e+00
  %89 = fcmp oeq double %9, 0.000000e+00
  %90 = and i1 %88, %89
  %91 = call double @hypot(double %0, double %1)
  %92 = call double @llvm.log.f64(double %91)
  %93 = fmul double %8, %92
  %94 = call double @llvm.atan2.f64(double %1, double %0)
  %95 = fmul double %9, %94
  %96 = fsub double %93, %95
  %97 = select i1 %90, double 0.000000e+00, double %96
  %98 = fmul double %97, %4
  %99 = fcmp oeq double %4, 0.000000e+00
  %100 = fcmp uno double %98, %98
  %101 = and i1 %99, %100
  %102 = select i1 %101, double 0.000000e+00, double %98
  %103 = load double, ptr %x3.bar
  %104 = fadd reassoc nsz contract double %103, %102
  store double %104, ptr %x3.bar
  br label %done

done:
  %105 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %106 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %107 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %108 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %109 = insertvalue { double, double, double, double } poison, double %105, 0
  %110 = insertvalue { double, double, double, double } %109, double %106, 1
  %111 = insertvalue { double, double, double, double } %110, double %107, 2
  %112 = insertvalue { double, double, double, double } %111, double %108, 3
  ret { double, double, double, double } %112
}
