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
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %5

5:
  %r = call { double, double } @cpow(double %0, double %1, double %2, double %3)
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
  %8 = fcmp oeq double %2, 0.000000e+00
  %9 = fcmp oeq double %3, 0.000000e+00
  %10 = and i1 %8, %9
  %11 = fcmp oeq double %6, 0.000000e+00
  %12 = fcmp oeq double %7, 0.000000e+00
  %13 = and i1 %11, %12
  %14 = fcmp oeq double %2, 1.000000e+00
  %15 = and i1 %14, %9
  %16 = select i1 %15, double 1.000000e+00, double 0.000000e+00
  %17 = fmul double %6, %2
  %18 = fmul double %7, %3
  %19 = fsub double %17, %18
  %20 = fmul double %19, %0
  %21 = fmul double %6, %3
  %22 = fmul double %7, %2
  %23 = fadd double %21, %22
  %24 = fneg double %1
  %25 = fmul double %23, %24
  %26 = fsub double %20, %25
  %27 = fmul double %0, %0
  %28 = fmul double %1, %1
  %29 = fadd double %27, %28
  %30 = fdiv double %26, %29
  %31 = select i1 %13, double %16, double %30
  %32 = select i1 %10, double 0.000000e+00, double %31
  %33 = fmul double %32, %4
  %34 = fcmp oeq double %4, 0.000000e+00
  %35 = fcmp uno double %33, %33
  %36 = and i1 %34, %35
  %37 = select i1 %36, double 0.000000e+00, double %33
  %38 = load double, ptr %x0.bar
  %39 = fadd reassoc nsz contract double %38, %37
  store double %39, ptr %x0.bar
  %40 = fcmp oeq double %2, 0.000000e+00
  %41 = fcmp oeq double %3, 0.000000e+00
  %42 = and i1 %40, %41
  %43 = fcmp oeq double %6, 0.000000e+00
  %44 = fcmp oeq double %7, 0.000000e+00
  %45 = and i1 %43, %44
  %46 = fmul double %6, %2
  %47 = fmul double %7, %3
  %48 = fsub double %46, %47
  %49 = fneg double %1
  %50 = fmul double %48, %49
  %51 = fmul double %6, %3
  %52 = fmul double %7, %2
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
  %65 = fcmp uno double %63, %63
  %66 = and i1 %64, %65
  %67 = select i1 %66, double 0.000000e+00, double %63
  %68 = load double, ptr %x1.bar
  %69 = fadd reassoc nsz contract double %68, %67
  store double %69, ptr %x1.bar
  %70 = fcmp oeq double %6, 0.000000e+00
  %71 = fcmp oeq double %7, 0.000000e+00
  %72 = and i1 %70, %71
  %73 = call double @hypot(double %0, double %1)
  %74 = call double @llvm.log.f64(double %73)
  %75 = fmul double %6, %74
  %76 = call double @llvm.atan2.f64(double %1, double %0)
  %77 = fmul double %7, %76
  %78 = fsub double %75, %77
  %79 = select i1 %72, double 0.000000e+00, double %78
  %80 = fmul double %79, %4
  %81 = fcmp oeq double %4, 0.000000e+00
  %82 = fcmp uno double %80, %80
  %83 = and i1 %81, %82
  %84 = select i1 %83, double 0.000000e+00, double %80
  %85 = load double, ptr %x2.bar
  %86 = fadd reassoc nsz contract double %85, %84
  store double %86, ptr %x2.bar
  %87 = fcmp oeq double %6, 0.000000e+00
  %88 = fcmp oeq double %7, 0.000000e+00
  %89 = and i1 %87, %88
  %90 = call double @llvm.atan2.f64(double %1, double %0)
  %91 = fmul double %6, %90
  %92 = call double @hypot(double %0, double %1)
  %93 = call double @llvm.log.f64(double %92)
  %94 = fmul double %7, %93
  %95 = fadd double %91, %94
  %96 = select i1 %89, double 0.000000e+00, double %95
  %97 = fneg double %4
  %98 = fmul double %96, %97
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
  %x0.bar = alloca double
  %x1.bar = alloca double
  %x2.bar = alloca double
  %x3.bar = alloca double
  br label %5

