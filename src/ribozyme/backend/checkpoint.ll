; The snapshots of checkpointed loops, made of checkpoint.c by
;     python -m tests.checkpoint_text

%struct.region = type { ptr, i64 }
%struct.snapshot = type { i64, ptr }

define linkonce_odr hidden noundef ptr @rz.checkpoint.begin(ptr noundef %0, i64 noundef %1, i64 noundef %2) {
  %4 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef 120)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %4, i8 0, i64 120, i1 false)
  store i64 %1, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 56
  store i64 1, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 80
  store i64 1, ptr %6, align 8
  %7 = tail call i64 @llvm.umax.i64(i64 %2, i64 1)
  %8 = shl nsw i64 %7, 4
  %9 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %8)
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 112
  store ptr %9, ptr %10, align 8
  %11 = shl nsw i64 %1, 4
  %12 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %11)
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 104
  store ptr %12, ptr %13, align 8
  ret ptr %4
}

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare ptr @rz.tape.alloc(ptr noundef, i64 noundef)

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)

declare void @llvm.lifetime.end.p0(ptr captures(none))

define linkonce_odr hidden void @rz.checkpoint.add(ptr noundef captures(none) %0, ptr noundef %1, i64 noundef %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %22

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %9 = load ptr, ptr %8, align 8
  br label %10

10:                                               ; preds = %7, %19
  %11 = phi i64 [ 0, %7 ], [ %20, %19 ]
  %12 = getelementptr inbounds nuw %struct.region, ptr %9, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, %1
  br i1 %14, label %15, label %19

15:                                               ; preds = %10
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp slt i64 %17, %2
  br i1 %18, label %19, label %32

19:                                               ; preds = %10, %15
  %20 = add nuw nsw i64 %11, 1
  %21 = icmp eq i64 %20, %5
  br i1 %21, label %22, label %10

22:                                               ; preds = %19, %3
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.region, ptr %25, i64 %5
  store ptr %1, ptr %26, align 8
  %27 = add nsw i64 %5, 1
  store i64 %27, ptr %23, align 8
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store i64 %2, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %30 = load i64, ptr %29, align 8
  %31 = add nsw i64 %30, %2
  store i64 %31, ptr %29, align 8
  br label %32

32:                                               ; preds = %15, %22
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.block(ptr noundef captures(none) %0, ptr noundef %1) {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %33, label %4

4:                                                ; preds = %2
  %5 = tail call i64 @malloc_usable_size(ptr noundef nonnull %1)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %24

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %11 = load ptr, ptr %10, align 8
  br label %12

12:                                               ; preds = %21, %9
  %13 = phi i64 [ 0, %9 ], [ %22, %21 ]
  %14 = getelementptr inbounds nuw %struct.region, ptr %11, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, %1
  br i1 %16, label %17, label %21

17:                                               ; preds = %12
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = icmp slt i64 %19, %5
  br i1 %20, label %21, label %33

21:                                               ; preds = %17, %12
  %22 = add nuw nsw i64 %13, 1
  %23 = icmp eq i64 %22, %7
  br i1 %23, label %24, label %12

24:                                               ; preds = %21, %4
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.region, ptr %26, i64 %7
  store ptr %1, ptr %27, align 8
  %28 = add nsw i64 %7, 1
  store i64 %28, ptr %6, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 8
  store i64 %5, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %31 = load i64, ptr %30, align 8
  %32 = add nsw i64 %31, %5
  store i64 %32, ptr %30, align 8
  br label %33

33:                                               ; preds = %17, %24, %2
  ret void
}

declare i64 @malloc_usable_size(ptr noundef)

define linkonce_odr hidden void @rz.checkpoint.array(ptr noundef captures(none) %0, ptr noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = icmp eq ptr %1, null
  br i1 %5, label %40, label %6

6:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store ptr %1, ptr %4, align 8
  %7 = call i64 @rz.checkpoint.extent(ptr noundef nonnull %1, ptr noundef nonnull %4)
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %9, label %10

9:                                                ; preds = %6
  call void @rz.throw(i32 noundef 2, ptr noundef %2)
  unreachable

10:                                               ; preds = %6
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %13 = load i64, ptr %12, align 8
  %14 = icmp sgt i64 %13, 0
  br i1 %14, label %15, label %30

15:                                               ; preds = %10
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %17 = load ptr, ptr %16, align 8
  br label %18

18:                                               ; preds = %27, %15
  %19 = phi i64 [ 0, %15 ], [ %28, %27 ]
  %20 = getelementptr inbounds nuw %struct.region, ptr %17, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, %11
  br i1 %22, label %23, label %27

23:                                               ; preds = %18
  %24 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = icmp slt i64 %25, %7
  br i1 %26, label %27, label %39

27:                                               ; preds = %23, %18
  %28 = add nuw nsw i64 %19, 1
  %29 = icmp eq i64 %28, %13
  br i1 %29, label %30, label %18

30:                                               ; preds = %27, %10
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds %struct.region, ptr %32, i64 %13
  store ptr %11, ptr %33, align 8
  %34 = add nsw i64 %13, 1
  store i64 %34, ptr %12, align 8
  %35 = getelementptr inbounds nuw i8, ptr %33, i64 8
  store i64 %7, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %37 = load i64, ptr %36, align 8
  %38 = add nsw i64 %37, %7
  store i64 %38, ptr %36, align 8
  br label %39

39:                                               ; preds = %23, %30
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %40

40:                                               ; preds = %3, %39
  ret void
}

declare i64 @rz.checkpoint.extent(ptr noundef, ptr noundef)

declare void @rz.throw(i32 noundef, ptr noundef)

define linkonce_odr hidden void @rz.checkpoint.forward(ptr noundef captures(none) %0, ptr noundef %1) {
  %3 = alloca %struct.snapshot, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %5 = load i64, ptr %4, align 8
  %6 = add nsw i64 %5, 1
  store i64 %6, ptr %4, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %8 = load i64, ptr %7, align 8
  %9 = add nsw i64 %8, -1
  %10 = and i64 %9, %5
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %86

12:                                               ; preds = %2
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = load i64, ptr %0, align 8
  %16 = icmp eq i64 %14, %15
  br i1 %16, label %17, label %42

17:                                               ; preds = %12
  %18 = icmp eq i64 %15, 1
  br i1 %18, label %86, label %19

19:                                               ; preds = %17
  %20 = icmp sgt i64 %14, 0
  br i1 %20, label %21, label %35

21:                                               ; preds = %19
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 104
  br label %23

23:                                               ; preds = %23, %21
  %24 = phi i64 [ 0, %21 ], [ %32, %23 ]
  %25 = phi i64 [ 0, %21 ], [ %28, %23 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %26 = load ptr, ptr %22, align 8
  %27 = getelementptr inbounds nuw %struct.snapshot, ptr %26, i64 %25
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, ptr noundef nonnull align 8 dereferenceable(16) %27, i64 16, i1 false)
  %28 = add nuw nsw i64 %25, 1
  %29 = getelementptr inbounds nuw %struct.snapshot, ptr %26, i64 %24
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %27, ptr noundef nonnull align 8 dereferenceable(16) %29, i64 16, i1 false)
  %30 = load ptr, ptr %22, align 8
  %31 = getelementptr inbounds nuw %struct.snapshot, ptr %30, i64 %24
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %31, ptr noundef nonnull align 8 dereferenceable(16) %3, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %32 = add nuw nsw i64 %24, 2
  %33 = load i64, ptr %13, align 8
  %34 = icmp slt i64 %32, %33
  br i1 %34, label %23, label %35

35:                                               ; preds = %23, %19
  %36 = phi i64 [ 0, %19 ], [ %28, %23 ]
  store i64 %36, ptr %13, align 8
  %37 = load i64, ptr %7, align 8
  %38 = shl nsw i64 %37, 1
  store i64 %38, ptr %7, align 8
  %39 = add nsw i64 %38, -1
  %40 = and i64 %39, %5
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %86

42:                                               ; preds = %35, %12
  %43 = load i64, ptr %13, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %43, %45
  br i1 %46, label %47, label %57

47:                                               ; preds = %42
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %49 = load i64, ptr %48, align 8
  %50 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %49)
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %52 = load ptr, ptr %51, align 8
  %53 = load i64, ptr %44, align 8
  %54 = add nsw i64 %53, 1
  store i64 %54, ptr %44, align 8
  %55 = getelementptr inbounds %struct.snapshot, ptr %52, i64 %53
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 8
  store ptr %50, ptr %56, align 8
  br label %57

