; The snapshots of checkpointed loops, made of checkpoint.c by
;     python -m tests.checkpoint_text

%struct.region = type { ptr, i64 }
%struct.snapshot = type { i64, ptr }

@rz.over.limit = external constant [0 x i8], align 1
@.str = private unnamed_addr constant [82 x i8] c"rounding decides whether a checkpointed loop ends: with a tape it ended elsewhere\00", align 1
@rz.tape.limit = external global i64, align 8

define linkonce_odr hidden void @rz.checkpoint.drop(ptr noundef %0) {
  tail call void @rz.arena.free(ptr noundef %0)
  ret void
}

declare void @rz.arena.free(ptr noundef)

define linkonce_odr hidden void @rz.checkpoint.clear(ptr noundef captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %6, label %5

5:                                                ; preds = %1
  tail call void @rz.arena.settle(ptr noundef nonnull %3)
  br label %6

6:                                                ; preds = %5, %1
  store ptr null, ptr %2, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %19, label %10

10:                                               ; preds = %6
  %11 = load ptr, ptr %8, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %15

13:                                               ; preds = %15, %10
  store ptr null, ptr %8, align 8
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 64
  store ptr %14, ptr %0, align 8
  br label %19

15:                                               ; preds = %10, %15
  %16 = phi ptr [ %17, %15 ], [ %11, %10 ]
  %17 = load ptr, ptr %16, align 8
  tail call void @free(ptr noundef nonnull %16)
  %18 = icmp eq ptr %17, null
  br i1 %18, label %13, label %15

19:                                               ; preds = %6, %13
  ret void
}

declare void @rz.arena.settle(ptr noundef)

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare void @free(ptr noundef)

declare void @llvm.lifetime.end.p0(ptr captures(none))

define linkonce_odr hidden noundef ptr @rz.checkpoint.begin(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) {
  %5 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef 256)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(256) %5, i8 0, i64 256, i1 false)
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 64
  store i64 %1, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 120
  store i64 1, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 208
  store i64 1, ptr %8, align 8
  %9 = tail call i64 @llvm.umax.i64(i64 %2, i64 1)
  %10 = shl nsw i64 %9, 4
  %11 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %10)
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 248
  store ptr %11, ptr %12, align 8
  %13 = icmp eq i64 %1, 0
  br i1 %13, label %18, label %14

14:                                               ; preds = %4
  %15 = shl nsw i64 %1, 4
  %16 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %15)
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 240
  store ptr %16, ptr %17, align 8
  br label %18

18:                                               ; preds = %14, %4
  %19 = zext i1 %13 to i64
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 152
  store i64 %19, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 144
  store i64 %19, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 168
  store i64 %3, ptr %22, align 8
  tail call void @rz.tape.defer(ptr noundef %0, ptr noundef nonnull %5, ptr noundef nonnull @rz.checkpoint.drop)
  ret ptr %5
}

declare ptr @rz.tape.alloc(ptr noundef, i64 noundef)

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)

declare void @rz.tape.defer(ptr noundef, ptr noundef, ptr noundef)

define linkonce_odr hidden void @rz.checkpoint.add(ptr noundef captures(none) %0, ptr noundef %1, i64 noundef %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %22

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 248
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
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.region, ptr %25, i64 %5
  store ptr %1, ptr %26, align 8
  %27 = add nsw i64 %5, 1
  store i64 %27, ptr %23, align 8
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store i64 %2, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 128
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
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %24

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 248
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
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.region, ptr %26, i64 %7
  store ptr %1, ptr %27, align 8
  %28 = add nsw i64 %7, 1
  store i64 %28, ptr %6, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 8
  store i64 %5, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 128
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
  br i1 %5, label %46, label %6

6:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store ptr %1, ptr %4, align 8
  %7 = call i64 @rz.checkpoint.extent(ptr noundef nonnull %1, ptr noundef nonnull %4)
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %9, label %16

9:                                                ; preds = %6
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %14

13:                                               ; preds = %9
  call void @rz.throw(i32 noundef 2, ptr noundef %2)
  unreachable

14:                                               ; preds = %9
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 160
  store i64 1, ptr %15, align 8
  br label %45

16:                                               ; preds = %6
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %19 = load i64, ptr %18, align 8
  %20 = icmp sgt i64 %19, 0
  br i1 %20, label %21, label %36

21:                                               ; preds = %16
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %23 = load ptr, ptr %22, align 8
  br label %24

24:                                               ; preds = %33, %21
  %25 = phi i64 [ 0, %21 ], [ %34, %33 ]
  %26 = getelementptr inbounds nuw %struct.region, ptr %23, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, %17
  br i1 %28, label %29, label %33

29:                                               ; preds = %24
  %30 = getelementptr inbounds nuw i8, ptr %26, i64 8
  %31 = load i64, ptr %30, align 8
  %32 = icmp slt i64 %31, %7
  br i1 %32, label %33, label %45

33:                                               ; preds = %29, %24
  %34 = add nuw nsw i64 %25, 1
  %35 = icmp eq i64 %34, %19
  br i1 %35, label %36, label %24

36:                                               ; preds = %33, %16
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.region, ptr %38, i64 %19
  store ptr %17, ptr %39, align 8
  %40 = add nsw i64 %19, 1
  store i64 %40, ptr %18, align 8
  %41 = getelementptr inbounds nuw i8, ptr %39, i64 8
  store i64 %7, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %43, %7
  store i64 %44, ptr %42, align 8
  br label %45

45:                                               ; preds = %29, %36, %14
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %46

46:                                               ; preds = %3, %45
  ret void
}

