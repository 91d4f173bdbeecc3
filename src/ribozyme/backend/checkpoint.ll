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

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare ptr @rz.tape.alloc(ptr noundef, i64 noundef)

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)

declare void @rz.tape.defer(ptr noundef, ptr noundef, ptr noundef)

declare void @llvm.lifetime.end.p0(ptr captures(none))

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
  br i1 %6, label %156, label %7

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
  br i1 %71, label %72, label %81

72:                                               ; preds = %68
  %73 = load i64, ptr %64, align 8
  %74 = shl nsw i64 %73, 1
  %75 = add nsw i64 %74, %60
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %77 = load i64, ptr %76, align 8
  %78 = add nsw i64 %75, %77
  %79 = load i64, ptr @rz.tape.limit, align 8
  %80 = icmp slt i64 %78, %79
  br i1 %80, label %81, label %91

81:                                               ; preds = %68, %72
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %83 = load i64, ptr %82, align 8
  %84 = add nsw i64 %83, 64
  %85 = tail call ptr @rz.tape.alloc(ptr noundef nonnull %0, i64 noundef %84)
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %87 = load ptr, ptr %86, align 8
  store ptr %87, ptr %85, align 8
  store ptr %85, ptr %86, align 8
  %88 = load i64, ptr %8, align 8
  %89 = add nsw i64 %88, 1
  store i64 %89, ptr %8, align 8
  %90 = getelementptr inbounds nuw i8, ptr %85, i64 64
  br label %287

91:                                               ; preds = %72
  tail call void @rz.arena.free(ptr noundef nonnull %0)
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %93 = load i64, ptr %92, align 8
  %94 = icmp sgt i64 %93, 0
  br i1 %94, label %95, label %115

95:                                               ; preds = %91
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %97 = load ptr, ptr %96, align 8
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %99

99:                                               ; preds = %99, %95
  %100 = phi i64 [ 0, %95 ], [ %112, %99 ]
  %101 = phi ptr [ %97, %95 ], [ %111, %99 ]
  %102 = load ptr, ptr %98, align 8
  %103 = getelementptr inbounds nuw %struct.region, ptr %102, i64 %100
  %104 = load ptr, ptr %103, align 8
  %105 = getelementptr inbounds nuw i8, ptr %103, i64 8
  %106 = load i64, ptr %105, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %104, ptr align 1 %101, i64 %106, i1 false)
  %107 = load ptr, ptr %98, align 8
  %108 = getelementptr inbounds nuw %struct.region, ptr %107, i64 %100
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 8
  %110 = load i64, ptr %109, align 8
  %111 = getelementptr inbounds i8, ptr %101, i64 %110
  %112 = add nuw nsw i64 %100, 1
  %113 = load i64, ptr %92, align 8
  %114 = icmp slt i64 %112, %113
  br i1 %114, label %99, label %115

115:                                              ; preds = %99, %91
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %117 = load i64, ptr %116, align 8
  %118 = add nsw i64 %117, 63
  %119 = and i64 %118, -64
  %120 = or disjoint i64 %119, 16
  %121 = load i64, ptr @rz.tape.limit, align 8
  %122 = load ptr, ptr %1, align 8
  %123 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %124 = load ptr, ptr %123, align 8
  %125 = ptrtoint ptr %122 to i64
  %126 = ptrtoint ptr %124 to i64
  %127 = sub i64 %125, %126
  %128 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %129 = load ptr, ptr %128, align 8
  %130 = icmp eq ptr %129, null
  br i1 %130, label %139, label %131

131:                                              ; preds = %115, %131
  %132 = phi ptr [ %137, %131 ], [ %129, %115 ]
  %133 = phi i64 [ %136, %131 ], [ %127, %115 ]
  %134 = getelementptr inbounds nuw i8, ptr %132, i64 8
  %135 = load i64, ptr %134, align 8
  %136 = add nsw i64 %135, %133
  %137 = load ptr, ptr %132, align 8
  %138 = icmp eq ptr %137, null
  br i1 %138, label %139, label %131

139:                                              ; preds = %131, %115
  %140 = phi i64 [ %127, %115 ], [ %136, %131 ]
  %141 = load i64, ptr %64, align 8
  %142 = shl i64 %141, 1
  %143 = add i64 %140, %142
  %144 = sub i64 %121, %143
  %145 = shl nsw i64 %120, 1
  %146 = icmp slt i64 %144, %145
  br i1 %146, label %147, label %148

