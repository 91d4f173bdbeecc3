define { double } @f_grad(ptr noalias %0, ptr noalias %1, double %2, i64 %3, double %4) mustprogress personality ptr @__gcc_personality_v0 {
prologue:
  %arena = alloca [64 x i8], align 64
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %t.bar = alloca double
  %7 = alloca i32, align 4
  %a.bar = alloca double
  call void @rz.arena.init(ptr %arena)
  br label %entry

entry:
  %8 = icmp ult i64 1, %3
  %9 = sub i64 %3, 1
  %10 = select i1 %8, i64 %9, i64 0
  %11 = add i64 %10, 1
  %12 = icmp ult i64 %11, 1099511627776
  %13 = select i1 %12, i64 %11, i64 0
  %14 = mul nuw nsw i64 %13, 8
  %15 = add nuw nsw i64 %14, 15
  %16 = and i64 %15, -16
  %17 = icmp ult i64 1, %3
  %18 = sub i64 %3, 1
  %19 = select i1 %17, i64 %18, i64 0
  %20 = add i64 %19, 1
  %21 = icmp ult i64 %20, 1099511627776
  %22 = mul i64 %13, 8
  %23 = add i64 %22, 15
  %24 = and i64 %23, -16
  %25 = select i1 %21, i64 %24, i64 1125899906842624
  %26 = invoke ptr @rz.tape.alloc(ptr %arena, i64 %25)
          to label %84 unwind label %82

loop:
  %i = phi i64 [ 0, %84 ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %84 ], [ %t, %loop ]
  %k = phi i64 [ -1, %84 ], [ %27, %loop ]
  %27 = add nsw i64 %k, 1
  %28 = icmp ult i64 1, %3
  %29 = sub i64 %3, 1
  %30 = select i1 %28, i64 %29, i64 0
  %31 = add i64 %30, 1
  %32 = mul nuw nsw i64 0, %31
  %33 = add nuw nsw i64 %32, %27
  %34 = mul i64 %13, 0
  %35 = getelementptr inbounds i8, ptr %26, i64 %34
  %36 = getelementptr inbounds double, ptr %35, i64 %33
  store double %s, ptr %36, align 8, !alias.scope !4, !noalias !5
  %p = getelementptr inbounds double, ptr %0, i64 %i
  %37 = getelementptr inbounds double, ptr %1, i64 %i
  %v = load double, ptr %p, align 8, !alias.scope !6, !noalias !7
  %m = fmul double %s, %2
  %t = fadd double %m, %v
  %j = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %j, %3
  br i1 %more, label %loop, label %out

out:
  %r = phi double [ %t, %loop ]
  br label %turn

turn:
  store double -0.000000e+00, ptr %t.bar
  store double -0.000000e+00, ptr %a.bar
  br label %reverse

reverse:
  br label %rev2

rev2:
  %38 = load double, ptr %t.bar
  %39 = fadd reassoc nsz contract double %38, %4
  store double %39, ptr %t.bar
  store i32 0, ptr %7, align 4
  br label %enter0

rev1:
  %40 = load double, ptr %t.bar
  store double -0.000000e+00, ptr %t.bar
  %41 = fmul double %2, 1.000000e+00
  %42 = fmul double %41, %40
  %43 = load i64, ptr %6, align 8
  %44 = mul nuw nsw i64 0, %63
  %45 = add nuw nsw i64 %44, %43
  %46 = mul i64 %71, 0
  %47 = getelementptr inbounds i8, ptr %65, i64 %46
  %48 = getelementptr inbounds double, ptr %47, i64 %45
  %49 = load double, ptr %48, align 8, !alias.scope !4, !noalias !5
  %50 = fmul double %49, 1.000000e+00
  %51 = fmul double %50, %40
  %52 = load double, ptr %a.bar
  %53 = fadd reassoc nsz contract double %52, %51
  store double %53, ptr %a.bar
  %54 = load i64, ptr %6, align 8
  %55 = getelementptr inbounds double, ptr %1, i64 %54
  %56 = load double, ptr %55, align 8, !alias.scope !8, !noalias !9
  %57 = fadd reassoc nsz contract double %56, %40
  store double %57, ptr %55, align 8, !alias.scope !8, !noalias !9
  %58 = load i64, ptr %6, align 8
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %77, label %78

rev0:
  br label %done

enter0:
  %60 = icmp ult i64 1, %3
  %61 = sub i64 %3, 1
  %62 = select i1 %60, i64 %61, i64 0
  %63 = add i64 %62, 1
  %64 = sub nsw i64 %63, 1
  store i64 %64, ptr %6, align 8
  %65 = load ptr, ptr %5, align 8, !alias.scope !4, !noalias !5
  %66 = icmp ult i64 1, %3
  %67 = sub i64 %3, 1
  %68 = select i1 %66, i64 %67, i64 0
  %69 = add i64 %68, 1
  %70 = icmp ult i64 %69, 1099511627776
  %71 = select i1 %70, i64 %69, i64 0
  %72 = mul nuw nsw i64 %71, 8
  %73 = add nuw nsw i64 %72, 15
  %74 = and i64 %73, -16
  br label %rev1

done:
  %75 = load double, ptr %a.bar
  store double -0.000000e+00, ptr %a.bar
  call void @rz.arena.free(ptr %arena)
  %76 = insertvalue { double } poison, double %75, 0
  ret { double } %76

77:
  br label %rev0

78:
  %79 = sub nsw i64 %58, 1
  store i64 %79, ptr %6, align 8
  %80 = load double, ptr %t.bar
  %81 = fadd reassoc nsz contract double %80, %42
  store double %81, ptr %t.bar
  br label %rev1

82:
  %83 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %83

84:
  store ptr %26, ptr %5, align 8, !alias.scope !4, !noalias !5
  br label %loop
}