declare i64 @rz.checkpoint.extent(ptr noundef, ptr noundef)

declare void @rz.throw(i32 noundef, ptr noundef)

define linkonce_odr hidden ptr @rz.checkpoint.forward(ptr noundef %0, ptr noundef %1) {
  %3 = alloca %struct.snapshot, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %178, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %11, label %41

11:                                               ; preds = %7
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %15, label %41

15:                                               ; preds = %11
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %17 = load i64, ptr %16, align 8
  %18 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %17)
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 232
  store ptr %18, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %21 = load i64, ptr %20, align 8
  %22 = icmp sgt i64 %21, 0
  br i1 %22, label %23, label %41

23:                                               ; preds = %15
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %25

25:                                               ; preds = %25, %23
  %26 = phi i64 [ 0, %23 ], [ %38, %25 ]
  %27 = phi ptr [ %18, %23 ], [ %37, %25 ]
  %28 = load ptr, ptr %24, align 8
  %29 = getelementptr inbounds nuw %struct.region, ptr %28, i64 %26
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %32 = load i64, ptr %31, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %27, ptr align 1 %30, i64 %32, i1 false)
  %33 = load ptr, ptr %24, align 8
  %34 = getelementptr inbounds nuw %struct.region, ptr %33, i64 %26
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %27, i64 %36
  %38 = add nuw nsw i64 %26, 1
  %39 = load i64, ptr %20, align 8
  %40 = icmp slt i64 %38, %39
  br i1 %40, label %25, label %41

41:                                               ; preds = %25, %15, %11, %7
  %42 = load ptr, ptr %0, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %44 = load ptr, ptr %43, align 8
  %45 = ptrtoint ptr %42 to i64
  %46 = ptrtoint ptr %44 to i64
  %47 = sub i64 %45, %46
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %59, label %51

51:                                               ; preds = %41, %51
  %52 = phi ptr [ %57, %51 ], [ %49, %41 ]
  %53 = phi i64 [ %56, %51 ], [ %47, %41 ]
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = add nsw i64 %55, %53
  %57 = load ptr, ptr %52, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %59, label %51

59:                                               ; preds = %51, %41
  %60 = phi i64 [ %47, %41 ], [ %56, %51 ]
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %62 = load i64, ptr %61, align 8
  %63 = sub nsw i64 %60, %62
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %65 = load i64, ptr %64, align 8
  %66 = icmp sgt i64 %63, %65
  br i1 %66, label %67, label %68

67:                                               ; preds = %59
  store i64 %63, ptr %64, align 8
  br label %68

68:                                               ; preds = %67, %59
  store i64 %60, ptr %61, align 8
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %83

72:                                               ; preds = %68
  %73 = load i64, ptr %64, align 8
  %74 = shl nsw i64 %73, 1
  %75 = add nsw i64 %74, %60
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %77 = load i64, ptr %76, align 8
  %78 = add nsw i64 %75, %77
  %79 = load i64, ptr @rz.tape.limit, align 8
  %80 = sdiv i64 %79, -10
  %81 = add i64 %80, %79
  %82 = icmp slt i64 %78, %81
  br i1 %82, label %83, label %93

83:                                               ; preds = %68, %72
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %85 = load i64, ptr %84, align 8
  %86 = add nsw i64 %85, 64
  %87 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %86)
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %89 = load ptr, ptr %88, align 8
  store ptr %89, ptr %87, align 8
  store ptr %87, ptr %88, align 8
  %90 = load i64, ptr %8, align 8
  %91 = add nsw i64 %90, 1
  store i64 %91, ptr %8, align 8
  %92 = getelementptr inbounds nuw i8, ptr %87, i64 64
  br label %309

93:                                               ; preds = %72
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %95 = load ptr, ptr %94, align 8
  %96 = icmp eq ptr %95, null
  br i1 %96, label %98, label %97

97:                                               ; preds = %93
  tail call void @rz.arena.settle(ptr noundef nonnull %95)
  br label %98

98:                                               ; preds = %97, %93
  store ptr null, ptr %94, align 8
  %99 = load ptr, ptr %48, align 8
  %100 = icmp eq ptr %99, null
  br i1 %100, label %110, label %101

101:                                              ; preds = %98
  %102 = load ptr, ptr %99, align 8
  %103 = icmp eq ptr %102, null
  br i1 %103, label %104, label %106

104:                                              ; preds = %106, %101
  store ptr null, ptr %99, align 8
  %105 = getelementptr inbounds nuw i8, ptr %99, i64 64
  store ptr %105, ptr %0, align 8
  br label %110

106:                                              ; preds = %101, %106
  %107 = phi ptr [ %108, %106 ], [ %102, %101 ]
  %108 = load ptr, ptr %107, align 8
  tail call void @free(ptr noundef nonnull %107)
  %109 = icmp eq ptr %108, null
  br i1 %109, label %104, label %106

