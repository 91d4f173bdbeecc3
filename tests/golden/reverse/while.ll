define internal i64 @rz.0.f.capacity(ptr %previous, i64 %least) cold noinline {
entry:
  %0 = icmp eq ptr %previous, null
  br i1 %0, label %first, label %larger

larger:
  %1 = getelementptr inbounds i8, ptr %previous, i64 8
  %2 = load i64, ptr %1, align 8, !tbaa !2
  %3 = icmp ult i64 %2, 1024
  %4 = lshr i64 %2, 2
  %5 = select i1 %3, i64 %2, i64 %4
  %6 = add i64 %2, %5
  %7 = icmp ult i64 %6, 65536
  %8 = select i1 %7, i64 %6, i64 65536
  ret i64 %8

first:
  ret i64 %least
}

define { double } @f_grad(double %0, double %1) mustprogress personality ptr @__gcc_personality_v0 {
prologue:
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %arena = alloca [64 x i8], align 64
  %6 = alloca i64, align 8
  %7 = alloca [16 x i8], align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %t.bar = alloca double
  %12 = alloca i32, align 4
  %x.bar = alloca double
  store ptr null, ptr %2, align 8
  store ptr null, ptr %3, align 8
  store i64 -1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  call void @rz.arena.init(ptr %arena)
  br label %entry

entry:
  br label %loop

loop:
  %s = phi double [ %0, %entry ], [ %t, %22 ]
  %k = phi i64 [ -1, %entry ], [ %13, %22 ]
  %13 = add nsw i64 %k, 1
  %14 = load ptr, ptr %2, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr %4, align 8
  %17 = add i64 %16, 1
  %18 = load i64, ptr %5, align 8
  %19 = icmp ult i64 %17, %18
  br i1 %19, label %22, label %20

out:
  %r = phi double [ %t, %28 ]
  br label %turn

20:
  %21 = invoke i64 @rz.0.f.capacity(ptr %14, i64 16)
          to label %79 unwind label %77

22:
  %23 = phi ptr [ %14, %loop ], [ %80, %84 ]
  %24 = phi ptr [ %15, %loop ], [ %88, %84 ]
  %25 = phi i64 [ %17, %loop ], [ 0, %84 ]
  %26 = phi i64 [ %18, %loop ], [ %90, %84 ]
  store ptr %23, ptr %2, align 8
  store ptr %24, ptr %3, align 8
  store i64 %25, ptr %4, align 8
  store i64 %26, ptr %5, align 8
  %27 = getelementptr inbounds [8 x i8], ptr %24, i64 %25
  store double %s, ptr %27, align 8, !alias.scope !7, !noalias !8
  %t = fmul double %s, %s
  %more = fcmp olt double %t, 1.000000e+03
  br i1 %more, label %loop, label %28

28:
  %29 = add nuw nsw i64 %13, 1
  store i64 %29, ptr %6, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  store ptr %23, ptr %7, align 8, !alias.scope !7, !noalias !8
  %30 = getelementptr inbounds i8, ptr %7, i64 8
  store i64 %25, ptr %30, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %out

turn:
  store double -0.000000e+00, ptr %t.bar
  store double -0.000000e+00, ptr %x.bar
  br label %reverse

reverse:
  br label %rev2

rev2:
  %31 = load double, ptr %t.bar
  %32 = fadd reassoc nsz contract double %31, %1
  store double %32, ptr %t.bar
  store i32 0, ptr %12, align 4
  br label %enter0

rev1:
  %33 = load double, ptr %t.bar
  store double -0.000000e+00, ptr %t.bar
  %34 = load ptr, ptr %10, align 8
  %35 = load i64, ptr %11, align 8
  %36 = getelementptr inbounds [8 x i8], ptr %34, i64 %35
  %37 = load double, ptr %36, align 8, !alias.scope !7, !noalias !8
  %38 = fmul double %37, 1.000000e+00
  %39 = fmul double %38, %33
  %40 = fmul double %37, 1.000000e+00
  %41 = fmul double %40, %33
  %42 = fadd reassoc nsz contract double %38, %40
  %43 = fmul double %42, %33
  %44 = load i64, ptr %8, align 8
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %55, label %58

rev0:
  br label %done

enter0:
  %46 = load i64, ptr %6, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  %47 = sub nsw i64 %46, 1
  store i64 %47, ptr %8, align 8
  %48 = load ptr, ptr %7, align 8, !alias.scope !7, !noalias !8
  store ptr %48, ptr %9, align 8
  %49 = getelementptr inbounds i8, ptr %48, i64 24
  %50 = load ptr, ptr %49, align 8, !alias.scope !7, !noalias !8
  store ptr %50, ptr %10, align 8
  %51 = getelementptr inbounds i8, ptr %7, i64 8
  %52 = load i64, ptr %51, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  store i64 %52, ptr %11, align 8
  br label %rev1

done:
  %53 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  call void @rz.arena.free(ptr %arena)
  %54 = insertvalue { double } poison, double %53, 0
  ret { double } %54

55:
  %56 = load double, ptr %x.bar
  %57 = fadd reassoc nsz contract double %56, %43
  store double %57, ptr %x.bar
  br label %rev0

58:
  %59 = sub nsw i64 %44, 1
  store i64 %59, ptr %8, align 8
  %60 = load i64, ptr %11, align 8
  %61 = load ptr, ptr %9, align 8
  %62 = load ptr, ptr %10, align 8
  %63 = icmp eq i64 %60, 0
  br i1 %63, label %64, label %70

64:
  %65 = load ptr, ptr %61, align 8, !alias.scope !7, !noalias !8
  %66 = getelementptr inbounds i8, ptr %65, i64 24
  %67 = load ptr, ptr %66, align 8, !alias.scope !7, !noalias !8
  %68 = getelementptr inbounds i8, ptr %65, i64 8
  %69 = load i64, ptr %68, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %70

70:
  %71 = phi ptr [ %61, %58 ], [ %65, %64 ]
  %72 = phi ptr [ %62, %58 ], [ %67, %64 ]
  %73 = phi i64 [ %60, %58 ], [ %69, %64 ]
  store ptr %71, ptr %9, align 8
  store ptr %72, ptr %10, align 8
  %74 = sub i64 %73, 1
  store i64 %74, ptr %11, align 8
  %75 = load double, ptr %t.bar
  %76 = fadd reassoc nsz contract double %75, %43
  store double %76, ptr %t.bar
  br label %rev1

77:
  %78 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %78

79:
  %80 = invoke ptr @rz.tape.alloc(ptr %arena, i64 32)
          to label %81 unwind label %77

81:
  %82 = mul i64 %21, 8
  %83 = invoke ptr @rz.tape.alloc(ptr %arena, i64 %82)
          to label %84 unwind label %77

84:
  store ptr %14, ptr %80, align 8, !alias.scope !7, !noalias !8
  %85 = getelementptr inbounds i8, ptr %80, i64 8
  store i64 %21, ptr %85, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  %86 = getelementptr inbounds i8, ptr %80, i64 24
  store ptr %83, ptr %86, align 8, !alias.scope !7, !noalias !8
  %87 = getelementptr inbounds i8, ptr %80, i64 24
  %88 = load ptr, ptr %87, align 8, !alias.scope !7, !noalias !8
  %89 = getelementptr inbounds i8, ptr %80, i64 8
  %90 = load i64, ptr %89, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %22
}