57:                                               ; preds = %47, %42
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %59 = load ptr, ptr %58, align 8
  %60 = load i64, ptr %13, align 8
  %61 = getelementptr inbounds %struct.snapshot, ptr %59, i64 %60
  store i64 %5, ptr %61, align 8
  %62 = add nsw i64 %60, 1
  store i64 %62, ptr %13, align 8
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %64 = load i64, ptr %63, align 8
  %65 = icmp sgt i64 %64, 0
  br i1 %65, label %66, label %86

66:                                               ; preds = %57
  %67 = getelementptr inbounds nuw i8, ptr %61, i64 8
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 112
  br label %70

70:                                               ; preds = %70, %66
  %71 = phi i64 [ 0, %66 ], [ %83, %70 ]
  %72 = phi ptr [ %68, %66 ], [ %82, %70 ]
  %73 = load ptr, ptr %69, align 8
  %74 = getelementptr inbounds nuw %struct.region, ptr %73, i64 %71
  %75 = load ptr, ptr %74, align 8
  %76 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %77 = load i64, ptr %76, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %72, ptr align 1 %75, i64 %77, i1 false)
  %78 = load ptr, ptr %69, align 8
  %79 = getelementptr inbounds nuw %struct.region, ptr %78, i64 %71
  %80 = getelementptr inbounds nuw i8, ptr %79, i64 8
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds i8, ptr %72, i64 %81
  %83 = add nuw nsw i64 %71, 1
  %84 = load i64, ptr %63, align 8
  %85 = icmp slt i64 %83, %84
  br i1 %85, label %70, label %86