110:                                              ; preds = %104, %98
  %111 = load ptr, ptr %48, align 8
  tail call void @free(ptr noundef %111)
  store ptr null, ptr %48, align 8
  store ptr null, ptr %43, align 8
  store ptr null, ptr %0, align 8
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %113 = load i64, ptr %112, align 8
  %114 = icmp sgt i64 %113, 0
  br i1 %114, label %115, label %135

115:                                              ; preds = %110
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %117 = load ptr, ptr %116, align 8
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %119

119:                                              ; preds = %119, %115
  %120 = phi i64 [ 0, %115 ], [ %132, %119 ]
  %121 = phi ptr [ %117, %115 ], [ %131, %119 ]
  %122 = load ptr, ptr %118, align 8
  %123 = getelementptr inbounds nuw %struct.region, ptr %122, i64 %120
  %124 = load ptr, ptr %123, align 8
  %125 = getelementptr inbounds nuw i8, ptr %123, i64 8
  %126 = load i64, ptr %125, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %124, ptr align 1 %121, i64 %126, i1 false)
  %127 = load ptr, ptr %118, align 8
  %128 = getelementptr inbounds nuw %struct.region, ptr %127, i64 %120
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 8
  %130 = load i64, ptr %129, align 8
  %131 = getelementptr inbounds i8, ptr %121, i64 %130
  %132 = add nuw nsw i64 %120, 1
  %133 = load i64, ptr %112, align 8
  %134 = icmp slt i64 %132, %133
  br i1 %134, label %119, label %135

135:                                              ; preds = %119, %110
  %136 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %137 = load i64, ptr %136, align 8
  %138 = add nsw i64 %137, 63
  %139 = and i64 %138, -64
  %140 = or disjoint i64 %139, 16
  %141 = load i64, ptr @rz.tape.limit, align 8
  %142 = sdiv i64 %141, -10
  %143 = load ptr, ptr %1, align 8
  %144 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %145 = load ptr, ptr %144, align 8
  %146 = ptrtoint ptr %143 to i64
  %147 = ptrtoint ptr %145 to i64
  %148 = sub i64 %146, %147
  %149 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %150 = load ptr, ptr %149, align 8
  %151 = icmp eq ptr %150, null
  br i1 %151, label %160, label %152

152:                                              ; preds = %135, %152
  %153 = phi ptr [ %158, %152 ], [ %150, %135 ]
  %154 = phi i64 [ %157, %152 ], [ %148, %135 ]
  %155 = getelementptr inbounds nuw i8, ptr %153, i64 8
  %156 = load i64, ptr %155, align 8
  %157 = add nsw i64 %156, %154
  %158 = load ptr, ptr %153, align 8
  %159 = icmp eq ptr %158, null
  br i1 %159, label %160, label %152

160:                                              ; preds = %152, %135
  %161 = phi i64 [ %148, %135 ], [ %157, %152 ]
  %162 = load i64, ptr %64, align 8
  %163 = add i64 %142, %141
  %164 = shl i64 %162, 1
  %165 = add i64 %161, %164
  %166 = sub i64 %163, %165
  %167 = shl nsw i64 %140, 1
  %168 = icmp slt i64 %166, %167
  br i1 %168, label %169, label %170

169:                                              ; preds = %160
  tail call void @rz.throw(i32 noundef 1, ptr noundef nonnull @rz.over.limit)
  unreachable

170:                                              ; preds = %160
  %171 = sdiv i64 %166, %140
  %172 = tail call range(i64 -576460752303423488, 1048577) i64 @llvm.smin.i64(i64 range(i64 -576460752303423488, 576460752303423488) %171, i64 1048576)
  %173 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %172, ptr %173, align 8
  %174 = shl nsw i64 %172, 4
  %175 = tail call ptr @rz.tape.alloc(ptr noundef nonnull %1, i64 noundef %174)
  %176 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store ptr %175, ptr %176, align 8
  store i64 0, ptr %8, align 8
  store i64 0, ptr %4, align 8
  %177 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store ptr null, ptr %177, align 8
  br label %178

178:                                              ; preds = %170, %2
  %179 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %180 = load ptr, ptr %179, align 8
  %181 = icmp eq ptr %180, null
  br i1 %181, label %182, label %186

182:                                              ; preds = %178
  %183 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %184 = load i64, ptr %183, align 8
  %185 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %184)
  store ptr %185, ptr %179, align 8
  br label %186

186:                                              ; preds = %182, %178
  %187 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %188 = load i64, ptr %187, align 8
  %189 = add nsw i64 %188, 1
  store i64 %189, ptr %187, align 8
  %190 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %191 = load i64, ptr %190, align 8
  %192 = add nsw i64 %191, -1
  %193 = and i64 %192, %188
  %194 = icmp eq i64 %193, 0
  br i1 %194, label %195, label %309

195:                                              ; preds = %186
  %196 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %197 = load i64, ptr %196, align 8
  %198 = icmp eq i64 %197, 0
  br i1 %198, label %234, label %199

199:                                              ; preds = %195
  %200 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %201 = load i64, ptr %200, align 8
  %202 = icmp eq i64 %201, 0
  br i1 %202, label %234, label %203

