define internal ptr @rz.0.f.segment(ptr %arena, ptr %previous, i64 %stride) cold noinline {
entry:
  %0 = icmp eq ptr %previous, null
  br i1 %0, label %make, label %larger

larger:
  %1 = getelementptr inbounds i8, ptr %previous, i64 8
  %2 = load i64, ptr %1, align 8, !tbaa !2
  %3 = shl i64 %2, 1
  %4 = icmp ult i64 %3, 65536
  %5 = select i1 %4, i64 %3, i64 65536
  br label %make

make:
  %6 = phi i64 [ 16, %entry ], [ %5, %larger ]
  %7 = mul i64 %6, %stride
  %8 = add i64 %7, 64
  %9 = call ptr @rz.tape.alloc(ptr %arena, i64 %8)
  store ptr %previous, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  store i64 %6, ptr %10, align 8, !tbaa !2
  ret ptr %9
}

define { double } @f_grad(double %0, double %1) mustprogress personality ptr @__gcc_personality_v0 {
prologue:
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %arena = alloca [64 x i8], align 64
  %5 = alloca i64, align 8
  %6 = alloca [16 x i8], align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %t.bar = alloca double
  %11 = alloca i32, align 4
  %x.bar = alloca double
  store ptr null, ptr %2, align 8
  store i64 -1, ptr %3, align 8
  store i64 0, ptr %4, align 8
  call void @rz.arena.init(ptr %arena)
  br label %entry

entry:
  br label %loop

loop:
  %s = phi double [ %0, %entry ], [ %t, %20 ]
  %k = phi i64 [ -1, %entry ], [ %12, %20 ]
  %12 = add nsw i64 %k, 1
  %13 = load ptr, ptr %2, align 8
  %14 = load i64, ptr %3, align 8
  %15 = add i64 %14, 1
  %16 = load i64, ptr %4, align 8
  %17 = icmp ult i64 %15, %16
  br i1 %17, label %20, label %18

out:
  %r = phi double [ %t, %28 ]
  br label %turn

18:
  %19 = invoke ptr @rz.0.f.segment(ptr %arena, ptr %13, i64 8)
          to label %81 unwind label %79

20:
  %21 = phi ptr [ %13, %loop ], [ %19, %81 ]
  %22 = phi i64 [ %15, %loop ], [ 0, %81 ]
  %23 = phi i64 [ %16, %loop ], [ %83, %81 ]
  store ptr %21, ptr %2, align 8
  store i64 %22, ptr %3, align 8
  store i64 %23, ptr %4, align 8
  %24 = mul i64 %23, 0
  %25 = add i64 %24, 64
  %26 = getelementptr inbounds i8, ptr %21, i64 %25
  %27 = getelementptr inbounds double, ptr %26, i64 %22
  store double %s, ptr %27, align 8, !alias.scope !7, !noalias !8
  %t = fmul double %s, %s
  %more = fcmp olt double %t, 1.000000e+03
  br i1 %more, label %loop, label %28

28:
  %29 = add nuw nsw i64 %12, 1
  store i64 %29, ptr %5, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  store ptr %21, ptr %6, align 8, !alias.scope !7, !noalias !8
  %30 = getelementptr inbounds i8, ptr %6, i64 8
  store i64 %22, ptr %30, align 8, !alias.scope !7, !noalias !8
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
  store i32 0, ptr %11, align 4
  br label %enter0

rev1:
  %33 = load double, ptr %t.bar
  store double -0.000000e+00, ptr %t.bar
  %34 = load ptr, ptr %8, align 8
  %35 = load i64, ptr %9, align 8
  %36 = load i64, ptr %10, align 8
  %37 = mul i64 %36, 0
  %38 = add i64 %37, 64
  %39 = getelementptr inbounds i8, ptr %34, i64 %38
  %40 = getelementptr inbounds double, ptr %39, i64 %35
  %41 = load double, ptr %40, align 8, !alias.scope !7, !noalias !8
  %42 = fmul double %41, 1.000000e+00
  %43 = fmul double %42, %33
  %44 = fmul double %41, 1.000000e+00
  %45 = fmul double %44, %33
  %46 = fadd reassoc nsz contract double %42, %44
  %47 = fmul double %46, %33
  %48 = load i64, ptr %7, align 8
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %59, label %62

rev0:
  br label %done

enter0:
  %50 = load i64, ptr %5, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  %51 = sub nsw i64 %50, 1
  store i64 %51, ptr %7, align 8
  %52 = load ptr, ptr %6, align 8, !alias.scope !7, !noalias !8
  store ptr %52, ptr %8, align 8
  %53 = getelementptr inbounds i8, ptr %6, i64 8
  %54 = load i64, ptr %53, align 8, !alias.scope !7, !noalias !8
  store i64 %54, ptr %9, align 8
  %55 = getelementptr inbounds i8, ptr %52, i64 8
  %56 = load i64, ptr %55, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  store i64 %56, ptr %10, align 8
  br label %rev1

done:
  %57 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  call void @rz.arena.free(ptr %arena)
  %58 = insertvalue { double } poison, double %57, 0
  ret { double } %58

59:
  %60 = load double, ptr %x.bar
  %61 = fadd reassoc nsz contract double %60, %47
  store double %61, ptr %x.bar
  br label %rev0

62:
  %63 = sub nsw i64 %48, 1
  store i64 %63, ptr %7, align 8
  %64 = load i64, ptr %9, align 8
  %65 = load ptr, ptr %8, align 8
  %66 = load i64, ptr %10, align 8
  %67 = icmp eq i64 %64, 0
  br i1 %67, label %68, label %72

68:
  %69 = load ptr, ptr %65, align 8, !alias.scope !7, !noalias !8
  %70 = getelementptr inbounds i8, ptr %69, i64 8
  %71 = load i64, ptr %70, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %72

72:
  %73 = phi ptr [ %65, %62 ], [ %69, %68 ]
  %74 = phi i64 [ %64, %62 ], [ %71, %68 ]
  %75 = phi i64 [ %66, %62 ], [ %71, %68 ]
  store ptr %73, ptr %8, align 8
  %76 = sub i64 %74, 1
  store i64 %76, ptr %9, align 8
  store i64 %75, ptr %10, align 8
  %77 = load double, ptr %t.bar
  %78 = fadd reassoc nsz contract double %77, %47
  store double %78, ptr %t.bar
  br label %rev1

79:
  %80 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %80

81:
  %82 = getelementptr inbounds i8, ptr %19, i64 8
  %83 = load i64, ptr %82, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %20
}
