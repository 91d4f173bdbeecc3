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
          to label %75 unwind label %73

loop:
  %i = phi i64 [ 0, %75 ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %75 ], [ %t, %loop ]
  %k = phi i64 [ -1, %75 ], [ %18, %loop ]
  %18 = add nsw i64 %k, 1
  %19 = icmp ult i64 1, %3
  %20 = sub i64 %3, 1
  %21 = select i1 %19, i64 %20, i64 0
  %22 = add i64 %21, 1
  %23 = mul nuw nsw i64 0, %22
  %24 = add nuw nsw i64 %23, %18
  %p = getelementptr inbounds double, ptr %0, i64 %i
  %25 = getelementptr inbounds double, ptr %1, i64 %i
  %v = load double, ptr %p, align 8, !alias.scope !6, !noalias !7
  %26 = mul i64 %13, 0
  %27 = getelementptr inbounds i8, ptr %17, i64 %26
  %28 = getelementptr inbounds double, ptr %27, i64 %24
  store double %v, ptr %28, align 8, !alias.scope !4, !noalias !5
  %m = fmul double %v, %2
  store double %m, ptr %p, align 8, !alias.scope !6, !noalias !7
  %t = fadd double %s, %m
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
  %32 = load i64, ptr %6, align 8
  %33 = getelementptr inbounds double, ptr %1, i64 %32
  %34 = load double, ptr %33, align 8, !alias.scope !8, !noalias !9
  store double 0.000000e+00, ptr %33, align 8, !alias.scope !8, !noalias !9
  %35 = fadd reassoc nsz contract double %31, %34
  %36 = fmul double %2, %35
  %37 = mul nuw nsw i64 0, %54
  %38 = load i64, ptr %6, align 8
  %39 = add nuw nsw i64 %37, %38
  %40 = mul i64 %62, 0
  %41 = getelementptr inbounds i8, ptr %56, i64 %40
  %42 = getelementptr inbounds double, ptr %41, i64 %39
  %43 = load double, ptr %42, align 8, !alias.scope !4, !noalias !5
  %44 = fmul double %43, %35
  %45 = load double, ptr %a.bar
  %46 = fadd reassoc nsz contract double %45, %44
  store double %46, ptr %a.bar
  %47 = load double, ptr %33, align 8, !alias.scope !8, !noalias !9
  %48 = fadd reassoc nsz contract double %47, %36
  store double %48, ptr %33, align 8, !alias.scope !8, !noalias !9
  %49 = load i64, ptr %6, align 8
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %68, label %69

rev0:
  br label %done

enter0:
  %51 = icmp ult i64 1, %3
  %52 = sub i64 %3, 1
  %53 = select i1 %51, i64 %52, i64 0
  %54 = add i64 %53, 1
  %55 = sub nsw i64 %54, 1
  store i64 %55, ptr %6, align 8
  %56 = load ptr, ptr %5, align 8, !alias.scope !4, !noalias !5
  %57 = icmp ult i64 1, %3
  %58 = sub i64 %3, 1
  %59 = select i1 %57, i64 %58, i64 0
  %60 = add i64 %59, 1
  %61 = icmp ult i64 %60, 1099511627776
  %62 = select i1 %61, i64 %60, i64 0
  %63 = mul nuw nsw i64 %62, 8
  %64 = add nuw nsw i64 %63, 63
  %65 = and i64 %64, -64
  br label %rev1

done:
  %66 = load double, ptr %a.bar
  store double -0.000000e+00, ptr %a.bar
  call void @rz.arena.free(ptr %arena)
  %67 = insertvalue { double } poison, double %66, 0
  ret { double } %67

68:
  br label %rev0

69:
  %70 = sub nsw i64 %49, 1
  store i64 %70, ptr %6, align 8
  %71 = load double, ptr %t.bar
  %72 = fadd reassoc nsz contract double %71, %31
  store double %72, ptr %t.bar
  br label %rev1

73:
  %74 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %74

75:
  store ptr %17, ptr %5, align 8, !alias.scope !4, !noalias !5
  br label %loop
}
