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
          to label %78 unwind label %76

20:
  %21 = phi ptr [ %13, %loop ], [ %19, %78 ]
  %22 = phi i64 [ %15, %loop ], [ 0, %78 ]
  %23 = phi i64 [ %16, %loop ], [ %80, %78 ]
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
  %42 = fmul double %41, %33
  %43 = fmul double %41, %33
  %44 = fadd reassoc nsz contract double %42, %43
  %45 = load i64, ptr %7, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %56, label %59

rev0:
  br label %done

enter0:
  %47 = load i64, ptr %5, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  %48 = sub nsw i64 %47, 1
  store i64 %48, ptr %7, align 8
  %49 = load ptr, ptr %6, align 8, !alias.scope !7, !noalias !8
  store ptr %49, ptr %8, align 8
  %50 = getelementptr inbounds i8, ptr %6, i64 8
  %51 = load i64, ptr %50, align 8, !alias.scope !7, !noalias !8
  store i64 %51, ptr %9, align 8
  %52 = getelementptr inbounds i8, ptr %49, i64 8
  %53 = load i64, ptr %52, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  store i64 %53, ptr %10, align 8
  br label %rev1

done:
  %54 = load double, ptr %x.bar
  store double -0.000000e+00, ptr %x.bar
  call void @rz.arena.free(ptr %arena)
  %55 = insertvalue { double } poison, double %54, 0
  ret { double } %55

56:
  %57 = load double, ptr %x.bar
  %58 = fadd reassoc nsz contract double %57, %44
  store double %58, ptr %x.bar
  br label %rev0

59:
  %60 = sub nsw i64 %45, 1
  store i64 %60, ptr %7, align 8
  %61 = load i64, ptr %9, align 8
  %62 = load ptr, ptr %8, align 8
  %63 = load i64, ptr %10, align 8
  %64 = icmp eq i64 %61, 0
  br i1 %64, label %65, label %69

65:
  %66 = load ptr, ptr %62, align 8, !alias.scope !7, !noalias !8
  %67 = getelementptr inbounds i8, ptr %66, i64 8
  %68 = load i64, ptr %67, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %69

69:
  %70 = phi ptr [ %62, %59 ], [ %66, %65 ]
  %71 = phi i64 [ %61, %59 ], [ %68, %65 ]
  %72 = phi i64 [ %63, %59 ], [ %68, %65 ]
  store ptr %70, ptr %8, align 8
  %73 = sub i64 %71, 1
  store i64 %73, ptr %9, align 8
  store i64 %72, ptr %10, align 8
  %74 = load double, ptr %t.bar
  %75 = fadd reassoc nsz contract double %74, %44
  store double %75, ptr %t.bar
  br label %rev1

76:
  %77 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %77

78:
  %79 = getelementptr inbounds i8, ptr %19, i64 8
  %80 = load i64, ptr %79, align 8, !tbaa !2, !alias.scope !7, !noalias !8
  br label %20
}