147:                                              ; preds = %139
  tail call void @rz.throw(i32 noundef 1, ptr noundef nonnull @rz.over.limit)
  unreachable

148:                                              ; preds = %139
  %149 = sdiv i64 %144, %120
  %150 = tail call range(i64 -576460752303423488, 1048577) i64 @llvm.smin.i64(i64 range(i64 -576460752303423488, 576460752303423488) %149, i64 1048576)
  %151 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %150, ptr %151, align 8
  %152 = shl nsw i64 %150, 4
  %153 = tail call ptr @rz.tape.alloc(ptr noundef nonnull %1, i64 noundef %152)
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store ptr %153, ptr %154, align 8
  store i64 0, ptr %8, align 8
  store i64 0, ptr %4, align 8
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store ptr null, ptr %155, align 8
  br label %156

156:                                              ; preds = %148, %2
  %157 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %158 = load ptr, ptr %157, align 8
  %159 = icmp eq ptr %158, null
  br i1 %159, label %160, label %164

160:                                              ; preds = %156
  %161 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %162 = load i64, ptr %161, align 8
  %163 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %162)
  store ptr %163, ptr %157, align 8
  br label %164

164:                                              ; preds = %160, %156
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %166 = load i64, ptr %165, align 8
  %167 = add nsw i64 %166, 1
  store i64 %167, ptr %165, align 8
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %169 = load i64, ptr %168, align 8
  %170 = add nsw i64 %169, -1
  %171 = and i64 %170, %166
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %173, label %287

173:                                              ; preds = %164
  %174 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %175 = load i64, ptr %174, align 8
  %176 = icmp eq i64 %175, 0
  br i1 %176, label %212, label %177

177:                                              ; preds = %173
  %178 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %179 = load i64, ptr %178, align 8
  %180 = icmp eq i64 %179, 0
  br i1 %180, label %212, label %181

181:                                              ; preds = %177
  %182 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %183 = load i64, ptr %182, align 8
  %184 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %185 = load ptr, ptr %184, align 8
  %186 = load ptr, ptr %1, align 8
  %187 = ptrtoint ptr %185 to i64
  %188 = ptrtoint ptr %186 to i64
  %189 = sub i64 %187, %188
  %190 = add nsw i64 %183, 64
  %191 = icmp slt i64 %189, %190
  br i1 %191, label %192, label %212

192:                                              ; preds = %181
  %193 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %194 = load ptr, ptr %193, align 8
  %195 = icmp eq ptr %194, null
  br i1 %195, label %196, label %202

196:                                              ; preds = %202, %192
  %197 = phi i64 [ 0, %192 ], [ %207, %202 ]
  %198 = load i64, ptr @rz.tape.limit, align 8
  %199 = sub nsw i64 %198, %197
  %200 = add nsw i64 %183, 128
  %201 = icmp slt i64 %199, %200
  br i1 %201, label %210, label %212

202:                                              ; preds = %192, %202
  %203 = phi ptr [ %208, %202 ], [ %194, %192 ]
  %204 = phi i64 [ %207, %202 ], [ 0, %192 ]
  %205 = getelementptr inbounds nuw i8, ptr %203, i64 8
  %206 = load i64, ptr %205, align 8
  %207 = add nsw i64 %206, %204
  %208 = load ptr, ptr %203, align 8
  %209 = icmp eq ptr %208, null
  br i1 %209, label %196, label %202

210:                                              ; preds = %196
  %211 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %179, ptr %211, align 8
  br label %212

212:                                              ; preds = %181, %210, %196, %177, %173
  %213 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %214 = load i64, ptr %213, align 8
  %215 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %216 = load i64, ptr %215, align 8
  %217 = icmp eq i64 %214, %216
  br i1 %217, label %218, label %243

218:                                              ; preds = %212
  %219 = icmp eq i64 %216, 1
  br i1 %219, label %287, label %220

220:                                              ; preds = %218
  %221 = icmp sgt i64 %214, 0
  br i1 %221, label %222, label %236

222:                                              ; preds = %220
  %223 = getelementptr inbounds nuw i8, ptr %0, i64 240
  br label %224