203:                                              ; preds = %199
  %204 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %205 = load i64, ptr %204, align 8
  %206 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %207 = load ptr, ptr %206, align 8
  %208 = load ptr, ptr %1, align 8
  %209 = ptrtoint ptr %207 to i64
  %210 = ptrtoint ptr %208 to i64
  %211 = sub i64 %209, %210
  %212 = add nsw i64 %205, 64
  %213 = icmp slt i64 %211, %212
  br i1 %213, label %214, label %234

214:                                              ; preds = %203
  %215 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %216 = load ptr, ptr %215, align 8
  %217 = icmp eq ptr %216, null
  br i1 %217, label %218, label %224

218:                                              ; preds = %224, %214
  %219 = phi i64 [ 0, %214 ], [ %229, %224 ]
  %220 = load i64, ptr @rz.tape.limit, align 8
  %221 = sub nsw i64 %220, %219
  %222 = add nsw i64 %205, 128
  %223 = icmp slt i64 %221, %222
  br i1 %223, label %232, label %234

224:                                              ; preds = %214, %224
  %225 = phi ptr [ %230, %224 ], [ %216, %214 ]
  %226 = phi i64 [ %229, %224 ], [ 0, %214 ]
  %227 = getelementptr inbounds nuw i8, ptr %225, i64 8
  %228 = load i64, ptr %227, align 8
  %229 = add nsw i64 %228, %226
  %230 = load ptr, ptr %225, align 8
  %231 = icmp eq ptr %230, null
  br i1 %231, label %218, label %224

232:                                              ; preds = %218
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %201, ptr %233, align 8
  br label %234

234:                                              ; preds = %203, %232, %218, %199, %195
  %235 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %236 = load i64, ptr %235, align 8
  %237 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %238 = load i64, ptr %237, align 8
  %239 = icmp eq i64 %236, %238
  br i1 %239, label %240, label %265

240:                                              ; preds = %234
  %241 = icmp eq i64 %238, 1
  br i1 %241, label %309, label %242

242:                                              ; preds = %240
  %243 = icmp sgt i64 %236, 0
  br i1 %243, label %244, label %258

244:                                              ; preds = %242
  %245 = getelementptr inbounds nuw i8, ptr %0, i64 240
  br label %246

246:                                              ; preds = %246, %244
  %247 = phi i64 [ 0, %244 ], [ %255, %246 ]
  %248 = phi i64 [ 0, %244 ], [ %251, %246 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %249 = load ptr, ptr %245, align 8
  %250 = getelementptr inbounds nuw %struct.snapshot, ptr %249, i64 %248
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, ptr noundef nonnull align 8 dereferenceable(16) %250, i64 16, i1 false)
  %251 = add nuw nsw i64 %248, 1
  %252 = getelementptr inbounds nuw %struct.snapshot, ptr %249, i64 %247
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %250, ptr noundef nonnull align 8 dereferenceable(16) %252, i64 16, i1 false)
  %253 = load ptr, ptr %245, align 8
  %254 = getelementptr inbounds nuw %struct.snapshot, ptr %253, i64 %247
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %254, ptr noundef nonnull align 8 dereferenceable(16) %3, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %255 = add nuw nsw i64 %247, 2
  %256 = load i64, ptr %235, align 8
  %257 = icmp slt i64 %255, %256
  br i1 %257, label %246, label %258

258:                                              ; preds = %246, %242
  %259 = phi i64 [ 0, %242 ], [ %251, %246 ]
  store i64 %259, ptr %235, align 8
  %260 = load i64, ptr %190, align 8
  %261 = shl nsw i64 %260, 1
  store i64 %261, ptr %190, align 8
  %262 = add nsw i64 %261, -1
  %263 = and i64 %262, %188
  %264 = icmp eq i64 %263, 0
  br i1 %264, label %265, label %309

265:                                              ; preds = %258, %234
  %266 = load i64, ptr %235, align 8
  %267 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %268 = load i64, ptr %267, align 8
  %269 = icmp eq i64 %266, %268
  br i1 %269, label %270, label %280

270:                                              ; preds = %265
  %271 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %272 = load i64, ptr %271, align 8
  %273 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %272)
  %274 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %275 = load ptr, ptr %274, align 8
  %276 = load i64, ptr %267, align 8
  %277 = add nsw i64 %276, 1
  store i64 %277, ptr %267, align 8
  %278 = getelementptr inbounds %struct.snapshot, ptr %275, i64 %276
  %279 = getelementptr inbounds nuw i8, ptr %278, i64 8
  store ptr %273, ptr %279, align 8
  br label %280

280:                                              ; preds = %270, %265
  %281 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %282 = load ptr, ptr %281, align 8
  %283 = load i64, ptr %235, align 8
  %284 = getelementptr inbounds %struct.snapshot, ptr %282, i64 %283
  store i64 %188, ptr %284, align 8
  %285 = add nsw i64 %283, 1
  store i64 %285, ptr %235, align 8
  %286 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %287 = load i64, ptr %286, align 8
  %288 = icmp sgt i64 %287, 0
  br i1 %288, label %289, label %309

289:                                              ; preds = %280
  %290 = getelementptr inbounds nuw i8, ptr %284, i64 8
  %291 = load ptr, ptr %290, align 8
  %292 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %293

