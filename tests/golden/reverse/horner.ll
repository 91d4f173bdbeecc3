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
  %17 = invoke ptr @rz.tape.alloc(ptr %arena, i64 %16)
          to label %73 unwind label %71

loop:
  %i = phi i64 [ 0, %73 ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %73 ], [ %t, %loop ]
  %k = phi i64 [ -1, %73 ], [ %18, %loop ]
  %18 = add nsw i64 %k, 1
  %19 = icmp ult i64 1, %3
  %20 = sub i64 %3, 1
  %21 = select i1 %19, i64 %20, i64 0
  %22 = add i64 %21, 1
  %23 = mul nuw nsw i64 0, %22
  %24 = add nuw nsw i64 %23, %18
  %25 = mul i64 %13, 0
  %26 = getelementptr inbounds i8, ptr %17, i64 %25
  %27 = getelementptr inbounds double, ptr %26, i64 %24
  store double %s, ptr %27, align 8, !alias.scope !4, !noalias !5
  %p = getelementptr inbounds double, ptr %0, i64 %i
  %28 = getelementptr inbounds double, ptr %1, i64 %i
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
  %29 = load double, ptr %t.bar
  %30 = fadd reassoc nsz contract double %29, %4
  store double %30, ptr %t.bar
  store i32 0, ptr %7, align 4
  br label %enter0

rev1:
  %31 = load double, ptr %t.bar
  store double -0.000000e+00, ptr %t.bar
  %32 = fmul double %2, %31
  %33 = mul nuw nsw i64 0, %52
  %34 = load i64, ptr %6, align 8
  %35 = add nuw nsw i64 %33, %34
  %36 = mul i64 %60, 0
  %37 = getelementptr inbounds i8, ptr %54, i64 %36
  %38 = getelementptr inbounds double, ptr %37, i64 %35
  %39 = load double, ptr %38, align 8, !alias.scope !4, !noalias !5
  %40 = fmul double %39, %31
  %41 = load double, ptr %a.bar
  %42 = fadd reassoc nsz contract double %41, %40
  store double %42, ptr %a.bar
  %43 = load i64, ptr %6, align 8
  %44 = getelementptr inbounds double, ptr %1, i64 %43
  %45 = load double, ptr %44, align 8, !alias.scope !8, !noalias !9
  %46 = fadd reassoc nsz contract double %45, %31
  store double %46, ptr %44, align 8, !alias.scope !8, !noalias !9
  %47 = load i64, ptr %6, align 8
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %66, label %67

rev0:
  br label %done

enter0:
  %49 = icmp ult i64 1, %3
  %50 = sub i64 %3, 1
  %51 = select i1 %49, i64 %50, i64 0
  %52 = add i64 %51, 1
  %53 = sub nsw i64 %52, 1
  store i64 %53, ptr %6, align 8
  %54 = load ptr, ptr %5, align 8, !alias.scope !4, !noalias !5
  %55 = icmp ult i64 1, %3
  %56 = sub i64 %3, 1
  %57 = select i1 %55, i64 %56, i64 0
  %58 = add i64 %57, 1
  %59 = icmp ult i64 %58, 1099511627776
  %60 = select i1 %59, i64 %58, i64 0
  %61 = mul nuw nsw i64 %60, 8
  %62 = add nuw nsw i64 %61, 63
  %63 = and i64 %62, -64
  br label %rev1

done:
  %64 = load double, ptr %a.bar
  store double -0.000000e+00, ptr %a.bar
  call void @rz.arena.free(ptr %arena)
  %65 = insertvalue { double } poison, double %64, 0
  ret { double } %65

66:
  br label %rev0

67:
  %68 = sub nsw i64 %47, 1
  store i64 %68, ptr %6, align 8
  %69 = load double, ptr %t.bar
  %70 = fadd reassoc nsz contract double %69, %32
  store double %70, ptr %t.bar
  br label %rev1

71:
  %72 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %72

73:
  store ptr %17, ptr %5, align 8, !alias.scope !4, !noalias !5
  br label %loop
}