5:
  %r = call { double, double } @cpow(double %0, double %1, double %2, double %3)
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
  %8 = fcmp oeq double %2, 0.000000e+00
  %9 = fcmp oeq double %3, 0.000000e+00
  %10 = and i1 %8, %9
  %11 = fcmp oeq double %6, 0.000000e+00
  %12 = fcmp oeq double %7, 0.000000e+00
  %13 = and i1 %11, %12
  %14 = fmul double %6, %2
  %15 = fmul double %7, %3
  %16 = fsub double %14, %15
  %17 = fneg double %1
  %18 = fmul double %16, %17
  %19 = fmul double %6, %3
  %20 = fmul double %7, %2
  %21 = fadd double %19, %20
  %22 = fmul double %21, %0
  %23 = fadd double %18, %22
  %24 = fmul double %0, %0
  %25 = fmul double %1, %1
  %26 = fadd double %24, %25
  %27 = fdiv double %23, %26
  %28 = select i1 %13, double 0.000000e+00, double %27
  %29 = select i1 %10, double 0.000000e+00, double %28
  %30 = fmul double %29, %4
  %31 = fcmp oeq double %4, 0.000000e+00
  %32 = fcmp uno double %30, %30
  %33 = and i1 %31, %32
  %34 = select i1 %33, double 0.000000e+00, double %30
  %35 = load double, ptr %x0.bar
  %36 = fadd reassoc nsz contract double %35, %34
  store double %36, ptr %x0.bar
  %37 = fcmp oeq double %2, 0.000000e+00
  %38 = fcmp oeq double %3, 0.000000e+00
  %39 = and i1 %37, %38
  %40 = fcmp oeq double %6, 0.000000e+00
  %41 = fcmp oeq double %7, 0.000000e+00
  %42 = and i1 %40, %41
  %43 = fcmp oeq double %2, 1.000000e+00
  %44 = and i1 %43, %38
  %45 = select i1 %44, double 1.000000e+00, double 0.000000e+00
  %46 = fmul double %6, %2
  %47 = fmul double %7, %3
  %48 = fsub double %46, %47
  %49 = fmul double %48, %0
  %50 = fmul double %6, %3
  %51 = fmul double %7, %2
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
  %64 = fcmp uno double %62, %62
  %65 = and i1 %63, %64
  %66 = select i1 %65, double 0.000000e+00, double %62
  %67 = load double, ptr %x1.bar
  %68 = fadd reassoc nsz contract double %67, %66
  store double %68, ptr %x1.bar
  %69 = fcmp oeq double %6, 0.000000e+00
  %70 = fcmp oeq double %7, 0.000000e+00
  %71 = and i1 %69, %70
  %72 = call double @llvm.atan2.f64(double %1, double %0)
  %73 = fmul double %6, %72
  %74 = call double @hypot(double %0, double %1)
  %75 = call double @llvm.log.f64(double %74)
  %76 = fmul double %7, %75
  %77 = fadd double %73, %76
  %78 = select i1 %71, double 0.000000e+00, double %77
  %79 = fmul double %78, %4
  %80 = fcmp oeq double %4, 0.000000e+00
  %81 = fcmp uno double %79, %79
  %82 = and i1 %80, %81
  %83 = select i1 %82, double 0.000000e+00, double %79
  %84 = load double, ptr %x2.bar
  %85 = fadd reassoc nsz contract double %84, %83
  store double %85, ptr %x2.bar
  %86 = fcmp oeq double %6, 0.000000e+00
  %87 = fcmp oeq double %7, 0.000000e+00
  %88 = and i1 %86, %87
  %89 = call double @hypot(double %0, double %1)
  %90 = call double @llvm.log.f64(double %89)
  %91 = fmul double %6, %90
  %92 = call double @llvm.atan2.f64(double %1, double %0)
  %93 = fmul double %7, %92
  %94 = fsub double %91, %93
  %95 = select i1 %88, double 0.000000e+00, double %94
  %96 = fmul double %95, %4
  %97 = fcmp oeq double %4, 0.000000e+00
  %98 = fcmp uno double %96, %96
  %99 = and i1 %97, %98
  %100 = select i1 %99, double 0.000000e+00, double %96
  %101 = load double, ptr %x3.bar
  %102 = fadd reassoc nsz contract double %101, %100
  store double %102, ptr %x3.bar
  br label %done

done:
  %103 = load double, ptr %x0.bar
  store double -0.000000e+00, ptr %x0.bar
  %104 = load double, ptr %x1.bar
  store double -0.000000e+00, ptr %x1.bar
  %105 = load double, ptr %x2.bar
  store double -0.000000e+00, ptr %x2.bar
  %106 = load double, ptr %x3.bar
  store double -0.000000e+00, ptr %x3.bar
  %107 = insertvalue { double, double, double, double } poison, double %103, 0
  %108 = insertvalue { double, double, double, double } %107, double %104, 1
  %109 = insertvalue { double, double, double, double } %108, double %105, 2
  %110 = insertvalue { double, double, double, double } %109, double %106, 3
  ret { double, double, double, double } %110
}