86:                                               ; preds = %70, %57, %35, %17, %2
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.turn(ptr noundef captures(none) initializes((96, 104)) %0, ptr noundef %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %4 = load i64, ptr %3, align 8
  %5 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %4)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  store ptr %5, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %28

10:                                               ; preds = %2
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 112
  br label %12

12:                                               ; preds = %12, %10
  %13 = phi i64 [ 0, %10 ], [ %25, %12 ]
  %14 = phi ptr [ %5, %10 ], [ %24, %12 ]
  %15 = load ptr, ptr %11, align 8
  %16 = getelementptr inbounds nuw %struct.region, ptr %15, i64 %13
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %19 = load i64, ptr %18, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %14, ptr align 1 %17, i64 %19, i1 false)
  %20 = load ptr, ptr %11, align 8
  %21 = getelementptr inbounds nuw %struct.region, ptr %20, i64 %13
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %14, i64 %23
  %25 = add nuw nsw i64 %13, 1
  %26 = load i64, ptr %7, align 8
  %27 = icmp slt i64 %25, %26
  br i1 %27, label %12, label %28

28:                                               ; preds = %12, %2
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %30 = load i64, ptr %29, align 8
  %31 = tail call i64 @llvm.umax.i64(i64 %30, i64 1)
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %33 = load i64, ptr %32, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %138, label %35

35:                                               ; preds = %28
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %37 = load i64, ptr %36, align 8
  %38 = icmp slt i64 %37, 2
  br i1 %38, label %61, label %39

39:                                               ; preds = %35
  %40 = sext i64 %31 to i128
  br label %41

41:                                               ; preds = %41, %39
  %42 = phi i64 [ 1, %39 ], [ %50, %41 ]
  %43 = phi i64 [ 0, %39 ], [ %44, %41 ]
  %44 = add nuw nsw i64 %43, 1
  %45 = sext i64 %42 to i128
  %46 = mul nsw i128 %45, %40
  %47 = zext nneg i64 %44 to i128
  %48 = sdiv i128 %46, %47
  %49 = trunc i128 %48 to i64
  %50 = add nsw i64 %42, %49
  %51 = icmp slt i64 %50, %37
  br i1 %51, label %41, label %52

52:                                               ; preds = %41
  %53 = mul nuw nsw i64 %44, %37
  %54 = sext i64 %50 to i128
  %55 = mul nsw i128 %54, %47
  %56 = add nsw i64 %31, 1
  %57 = sext i64 %56 to i128
  %58 = sdiv i128 %55, %57
  %59 = trunc i128 %58 to i64
  %60 = sub nsw i64 %53, %59
  br label %61

61:                                               ; preds = %35, %52
  %62 = phi i64 [ %60, %52 ], [ 0, %35 ]
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = icmp sgt i64 %64, 1
  br i1 %65, label %66, label %138

66:                                               ; preds = %61
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %68 = load ptr, ptr %67, align 8
  br label %69