293:                                              ; preds = %293, %289
  %294 = phi i64 [ 0, %289 ], [ %306, %293 ]
  %295 = phi ptr [ %291, %289 ], [ %305, %293 ]
  %296 = load ptr, ptr %292, align 8
  %297 = getelementptr inbounds nuw %struct.region, ptr %296, i64 %294
  %298 = load ptr, ptr %297, align 8
  %299 = getelementptr inbounds nuw i8, ptr %297, i64 8
  %300 = load i64, ptr %299, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %295, ptr align 1 %298, i64 %300, i1 false)
  %301 = load ptr, ptr %292, align 8
  %302 = getelementptr inbounds nuw %struct.region, ptr %301, i64 %294
  %303 = getelementptr inbounds nuw i8, ptr %302, i64 8
  %304 = load i64, ptr %303, align 8
  %305 = getelementptr inbounds i8, ptr %295, i64 %304
  %306 = add nuw nsw i64 %294, 1
  %307 = load i64, ptr %286, align 8
  %308 = icmp slt i64 %306, %307
  br i1 %308, label %293, label %309

309:                                              ; preds = %293, %280, %186, %240, %258, %83
  %310 = phi ptr [ %92, %83 ], [ null, %258 ], [ null, %240 ], [ null, %186 ], [ null, %280 ], [ null, %293 ]
  ret ptr %310
}

define linkonce_odr hidden void @rz.checkpoint.turn(ptr noundef captures(none) initializes((200, 208)) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store ptr null, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %185

6:                                                ; preds = %1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %30

10:                                               ; preds = %6
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %14

14:                                               ; preds = %14, %10
  %15 = phi i64 [ 0, %10 ], [ %27, %14 ]
  %16 = phi ptr [ %12, %10 ], [ %26, %14 ]
  %17 = load ptr, ptr %13, align 8
  %18 = getelementptr inbounds nuw %struct.region, ptr %17, i64 %15
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %21 = load i64, ptr %20, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr align 1 %19, i64 %21, i1 false)
  %22 = load ptr, ptr %13, align 8
  %23 = getelementptr inbounds nuw %struct.region, ptr %22, i64 %15
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %16, i64 %25
  %27 = add nuw nsw i64 %15, 1
  %28 = load i64, ptr %7, align 8
  %29 = icmp slt i64 %27, %28
  br i1 %29, label %14, label %30

30:                                               ; preds = %14, %6
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %32 = load i64, ptr %31, align 8
  %33 = tail call i64 @llvm.umax.i64(i64 %32, i64 1)
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %140, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %39 = load i64, ptr %38, align 8
  %40 = icmp slt i64 %39, 2
  br i1 %40, label %63, label %41

41:                                               ; preds = %37
  %42 = sext i64 %33 to i128
  br label %43

43:                                               ; preds = %43, %41
  %44 = phi i64 [ 1, %41 ], [ %52, %43 ]
  %45 = phi i64 [ 0, %41 ], [ %46, %43 ]
  %46 = add nuw nsw i64 %45, 1
  %47 = sext i64 %44 to i128
  %48 = mul nsw i128 %47, %42
  %49 = zext nneg i64 %46 to i128
  %50 = sdiv i128 %48, %49
  %51 = trunc i128 %50 to i64
  %52 = add nsw i64 %44, %51
  %53 = icmp slt i64 %52, %39
  br i1 %53, label %43, label %54

54:                                               ; preds = %43
  %55 = mul nuw nsw i64 %46, %39
  %56 = sext i64 %52 to i128
  %57 = mul nsw i128 %56, %49
  %58 = add nsw i64 %33, 1
  %59 = sext i64 %58 to i128
  %60 = sdiv i128 %57, %59
  %61 = trunc i128 %60 to i64
  %62 = sub nsw i64 %55, %61
  br label %63

63:                                               ; preds = %37, %54
  %64 = phi i64 [ %62, %54 ], [ 0, %37 ]
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %66 = load i64, ptr %65, align 8
  %67 = icmp sgt i64 %66, 1
  br i1 %67, label %68, label %140

68:                                               ; preds = %63
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %70 = load ptr, ptr %69, align 8
  br label %71

71:                                               ; preds = %68, %132
  %72 = phi i64 [ 1, %68 ], [ %138, %132 ]
  %73 = phi i64 [ 1, %68 ], [ %136, %132 ]
  %74 = phi i64 [ 0, %68 ], [ %108, %132 ]
  %75 = phi i64 [ %64, %68 ], [ %137, %132 ]
  %76 = getelementptr inbounds nuw %struct.snapshot, ptr %70, i64 %73
  %77 = load i64, ptr %76, align 8
  %78 = getelementptr i8, ptr %76, i64 -16
  %79 = load i64, ptr %78, align 8
  %80 = sub nsw i64 %77, %79
  %81 = sub nsw i64 %33, %73
  %82 = add nsw i64 %81, 1
  %83 = icmp slt i64 %80, 2
  br i1 %83, label %106, label %84

84:                                               ; preds = %71
  %85 = sext i64 %82 to i128
  br label %86