224:                                              ; preds = %224, %222
  %225 = phi i64 [ 0, %222 ], [ %233, %224 ]
  %226 = phi i64 [ 0, %222 ], [ %229, %224 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %227 = load ptr, ptr %223, align 8
  %228 = getelementptr inbounds nuw %struct.snapshot, ptr %227, i64 %226
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, ptr noundef nonnull align 8 dereferenceable(16) %228, i64 16, i1 false)
  %229 = add nuw nsw i64 %226, 1
  %230 = getelementptr inbounds nuw %struct.snapshot, ptr %227, i64 %225
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %228, ptr noundef nonnull align 8 dereferenceable(16) %230, i64 16, i1 false)
  %231 = load ptr, ptr %223, align 8
  %232 = getelementptr inbounds nuw %struct.snapshot, ptr %231, i64 %225
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %232, ptr noundef nonnull align 8 dereferenceable(16) %3, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %233 = add nuw nsw i64 %225, 2
  %234 = load i64, ptr %213, align 8
  %235 = icmp slt i64 %233, %234
  br i1 %235, label %224, label %236

236:                                              ; preds = %224, %220
  %237 = phi i64 [ 0, %220 ], [ %229, %224 ]
  store i64 %237, ptr %213, align 8
  %238 = load i64, ptr %168, align 8
  %239 = shl nsw i64 %238, 1
  store i64 %239, ptr %168, align 8
  %240 = add nsw i64 %239, -1
  %241 = and i64 %240, %166
  %242 = icmp eq i64 %241, 0
  br i1 %242, label %243, label %287

243:                                              ; preds = %236, %212
  %244 = load i64, ptr %213, align 8
  %245 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %246 = load i64, ptr %245, align 8
  %247 = icmp eq i64 %244, %246
  br i1 %247, label %248, label %258

248:                                              ; preds = %243
  %249 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %250 = load i64, ptr %249, align 8
  %251 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %250)
  %252 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %253 = load ptr, ptr %252, align 8
  %254 = load i64, ptr %245, align 8
  %255 = add nsw i64 %254, 1
  store i64 %255, ptr %245, align 8
  %256 = getelementptr inbounds %struct.snapshot, ptr %253, i64 %254
  %257 = getelementptr inbounds nuw i8, ptr %256, i64 8
  store ptr %251, ptr %257, align 8
  br label %258

258:                                              ; preds = %248, %243
  %259 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %260 = load ptr, ptr %259, align 8
  %261 = load i64, ptr %213, align 8
  %262 = getelementptr inbounds %struct.snapshot, ptr %260, i64 %261
  store i64 %166, ptr %262, align 8
  %263 = add nsw i64 %261, 1
  store i64 %263, ptr %213, align 8
  %264 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %265 = load i64, ptr %264, align 8
  %266 = icmp sgt i64 %265, 0
  br i1 %266, label %267, label %287

267:                                              ; preds = %258
  %268 = getelementptr inbounds nuw i8, ptr %262, i64 8
  %269 = load ptr, ptr %268, align 8
  %270 = getelementptr inbounds nuw i8, ptr %0, i64 248
  br label %271

271:                                              ; preds = %271, %267
  %272 = phi i64 [ 0, %267 ], [ %284, %271 ]
  %273 = phi ptr [ %269, %267 ], [ %283, %271 ]
  %274 = load ptr, ptr %270, align 8
  %275 = getelementptr inbounds nuw %struct.region, ptr %274, i64 %272
  %276 = load ptr, ptr %275, align 8
  %277 = getelementptr inbounds nuw i8, ptr %275, i64 8
  %278 = load i64, ptr %277, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %273, ptr align 1 %276, i64 %278, i1 false)
  %279 = load ptr, ptr %270, align 8
  %280 = getelementptr inbounds nuw %struct.region, ptr %279, i64 %272
  %281 = getelementptr inbounds nuw i8, ptr %280, i64 8
  %282 = load i64, ptr %281, align 8
  %283 = getelementptr inbounds i8, ptr %273, i64 %282
  %284 = add nuw nsw i64 %272, 1
  %285 = load i64, ptr %264, align 8
  %286 = icmp slt i64 %284, %285
  br i1 %286, label %271, label %287

287:                                              ; preds = %271, %258, %164, %218, %236, %81
  %288 = phi ptr [ %90, %81 ], [ null, %236 ], [ null, %218 ], [ null, %164 ], [ null, %258 ], [ null, %271 ]
  ret ptr %288
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