69:                                               ; preds = %66, %130
  %70 = phi i64 [ 1, %66 ], [ %136, %130 ]
  %71 = phi i64 [ 1, %66 ], [ %134, %130 ]
  %72 = phi i64 [ 0, %66 ], [ %106, %130 ]
  %73 = phi i64 [ %62, %66 ], [ %135, %130 ]
  %74 = getelementptr inbounds nuw %struct.snapshot, ptr %68, i64 %71
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr i8, ptr %74, i64 -16
  %77 = load i64, ptr %76, align 8
  %78 = sub nsw i64 %75, %77
  %79 = sub nsw i64 %31, %71
  %80 = add nsw i64 %79, 1
  %81 = icmp slt i64 %78, 2
  br i1 %81, label %104, label %82

82:                                               ; preds = %69
  %83 = sext i64 %80 to i128
  br label %84

84:                                               ; preds = %84, %82
  %85 = phi i64 [ 1, %82 ], [ %93, %84 ]
  %86 = phi i64 [ 0, %82 ], [ %87, %84 ]
  %87 = add nuw nsw i64 %86, 1
  %88 = sext i64 %85 to i128
  %89 = mul nsw i128 %88, %83
  %90 = zext nneg i64 %87 to i128
  %91 = sdiv i128 %89, %90
  %92 = trunc i128 %91 to i64
  %93 = add nsw i64 %85, %92
  %94 = icmp slt i64 %93, %78
  br i1 %94, label %84, label %95

95:                                               ; preds = %84
  %96 = mul nuw nsw i64 %87, %78
  %97 = sext i64 %93 to i128
  %98 = mul nsw i128 %97, %90
  %99 = add nsw i64 %79, 2
  %100 = sext i64 %99 to i128
  %101 = sdiv i128 %98, %100
  %102 = trunc i128 %101 to i64
  %103 = sub nsw i64 %96, %102
  br label %104

104:                                              ; preds = %69, %95
  %105 = phi i64 [ %103, %95 ], [ 0, %69 ]
  %106 = add nsw i64 %105, %72
  %107 = sub nsw i64 %37, %75
  %108 = icmp slt i64 %107, 2
  br i1 %108, label %130, label %109

109:                                              ; preds = %104
  %110 = sext i64 %79 to i128
  br label %111

111:                                              ; preds = %111, %109
  %112 = phi i64 [ 1, %109 ], [ %120, %111 ]
  %113 = phi i64 [ 0, %109 ], [ %114, %111 ]
  %114 = add nuw nsw i64 %113, 1
  %115 = sext i64 %112 to i128
  %116 = mul nsw i128 %115, %110
  %117 = zext nneg i64 %114 to i128
  %118 = sdiv i128 %116, %117
  %119 = trunc i128 %118 to i64
  %120 = add nsw i64 %112, %119
  %121 = icmp slt i64 %120, %107
  br i1 %121, label %111, label %122

122:                                              ; preds = %111
  %123 = mul nuw nsw i64 %114, %107
  %124 = sext i64 %120 to i128
  %125 = mul nsw i128 %124, %117
  %126 = sext i64 %80 to i128
  %127 = sdiv i128 %125, %126
  %128 = trunc i128 %127 to i64
  %129 = sub nsw i64 %123, %128
  br label %130

130:                                              ; preds = %104, %122
  %131 = phi i64 [ %129, %122 ], [ 0, %104 ]
  %132 = add nsw i64 %131, %106
  %133 = icmp sgt i64 %132, %73
  %134 = add nuw nsw i64 %71, 1
  %135 = tail call i64 @llvm.smin.i64(i64 %132, i64 %73)
  %136 = select i1 %133, i64 %70, i64 %134
  %137 = icmp eq i64 %134, %64
  br i1 %137, label %138, label %69

138:                                              ; preds = %130, %61, %28
  %139 = phi i64 [ 1, %28 ], [ 1, %61 ], [ %136, %130 ]
  store i64 0, ptr %32, align 8
  %140 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %141 = load i64, ptr %140, align 8
  %142 = icmp eq i64 %141, 0
  %143 = select i1 %142, i64 0, i64 %139
  %144 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 %143, ptr %144, align 8
  %145 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 %141, ptr %145, align 8
  %146 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store i64 -1, ptr %146, align 8
  %147 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store i64 -1, ptr %147, align 8
  ret void
}