86:                                               ; preds = %86, %84
  %87 = phi i64 [ 1, %84 ], [ %95, %86 ]
  %88 = phi i64 [ 0, %84 ], [ %89, %86 ]
  %89 = add nuw nsw i64 %88, 1
  %90 = sext i64 %87 to i128
  %91 = mul nsw i128 %90, %85
  %92 = zext nneg i64 %89 to i128
  %93 = sdiv i128 %91, %92
  %94 = trunc i128 %93 to i64
  %95 = add nsw i64 %87, %94
  %96 = icmp slt i64 %95, %80
  br i1 %96, label %86, label %97

97:                                               ; preds = %86
  %98 = mul nuw nsw i64 %89, %80
  %99 = sext i64 %95 to i128
  %100 = mul nsw i128 %99, %92
  %101 = add nsw i64 %81, 2
  %102 = sext i64 %101 to i128
  %103 = sdiv i128 %100, %102
  %104 = trunc i128 %103 to i64
  %105 = sub nsw i64 %98, %104
  br label %106

106:                                              ; preds = %71, %97
  %107 = phi i64 [ %105, %97 ], [ 0, %71 ]
  %108 = add nsw i64 %107, %74
  %109 = sub nsw i64 %39, %77
  %110 = icmp slt i64 %109, 2
  br i1 %110, label %132, label %111

111:                                              ; preds = %106
  %112 = sext i64 %81 to i128
  br label %113

113:                                              ; preds = %113, %111
  %114 = phi i64 [ 1, %111 ], [ %122, %113 ]
  %115 = phi i64 [ 0, %111 ], [ %116, %113 ]
  %116 = add nuw nsw i64 %115, 1
  %117 = sext i64 %114 to i128
  %118 = mul nsw i128 %117, %112
  %119 = zext nneg i64 %116 to i128
  %120 = sdiv i128 %118, %119
  %121 = trunc i128 %120 to i64
  %122 = add nsw i64 %114, %121
  %123 = icmp slt i64 %122, %109
  br i1 %123, label %113, label %124

124:                                              ; preds = %113
  %125 = mul nuw nsw i64 %116, %109
  %126 = sext i64 %122 to i128
  %127 = mul nsw i128 %126, %119
  %128 = sext i64 %82 to i128
  %129 = sdiv i128 %127, %128
  %130 = trunc i128 %129 to i64
  %131 = sub nsw i64 %125, %130
  br label %132

132:                                              ; preds = %106, %124
  %133 = phi i64 [ %131, %124 ], [ 0, %106 ]
  %134 = add nsw i64 %133, %108
  %135 = icmp sgt i64 %134, %75
  %136 = add nuw nsw i64 %73, 1
  %137 = tail call i64 @llvm.smin.i64(i64 %134, i64 %75)
  %138 = select i1 %135, i64 %72, i64 %136
  %139 = icmp eq i64 %136, %66
  br i1 %139, label %140, label %71

140:                                              ; preds = %132, %63, %30
  %141 = phi i64 [ 1, %30 ], [ 1, %63 ], [ %138, %132 ]
  %142 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %143 = load i64, ptr %142, align 8
  %144 = icmp eq i64 %143, 0
  br i1 %144, label %176, label %145

145:                                              ; preds = %140
  %146 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %147 = load i64, ptr %146, align 8
  %148 = icmp slt i64 %147, 2
  br i1 %148, label %172, label %149

149:                                              ; preds = %145
  %150 = sext i64 %33 to i128
  br label %151

151:                                              ; preds = %151, %149
  %152 = phi i64 [ 1, %149 ], [ %160, %151 ]
  %153 = phi i64 [ 0, %149 ], [ %154, %151 ]
  %154 = add nuw nsw i64 %153, 1
  %155 = sext i64 %152 to i128
  %156 = mul nsw i128 %155, %150
  %157 = zext nneg i64 %154 to i128
  %158 = sdiv i128 %156, %157
  %159 = trunc i128 %158 to i64
  %160 = add nsw i64 %152, %159
  %161 = icmp slt i64 %160, %147
  br i1 %161, label %151, label %162

162:                                              ; preds = %151
  %163 = mul nuw nsw i64 %154, %147
  %164 = sext i64 %160 to i128
  %165 = mul nsw i128 %164, %157
  %166 = add nsw i64 %33, 1
  %167 = sext i64 %166 to i128
  %168 = sdiv i128 %165, %167
  %169 = trunc i128 %168 to i64
  %170 = sub nsw i64 %163, %169
  %171 = sdiv i64 %170, 100
  br label %172

172:                                              ; preds = %145, %162
  %173 = phi i64 [ %171, %162 ], [ 0, %145 ]
  %174 = icmp sgt i64 %173, %147
  br i1 %174, label %175, label %176

175:                                              ; preds = %172
  tail call void @rz.throw(i32 noundef 1, ptr noundef nonnull @rz.over.limit)
  unreachable

176:                                              ; preds = %172, %140
  store i64 0, ptr %34, align 8
  %177 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %178 = load i64, ptr %177, align 8
  %179 = icmp eq i64 %178, 0
  %180 = select i1 %179, i64 0, i64 %141
  %181 = getelementptr inbounds nuw i8, ptr %0, i64 72
  store i64 %180, ptr %181, align 8
  %182 = getelementptr inbounds nuw i8, ptr %0, i64 96
  store i64 %178, ptr %182, align 8
  %183 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 -1, ptr %183, align 8
  %184 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i64 -1, ptr %184, align 8
  br label %185

