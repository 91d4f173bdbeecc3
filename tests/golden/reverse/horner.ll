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
  %15 = add nuw nsw i64 %14, 63
  %16 = and i64 %15, -64
  %17 = icmp ult i64 1, %3
  %18 = sub i64 %3, 1
  %19 = select i1 %17, i64 %18, i64 0
  %20 = add i64 %19, 1
  %21 = icmp ult i64 %20, 1099511627776
  %22 = mul i64 %13, 8
  %23 = add i64 %22, 63
  %24 = and i64 %23, -64
  %25 = select i1 %21, i64 %24, i64 1125899906842624
  %26 = invoke ptr @rz.tape.alloc(ptr %arena, i64 %25)
          to label %82 unwind label %80

loop:
  %i = phi i64 [ 0, %82 ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %82 ], [ %t, %loop ]
  %k = phi i64 [ -1, %82 ], [ %27, %loop ]
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
  %41 = fmul double %2, %40
  %42 = mul nuw nsw i64 0, %61
  %43 = load i64, ptr %6, align 8
  %44 = add nuw nsw i64 %42, %43
  %45 = mul i64 %69, 0
  %46 = getelementptr inbounds i8, ptr %63, i64 %45
  %47 = getelementptr inbounds double, ptr %46, i64 %44
  %48 = load double, ptr %47, align 8, !alias.scope !4, !noalias !5
  %49 = fmul double %48, %40
  %50 = load double, ptr %a.bar
  %51 = fadd reassoc nsz contract double %50, %49
  store double %51, ptr %a.bar
  %52 = load i64, ptr %6, align 8
  %53 = getelementptr inbounds double, ptr %1, i64 %52
  %54 = load double, ptr %53, align 8, !alias.scope !8, !noalias !9
  %55 = fadd reassoc nsz contract double %54, %40
  store double %55, ptr %53, align 8, !alias.scope !8, !noalias !9
  %56 = load i64, ptr %6, align 8
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %75, label %76

rev0:
  br label %done

enter0:
  %58 = icmp ult i64 1, %3
  %59 = sub i64 %3, 1
  %60 = select i1 %58, i64 %59, i64 0
  %61 = add i64 %60, 1
  %62 = sub nsw i64 %61, 1
  store i64 %62, ptr %6, align 8
  %63 = load ptr, ptr %5, align 8, !alias.scope !4, !noalias !5
  %64 = icmp ult i64 1, %3
  %65 = sub i64 %3, 1
  %66 = select i1 %64, i64 %65, i64 0
  %67 = add i64 %66, 1
  %68 = icmp ult i64 %67, 1099511627776
  %69 = select i1 %68, i64 %67, i64 0
  %70 = mul nuw nsw i64 %69, 8
  %71 = add nuw nsw i64 %70, 63
  %72 = and i64 %71, -64
  br label %rev1

done:
  %73 = load double, ptr %a.bar
  store double -0.000000e+00, ptr %a.bar
  call void @rz.arena.free(ptr %arena)
  %74 = insertvalue { double } poison, double %73, 0
  ret { double } %74

75:
  br label %rev0

76:
  %77 = sub nsw i64 %56, 1
  store i64 %77, ptr %6, align 8
  %78 = load double, ptr %t.bar
  %79 = fadd reassoc nsz contract double %78, %41
  store double %79, ptr %t.bar
  br label %rev1

80:
  %81 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %81

82:
  store ptr %26, ptr %5, align 8, !alias.scope !4, !noalias !5
  br label %loop
}