define linkonce_odr hidden range(i32 0, 3) i32 @rz.checkpoint.next(ptr noundef captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %152, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %11, label %47

11:                                               ; preds = %5
  %12 = icmp sgt i64 %7, -1
  %13 = add nsw i64 %3, -1
  %14 = icmp slt i64 %7, %13
  %15 = select i1 %12, i1 %14, i1 false
  br i1 %15, label %16, label %46

16:                                               ; preds = %11
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds %struct.snapshot, ptr %18, i64 %20
  store i64 %7, ptr %21, align 8
  %22 = add nsw i64 %20, 1
  store i64 %22, ptr %19, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %24 = load i64, ptr %23, align 8
  %25 = icmp sgt i64 %24, 0
  br i1 %25, label %26, label %46

26:                                               ; preds = %16
  %27 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 112
  br label %30

30:                                               ; preds = %30, %26
  %31 = phi i64 [ 0, %26 ], [ %43, %30 ]
  %32 = phi ptr [ %28, %26 ], [ %42, %30 ]
  %33 = load ptr, ptr %29, align 8
  %34 = getelementptr inbounds nuw %struct.region, ptr %33, i64 %31
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %37 = load i64, ptr %36, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %32, ptr align 1 %35, i64 %37, i1 false)
  %38 = load ptr, ptr %29, align 8
  %39 = getelementptr inbounds nuw %struct.region, ptr %38, i64 %31
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds i8, ptr %32, i64 %41
  %43 = add nuw nsw i64 %31, 1
  %44 = load i64, ptr %23, align 8
  %45 = icmp slt i64 %43, %44
  br i1 %45, label %30, label %46

46:                                               ; preds = %30, %16, %11
  store i64 -1, ptr %8, align 8
  br label %47

47:                                               ; preds = %46, %5
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %49 = load i64, ptr %48, align 8
  %50 = icmp sgt i64 %49, 1
  br i1 %50, label %51, label %64

51:                                               ; preds = %47
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %53 = load ptr, ptr %52, align 8
  %54 = load i64, ptr %2, align 8
  br label %55

55:                                               ; preds = %51, %61
  %56 = phi i64 [ %49, %51 ], [ %62, %61 ]
  %57 = getelementptr %struct.snapshot, ptr %53, i64 %56
  %58 = getelementptr i8, ptr %57, i64 -16
  %59 = load i64, ptr %58, align 8
  %60 = icmp slt i64 %59, %54
  br i1 %60, label %64, label %61

61:                                               ; preds = %55
  %62 = add nsw i64 %56, -1
  store i64 %62, ptr %48, align 8
  %63 = icmp sgt i64 %56, 2
  br i1 %63, label %55, label %64

64:                                               ; preds = %55, %61, %47
  %65 = phi i64 [ %49, %47 ], [ %56, %55 ], [ 1, %61 ]
  %66 = load i64, ptr %6, align 8
  %67 = icmp slt i64 %66, 0
  br i1 %67, label %68, label %98

68:                                               ; preds = %64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr %struct.snapshot, ptr %70, i64 %65
  %72 = getelementptr i8, ptr %71, i64 -16
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %74 = load i64, ptr %73, align 8
  %75 = icmp sgt i64 %74, 0
  br i1 %75, label %76, label %96

76:                                               ; preds = %68
  %77 = getelementptr i8, ptr %71, i64 -8
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 112
  br label %80

80:                                               ; preds = %80, %76
  %81 = phi i64 [ 0, %76 ], [ %93, %80 ]
  %82 = phi ptr [ %78, %76 ], [ %92, %80 ]
  %83 = load ptr, ptr %79, align 8
  %84 = getelementptr inbounds nuw %struct.region, ptr %83, i64 %81
  %85 = load ptr, ptr %84, align 8
  %86 = getelementptr inbounds nuw i8, ptr %84, i64 8
  %87 = load i64, ptr %86, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %85, ptr align 1 %82, i64 %87, i1 false)
  %88 = load ptr, ptr %79, align 8
  %89 = getelementptr inbounds nuw %struct.region, ptr %88, i64 %81
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 8
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds i8, ptr %82, i64 %91
  %93 = add nuw nsw i64 %81, 1
  %94 = load i64, ptr %73, align 8
  %95 = icmp slt i64 %93, %94
  br i1 %95, label %80, label %96

96:                                               ; preds = %80, %68
  %97 = load i64, ptr %72, align 8
  store i64 %97, ptr %6, align 8
  br label %98