185:                                              ; preds = %1, %176
  ret void
}

define linkonce_odr hidden range(i32 0, 4) i32 @rz.checkpoint.next(ptr noundef captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %14, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %10 = select i1 %8, ptr %9, ptr %7
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %6, align 8
  %12 = icmp eq ptr %11, null
  %13 = select i1 %12, i32 0, i32 3
  br label %165

14:                                               ; preds = %1
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %165, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %20, %22
  br i1 %23, label %24, label %60

24:                                               ; preds = %18
  %25 = icmp sgt i64 %20, -1
  %26 = add nsw i64 %16, -1
  %27 = icmp slt i64 %20, %26
  %28 = select i1 %25, i1 %27, i1 false
  br i1 %28, label %29, label %59

29:                                               ; preds = %24
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds %struct.snapshot, ptr %31, i64 %33
  store i64 %20, ptr %34, align 8
  %35 = add nsw i64 %33, 1
  store i64 %35, ptr %32, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %37 = load i64, ptr %36, align 8
  %38 = icmp sgt i64 %37, 0
  br i1 %38, label %39, label %59

39:                                               ; preds = %29
  %40 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %43

43:                                               ; preds = %43, %39
  %44 = phi i64 [ 0, %39 ], [ %56, %43 ]
  %45 = phi ptr [ %41, %39 ], [ %55, %43 ]
  %46 = load ptr, ptr %42, align 8
  %47 = getelementptr inbounds nuw %struct.region, ptr %46, i64 %44
  %48 = load ptr, ptr %47, align 8
  %49 = getelementptr inbounds nuw i8, ptr %47, i64 8
  %50 = load i64, ptr %49, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %45, ptr align 1 %48, i64 %50, i1 false)
  %51 = load ptr, ptr %42, align 8
  %52 = getelementptr inbounds nuw %struct.region, ptr %51, i64 %44
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %45, i64 %54
  %56 = add nuw nsw i64 %44, 1
  %57 = load i64, ptr %36, align 8
  %58 = icmp slt i64 %56, %57
  br i1 %58, label %43, label %59

59:                                               ; preds = %43, %29, %24
  store i64 -1, ptr %21, align 8
  br label %60

60:                                               ; preds = %59, %18
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %62 = load i64, ptr %61, align 8
  %63 = icmp sgt i64 %62, 1
  br i1 %63, label %64, label %77

64:                                               ; preds = %60
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %66 = load ptr, ptr %65, align 8
  %67 = load i64, ptr %15, align 8
  br label %68

68:                                               ; preds = %64, %74
  %69 = phi i64 [ %62, %64 ], [ %75, %74 ]
  %70 = getelementptr %struct.snapshot, ptr %66, i64 %69
  %71 = getelementptr i8, ptr %70, i64 -16
  %72 = load i64, ptr %71, align 8
  %73 = icmp slt i64 %72, %67
  br i1 %73, label %77, label %74

74:                                               ; preds = %68
  %75 = add nsw i64 %69, -1
  store i64 %75, ptr %61, align 8
  %76 = icmp sgt i64 %69, 2
  br i1 %76, label %68, label %77

77:                                               ; preds = %68, %74, %60
  %78 = phi i64 [ %62, %60 ], [ %69, %68 ], [ 1, %74 ]
  %79 = load i64, ptr %19, align 8
  %80 = icmp slt i64 %79, 0
  br i1 %80, label %81, label %111

81:                                               ; preds = %77
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %83 = load ptr, ptr %82, align 8
  %84 = getelementptr %struct.snapshot, ptr %83, i64 %78
  %85 = getelementptr i8, ptr %84, i64 -16
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %87 = load i64, ptr %86, align 8
  %88 = icmp sgt i64 %87, 0
  br i1 %88, label %89, label %109

89:                                               ; preds = %81
  %90 = getelementptr i8, ptr %84, i64 -8
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %93

93:                                               ; preds = %93, %89
  %94 = phi i64 [ 0, %89 ], [ %106, %93 ]
  %95 = phi ptr [ %91, %89 ], [ %105, %93 ]
  %96 = load ptr, ptr %92, align 8
  %97 = getelementptr inbounds nuw %struct.region, ptr %96, i64 %94
  %98 = load ptr, ptr %97, align 8
  %99 = getelementptr inbounds nuw i8, ptr %97, i64 8
  %100 = load i64, ptr %99, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %98, ptr align 1 %95, i64 %100, i1 false)
  %101 = load ptr, ptr %92, align 8
  %102 = getelementptr inbounds nuw %struct.region, ptr %101, i64 %94
  %103 = getelementptr inbounds nuw i8, ptr %102, i64 8
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds i8, ptr %95, i64 %104
  %106 = add nuw nsw i64 %94, 1
  %107 = load i64, ptr %86, align 8
  %108 = icmp slt i64 %106, %107
  br i1 %108, label %93, label %109

109:                                              ; preds = %93, %81
  %110 = load i64, ptr %85, align 8
  store i64 %110, ptr %19, align 8
  br label %111

111:                                              ; preds = %109, %77
  %112 = load i64, ptr %19, align 8
  %113 = load i64, ptr %15, align 8
  %114 = add nsw i64 %113, -1
  %115 = icmp eq i64 %112, %114
  br i1 %115, label %116, label %117

116:                                              ; preds = %111
  store i64 %114, ptr %15, align 8
  store i64 -1, ptr %21, align 8
  store i64 -1, ptr %19, align 8
  br label %165

117:                                              ; preds = %111
  %118 = load i64, ptr %21, align 8
  %119 = icmp slt i64 %118, 0
  br i1 %119, label %120, label %160

120:                                              ; preds = %117
  %121 = sub nsw i64 %113, %112
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %123 = load i64, ptr %122, align 8
  %124 = load i64, ptr %61, align 8
  %125 = sub nsw i64 %123, %124
  %126 = add nsw i64 %125, 1
  %127 = icmp eq i64 %123, %124
  br i1 %127, label %128, label %130

128:                                              ; preds = %120
  %129 = add nsw i64 %121, -1
  br label %157

130:                                              ; preds = %120
  %131 = icmp sgt i64 %121, 1
  br i1 %131, label %132, label %145

132:                                              ; preds = %130
  %133 = sext i64 %126 to i128
  br label %134

134:                                              ; preds = %134, %132
  %135 = phi i64 [ 1, %132 ], [ %143, %134 ]
  %136 = phi i64 [ 0, %132 ], [ %137, %134 ]
  %137 = add nuw nsw i64 %136, 1
  %138 = sext i64 %135 to i128
  %139 = mul nsw i128 %138, %133
  %140 = zext nneg i64 %137 to i128
  %141 = sdiv i128 %139, %140
  %142 = trunc i128 %141 to i64
  %143 = add nsw i64 %135, %142
  %144 = icmp slt i64 %143, %121
  br i1 %144, label %134, label %145

145:                                              ; preds = %134, %130
  %146 = phi i64 [ 0, %130 ], [ %135, %134 ]
  %147 = phi i64 [ 0, %130 ], [ %137, %134 ]
  %148 = sext i64 %146 to i128
  %149 = sext i64 %126 to i128
  %150 = mul nsw i128 %148, %149
  %151 = add i64 %147, %125
  %152 = sext i64 %151 to i128
  %153 = sdiv i128 %150, %152
  %154 = trunc i128 %153 to i64
  %155 = sub nsw i64 %121, %154
  %156 = tail call i64 @llvm.smin.i64(i64 %146, i64 %155)
  br label %157

157:                                              ; preds = %128, %145
  %158 = phi i64 [ %129, %128 ], [ %156, %145 ]
  %159 = add nsw i64 %158, %112
  store i64 %159, ptr %21, align 8
  br label %160

160:                                              ; preds = %157, %117
  %161 = add nsw i64 %112, 1
  store i64 %161, ptr %19, align 8
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %163 = load i64, ptr %162, align 8
  %164 = add nsw i64 %163, 1
  store i64 %164, ptr %162, align 8
  br label %165

165:                                              ; preds = %116, %160, %14, %5
  %166 = phi i32 [ %13, %5 ], [ 0, %14 ], [ 2, %116 ], [ 1, %160 ]
  ret i32 %166
}

define linkonce_odr hidden void @rz.checkpoint.end(ptr noundef writeonly captures(none) initializes((216, 224)) %0, i32 noundef %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store i64 %3, ptr %4, align 8
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.agree(ptr noundef readonly captures(none) %0, i32 noundef %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load i64, ptr %6, align 8
  %8 = add nsw i64 %7, -1
  %9 = icmp eq i64 %5, %8
  br i1 %9, label %10, label %13

10:                                               ; preds = %2
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %12 = load i64, ptr %11, align 8
  br label %13

13:                                               ; preds = %2, %10
  %14 = phi i64 [ %12, %10 ], [ 0, %2 ]
  %15 = icmp eq i64 %14, %3
  br i1 %15, label %17, label %16

16:                                               ; preds = %13
  tail call void @rz.throw(i32 noundef 2, ptr noundef nonnull @.str)
  unreachable

17:                                               ; preds = %13
  ret void
}

define linkonce_odr hidden nonnull ptr @rz.checkpoint.kept(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 64
  ret ptr %4
}

define linkonce_odr hidden void @rz.checkpoint.finish(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %29

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %29

9:                                                ; preds = %5
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %13

13:                                               ; preds = %13, %9
  %14 = phi i64 [ 0, %9 ], [ %26, %13 ]
  %15 = phi ptr [ %11, %9 ], [ %25, %13 ]
  %16 = load ptr, ptr %12, align 8
  %17 = getelementptr inbounds nuw %struct.region, ptr %16, i64 %14
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %20 = load i64, ptr %19, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %18, ptr align 1 %15, i64 %20, i1 false)
  %21 = load ptr, ptr %12, align 8
  %22 = getelementptr inbounds nuw %struct.region, ptr %21, i64 %14
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %15, i64 %24
  %26 = add nuw nsw i64 %14, 1
  %27 = load i64, ptr %6, align 8
  %28 = icmp slt i64 %26, %27
  br i1 %28, label %13, label %29

29:                                               ; preds = %13, %5, %1
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

declare i64 @llvm.umax.i64(i64, i64)

declare i64 @llvm.smin.i64(i64, i64)