98:                                               ; preds = %96, %64
  %99 = load i64, ptr %6, align 8
  %100 = load i64, ptr %2, align 8
  %101 = add nsw i64 %100, -1
  %102 = icmp eq i64 %99, %101
  br i1 %102, label %103, label %104

103:                                              ; preds = %98
  store i64 %101, ptr %2, align 8
  store i64 -1, ptr %8, align 8
  store i64 -1, ptr %6, align 8
  br label %152

104:                                              ; preds = %98
  %105 = load i64, ptr %8, align 8
  %106 = icmp slt i64 %105, 0
  br i1 %106, label %107, label %147

107:                                              ; preds = %104
  %108 = sub nsw i64 %100, %99
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %110 = load i64, ptr %109, align 8
  %111 = load i64, ptr %48, align 8
  %112 = sub nsw i64 %110, %111
  %113 = add nsw i64 %112, 1
  %114 = icmp eq i64 %110, %111
  br i1 %114, label %115, label %117

115:                                              ; preds = %107
  %116 = add nsw i64 %108, -1
  br label %144

117:                                              ; preds = %107
  %118 = icmp sgt i64 %108, 1
  br i1 %118, label %119, label %132

119:                                              ; preds = %117
  %120 = sext i64 %113 to i128
  br label %121

121:                                              ; preds = %121, %119
  %122 = phi i64 [ 1, %119 ], [ %130, %121 ]
  %123 = phi i64 [ 0, %119 ], [ %124, %121 ]
  %124 = add nuw nsw i64 %123, 1
  %125 = sext i64 %122 to i128
  %126 = mul nsw i128 %125, %120
  %127 = zext nneg i64 %124 to i128
  %128 = sdiv i128 %126, %127
  %129 = trunc i128 %128 to i64
  %130 = add nsw i64 %122, %129
  %131 = icmp slt i64 %130, %108
  br i1 %131, label %121, label %132

132:                                              ; preds = %121, %117
  %133 = phi i64 [ 0, %117 ], [ %122, %121 ]
  %134 = phi i64 [ 0, %117 ], [ %124, %121 ]
  %135 = sext i64 %133 to i128
  %136 = sext i64 %113 to i128
  %137 = mul nsw i128 %135, %136
  %138 = add i64 %134, %112
  %139 = sext i64 %138 to i128
  %140 = sdiv i128 %137, %139
  %141 = trunc i128 %140 to i64
  %142 = sub nsw i64 %108, %141
  %143 = tail call i64 @llvm.smin.i64(i64 %133, i64 %142)
  br label %144

144:                                              ; preds = %115, %132
  %145 = phi i64 [ %116, %115 ], [ %143, %132 ]
  %146 = add nsw i64 %145, %99
  store i64 %146, ptr %8, align 8
  br label %147

147:                                              ; preds = %144, %104
  %148 = add nsw i64 %99, 1
  store i64 %148, ptr %6, align 8
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %150 = load i64, ptr %149, align 8
  %151 = add nsw i64 %150, 1
  store i64 %151, ptr %149, align 8
  br label %152

152:                                              ; preds = %103, %147, %1
  %153 = phi i32 [ 0, %1 ], [ 2, %103 ], [ 1, %147 ]
  ret i32 %153
}

define linkonce_odr hidden void @rz.checkpoint.finish(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %3 = load i64, ptr %2, align 8
  %4 = icmp sgt i64 %3, 0
  br i1 %4, label %5, label %25

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 112
  br label %9

9:                                                ; preds = %9, %5
  %10 = phi i64 [ 0, %5 ], [ %22, %9 ]
  %11 = phi ptr [ %7, %5 ], [ %21, %9 ]
  %12 = load ptr, ptr %8, align 8
  %13 = getelementptr inbounds nuw %struct.region, ptr %12, i64 %10
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 8
  %16 = load i64, ptr %15, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %14, ptr align 1 %11, i64 %16, i1 false)
  %17 = load ptr, ptr %8, align 8
  %18 = getelementptr inbounds nuw %struct.region, ptr %17, i64 %10
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %11, i64 %20
  %22 = add nuw nsw i64 %10, 1
  %23 = load i64, ptr %2, align 8
  %24 = icmp slt i64 %22, %23
  br i1 %24, label %9, label %25

25:                                               ; preds = %9, %1
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

declare i64 @llvm.umax.i64(i64, i64)

declare i64 @llvm.smin.i64(i64, i64)
