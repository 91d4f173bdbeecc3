; The snapshots of checkpointed loops, made of checkpoint.c by
;     python -m tests.checkpoint_text

%struct.region = type { ptr, i64 }
%struct.snapshot = type { i64, ptr, i64 }
%struct.instant = type { i64, i64 }

@rz.over.limit = external constant [0 x i8], align 1
@.str = private unnamed_addr constant [89 x i8] c"a checkpointed loop ended after another number of iterations than was computed before it\00", align 1
@.str.1 = private unnamed_addr constant [82 x i8] c"rounding decides whether a checkpointed loop ends: with a tape it ended elsewhere\00", align 1
@.str.2 = private unnamed_addr constant [8 x i8] c"stopped\00", align 1
@rz.tape.limit = external global i64, align 8
@.str.3 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@.str.4 = private unnamed_addr constant [15 x i8] c"the file ended\00", align 1

define linkonce_odr hidden void @rz.checkpoint.drop(ptr noundef %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %3 = load i64, ptr %2, align 8
  %4 = icmp sgt i64 %3, -1
  br i1 %4, label %5, label %8

5:                                                ; preds = %1
  %6 = trunc i64 %3 to i32
  %7 = tail call i32 @close(i32 noundef %6)
  br label %8

8:                                                ; preds = %5, %1
  tail call void @rz.arena.free(ptr noundef %0)
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare i32 @close(i32 noundef)

declare void @rz.arena.free(ptr noundef)

declare void @llvm.lifetime.end.p0(ptr captures(none))

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

declare void @free(ptr noundef)

define linkonce_odr hidden noundef ptr @rz.checkpoint.begin(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) {
  %6 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef 328)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(328) %6, i8 0, i64 328, i1 false)
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 88
  store i64 %4, ptr %7, align 8
  %8 = icmp sgt i64 %4, 0
  %9 = tail call i64 @llvm.smin.i64(i64 %1, i64 %4)
  %10 = select i1 %8, i64 %9, i64 %1
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 248
  store i64 %10, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store i64 %10, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 280
  store i64 1, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %6, i64 136
  store i64 1, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %6, i64 224
  store i64 1, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 264
  store i64 -1, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 240
  store i64 -1, ptr %17, align 8
  %18 = tail call i64 @llvm.umax.i64(i64 %2, i64 1)
  %19 = shl nsw i64 %18, 4
  %20 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %19)
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 320
  store ptr %20, ptr %21, align 8
  %22 = icmp eq i64 %1, 0
  %23 = zext i1 %22 to i64
  %24 = getelementptr inbounds nuw i8, ptr %6, i64 168
  store i64 %23, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %6, i64 160
  store i64 %23, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 184
  store i64 %3, ptr %26, align 8
  tail call void @rz.tape.defer(ptr noundef %0, ptr noundef nonnull %6, ptr noundef nonnull @rz.checkpoint.drop)
  ret ptr %6
}

declare ptr @rz.tape.alloc(ptr noundef, i64 noundef)

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)

declare void @rz.tape.defer(ptr noundef, ptr noundef, ptr noundef)

define linkonce_odr hidden void @rz.checkpoint.add(ptr noundef captures(none) %0, ptr noundef %1, i64 noundef %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %22

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 320
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
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds %struct.region, ptr %25, i64 %5
  store ptr %1, ptr %26, align 8
  %27 = add nsw i64 %5, 1
  store i64 %27, ptr %23, align 8
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store i64 %2, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %30 = load i64, ptr %29, align 8
  %31 = add nsw i64 %30, %2
  store i64 %31, ptr %29, align 8
  br label %32

32:                                               ; preds = %15, %22
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.within(ptr noundef captures(none) %0, ptr noundef readnone captures(address) %1, ptr noundef %2) {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %32, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %25

9:                                                ; preds = %5
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %11 = load ptr, ptr %10, align 8
  br label %12

12:                                               ; preds = %9, %22
  %13 = phi i64 [ 0, %9 ], [ %23, %22 ]
  %14 = getelementptr inbounds nuw %struct.region, ptr %11, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = icmp ult ptr %1, %15
  br i1 %16, label %22, label %17

17:                                               ; preds = %12
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %15, i64 %19
  %21 = icmp ugt ptr %1, %20
  br i1 %21, label %22, label %32

22:                                               ; preds = %12, %17
  %23 = add nuw nsw i64 %13, 1
  %24 = icmp eq i64 %23, %7
  br i1 %24, label %25, label %12

25:                                               ; preds = %22, %5
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %29, label %30

29:                                               ; preds = %25
  tail call void @rz.throw(i32 noundef 2, ptr noundef %2)
  unreachable

30:                                               ; preds = %25
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 1, ptr %31, align 8
  br label %32

32:                                               ; preds = %17, %3, %30
  ret void
}

declare void @rz.throw(i32 noundef, ptr noundef)

define linkonce_odr hidden void @rz.checkpoint.word(ptr noundef captures(none) %0, ptr noundef %1, i64 noundef %2) {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %34, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds i8, ptr %1, i64 %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %25

10:                                               ; preds = %5
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %12 = load ptr, ptr %11, align 8
  br label %13

13:                                               ; preds = %22, %10
  %14 = phi i64 [ 0, %10 ], [ %23, %22 ]
  %15 = getelementptr inbounds nuw %struct.region, ptr %12, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, %6
  br i1 %17, label %18, label %22

18:                                               ; preds = %13
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = icmp slt i64 %20, 8
  br i1 %21, label %22, label %34

22:                                               ; preds = %18, %13
  %23 = add nuw nsw i64 %14, 1
  %24 = icmp eq i64 %23, %8
  br i1 %24, label %25, label %13

25:                                               ; preds = %22, %5
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds %struct.region, ptr %27, i64 %8
  store ptr %6, ptr %28, align 8
  %29 = add nsw i64 %8, 1
  store i64 %29, ptr %7, align 8
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 8
  store i64 8, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %32 = load i64, ptr %31, align 8
  %33 = add nsw i64 %32, 8
  store i64 %33, ptr %31, align 8
  br label %34

34:                                               ; preds = %18, %25, %3
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.block(ptr noundef captures(none) %0, ptr noundef %1) {
  %3 = icmp eq ptr %1, null
  br i1 %3, label %33, label %4

4:                                                ; preds = %2
  %5 = tail call i64 @malloc_usable_size(ptr noundef nonnull %1)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %24

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 320
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
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds %struct.region, ptr %26, i64 %7
  store ptr %1, ptr %27, align 8
  %28 = add nsw i64 %7, 1
  store i64 %28, ptr %6, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 8
  store i64 %5, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %31 = load i64, ptr %30, align 8
  %32 = add nsw i64 %31, %5
  store i64 %32, ptr %30, align 8
  br label %33

33:                                               ; preds = %17, %24, %2
  ret void
}

declare i64 @malloc_usable_size(ptr noundef)

define linkonce_odr hidden ptr @rz.checkpoint.held(ptr noundef readonly captures(address_is_null) %0, ptr noundef captures(none) %1, i64 noundef %2) {
  %4 = icmp eq ptr %0, null
  br i1 %4, label %15, label %5

5:                                                ; preds = %3
  %6 = load ptr, ptr %1, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %15, label %8

8:                                                ; preds = %5
  %9 = getelementptr inbounds i8, ptr %6, i64 %2
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %1, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %15, label %12

12:                                               ; preds = %8
  %13 = getelementptr inbounds i8, ptr %0, i64 %2
  %14 = load ptr, ptr %13, align 8
  br label %16

15:                                               ; preds = %8, %5, %3
  store ptr null, ptr %1, align 8
  br label %16

16:                                               ; preds = %15, %12
  %17 = phi ptr [ %14, %12 ], [ null, %15 ]
  ret ptr %17
}

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
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %14

13:                                               ; preds = %9
  call void @rz.throw(i32 noundef 2, ptr noundef %2)
  unreachable

14:                                               ; preds = %9
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 1, ptr %15, align 8
  br label %45

16:                                               ; preds = %6
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %19 = load i64, ptr %18, align 8
  %20 = icmp sgt i64 %19, 0
  br i1 %20, label %21, label %36

21:                                               ; preds = %16
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 320
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
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds %struct.region, ptr %38, i64 %19
  store ptr %17, ptr %39, align 8
  %40 = add nsw i64 %19, 1
  store i64 %40, ptr %18, align 8
  %41 = getelementptr inbounds nuw i8, ptr %39, i64 8
  store i64 %7, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 144
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

define linkonce_odr hidden ptr @rz.checkpoint.forward(ptr noundef %0, ptr noundef %1) {
  %3 = alloca %struct.snapshot, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  tail call void @rz.checkpoint.own.step(ptr noundef %0)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %230, label %9

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %43

13:                                               ; preds = %9
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %43

17:                                               ; preds = %13
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %19 = load i64, ptr %18, align 8
  %20 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %19)
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 304
  store ptr %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %23 = load i64, ptr %22, align 8
  %24 = icmp sgt i64 %23, 0
  br i1 %24, label %25, label %43

25:                                               ; preds = %17
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %27

27:                                               ; preds = %27, %25
  %28 = phi i64 [ 0, %25 ], [ %40, %27 ]
  %29 = phi ptr [ %20, %25 ], [ %39, %27 ]
  %30 = load ptr, ptr %26, align 8
  %31 = getelementptr inbounds nuw %struct.region, ptr %30, i64 %28
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %34 = load i64, ptr %33, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %29, ptr align 1 %32, i64 %34, i1 false)
  %35 = load ptr, ptr %26, align 8
  %36 = getelementptr inbounds nuw %struct.region, ptr %35, i64 %28
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %29, i64 %38
  %40 = add nuw nsw i64 %28, 1
  %41 = load i64, ptr %22, align 8
  %42 = icmp slt i64 %40, %41
  br i1 %42, label %27, label %43

43:                                               ; preds = %27, %17, %13, %9
  %44 = load ptr, ptr %0, align 8
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %46 = load ptr, ptr %45, align 8
  %47 = ptrtoint ptr %44 to i64
  %48 = ptrtoint ptr %46 to i64
  %49 = sub i64 %47, %48
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, null
  br i1 %52, label %61, label %53

53:                                               ; preds = %43, %53
  %54 = phi ptr [ %59, %53 ], [ %51, %43 ]
  %55 = phi i64 [ %58, %53 ], [ %49, %43 ]
  %56 = getelementptr inbounds nuw i8, ptr %54, i64 8
  %57 = load i64, ptr %56, align 8
  %58 = add nsw i64 %57, %55
  %59 = load ptr, ptr %54, align 8
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %53

61:                                               ; preds = %53, %43
  %62 = phi i64 [ %49, %43 ], [ %58, %53 ]
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %64 = load i64, ptr %63, align 8
  %65 = sub nsw i64 %62, %64
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %67 = load i64, ptr %66, align 8
  %68 = icmp sgt i64 %65, %67
  br i1 %68, label %69, label %70

69:                                               ; preds = %61
  store i64 %65, ptr %66, align 8
  br label %70

70:                                               ; preds = %69, %61
  store i64 %62, ptr %63, align 8
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %101

74:                                               ; preds = %70
  %75 = load i64, ptr @rz.tape.limit, align 8
  %76 = sdiv i64 %75, -10
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %75, %76
  %80 = add i64 %62, %78
  %81 = sub i64 %79, %80
  %82 = load i64, ptr %66, align 8
  %83 = shl nsw i64 %82, 1
  %84 = icmp sgt i64 %81, %83
  br i1 %84, label %85, label %111

85:                                               ; preds = %74
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %87 = load i64, ptr %86, align 8
  %88 = icmp slt i64 %87, 0
  br i1 %88, label %101, label %89

89:                                               ; preds = %85
  %90 = load i64, ptr %10, align 8
  %91 = icmp slt i64 %90, 2
  br i1 %91, label %101, label %92

92:                                               ; preds = %89
  %93 = sub nsw i64 %87, %90
  %94 = sext i64 %93 to i128
  %95 = sext i64 %62 to i128
  %96 = mul nsw i128 %94, %95
  %97 = sext i64 %81 to i128
  %98 = zext nneg i64 %90 to i128
  %99 = mul nsw i128 %98, %97
  %100 = icmp sgt i128 %96, %99
  br i1 %100, label %111, label %101

101:                                              ; preds = %70, %89, %85, %92
  %102 = load i64, ptr %10, align 8
  %103 = add nsw i64 %102, 1
  store i64 %103, ptr %10, align 8
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %105 = load i64, ptr %104, align 8
  %106 = add nsw i64 %105, 64
  %107 = tail call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %106)
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %109 = load ptr, ptr %108, align 8
  store ptr %109, ptr %107, align 8
  store ptr %107, ptr %108, align 8
  %110 = getelementptr inbounds nuw i8, ptr %107, i64 64
  br label %519

111:                                              ; preds = %74, %92
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %113 = load ptr, ptr %112, align 8
  %114 = icmp eq ptr %113, null
  br i1 %114, label %116, label %115

115:                                              ; preds = %111
  tail call void @rz.arena.settle(ptr noundef nonnull %113)
  br label %116

116:                                              ; preds = %115, %111
  store ptr null, ptr %112, align 8
  %117 = load ptr, ptr %50, align 8
  %118 = icmp eq ptr %117, null
  br i1 %118, label %128, label %119

119:                                              ; preds = %116
  %120 = load ptr, ptr %117, align 8
  %121 = icmp eq ptr %120, null
  br i1 %121, label %122, label %124

122:                                              ; preds = %124, %119
  store ptr null, ptr %117, align 8
  %123 = getelementptr inbounds nuw i8, ptr %117, i64 64
  store ptr %123, ptr %0, align 8
  br label %128

124:                                              ; preds = %119, %124
  %125 = phi ptr [ %126, %124 ], [ %120, %119 ]
  %126 = load ptr, ptr %125, align 8
  tail call void @free(ptr noundef nonnull %125)
  %127 = icmp eq ptr %126, null
  br i1 %127, label %122, label %124

128:                                              ; preds = %122, %116
  %129 = load ptr, ptr %50, align 8
  tail call void @free(ptr noundef %129)
  store ptr null, ptr %50, align 8
  store ptr null, ptr %45, align 8
  store ptr null, ptr %0, align 8
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %131 = load i64, ptr %130, align 8
  %132 = icmp sgt i64 %131, 0
  br i1 %132, label %133, label %153

133:                                              ; preds = %128
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %135 = load ptr, ptr %134, align 8
  %136 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %137

137:                                              ; preds = %137, %133
  %138 = phi i64 [ 0, %133 ], [ %150, %137 ]
  %139 = phi ptr [ %135, %133 ], [ %149, %137 ]
  %140 = load ptr, ptr %136, align 8
  %141 = getelementptr inbounds nuw %struct.region, ptr %140, i64 %138
  %142 = load ptr, ptr %141, align 8
  %143 = getelementptr inbounds nuw i8, ptr %141, i64 8
  %144 = load i64, ptr %143, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %142, ptr align 1 %139, i64 %144, i1 false)
  %145 = load ptr, ptr %136, align 8
  %146 = getelementptr inbounds nuw %struct.region, ptr %145, i64 %138
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 8
  %148 = load i64, ptr %147, align 8
  %149 = getelementptr inbounds i8, ptr %139, i64 %148
  %150 = add nuw nsw i64 %138, 1
  %151 = load i64, ptr %130, align 8
  %152 = icmp slt i64 %150, %151
  br i1 %152, label %137, label %153

153:                                              ; preds = %137, %128
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %155 = load i64, ptr %154, align 8
  %156 = icmp sgt i64 %155, 0
  %157 = tail call i64 @llvm.smin.i64(i64 %155, i64 1048576)
  %158 = select i1 %156, i64 %157, i64 1048576
  %159 = load i64, ptr @rz.tape.limit, align 8
  %160 = sdiv i64 %159, -10
  %161 = load ptr, ptr %1, align 8
  %162 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %163 = load ptr, ptr %162, align 8
  %164 = ptrtoint ptr %161 to i64
  %165 = ptrtoint ptr %163 to i64
  %166 = sub i64 %164, %165
  %167 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %168 = load ptr, ptr %167, align 8
  %169 = icmp eq ptr %168, null
  br i1 %169, label %178, label %170

170:                                              ; preds = %153, %170
  %171 = phi ptr [ %176, %170 ], [ %168, %153 ]
  %172 = phi i64 [ %175, %170 ], [ %166, %153 ]
  %173 = getelementptr inbounds nuw i8, ptr %171, i64 8
  %174 = load i64, ptr %173, align 8
  %175 = add nsw i64 %174, %172
  %176 = load ptr, ptr %171, align 8
  %177 = icmp eq ptr %176, null
  br i1 %177, label %178, label %170

178:                                              ; preds = %170, %153
  %179 = phi i64 [ %166, %153 ], [ %175, %170 ]
  %180 = load i64, ptr %66, align 8
  %181 = add i64 %160, %159
  %182 = shl i64 %180, 1
  %183 = add i64 %179, %182
  %184 = sub i64 %181, %183
  %185 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %186 = load i64, ptr %185, align 8
  %187 = add nsw i64 %186, 63
  %188 = and i64 %187, -64
  %189 = or disjoint i64 %188, 24
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i64 0, ptr %5, align 8
  %190 = tail call i64 @llvm.smax.i64(i64 %184, i64 0)
  %191 = sdiv i64 %190, %189
  %192 = tail call noundef i64 @llvm.smin.i64(i64 %191, i64 %158)
  %193 = getelementptr inbounds nuw i8, ptr %0, i64 248
  store i64 %192, ptr %193, align 8
  %194 = icmp sle i64 %158, %191
  %195 = icmp eq i64 %186, 0
  %196 = or i1 %195, %194
  br i1 %196, label %218, label %197

197:                                              ; preds = %178
  %198 = call i32 @rz.checkpoint.file(ptr noundef nonnull %5)
  %199 = sext i32 %198 to i64
  %200 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store i64 %199, ptr %200, align 8
  %201 = icmp slt i32 %198, -1
  br i1 %201, label %202, label %203

202:                                              ; preds = %197
  store i64 -1, ptr %200, align 8
  call void @rz.throw(i32 noundef 5, ptr noundef nonnull @.str.3)
  unreachable

203:                                              ; preds = %197
  %204 = icmp slt i32 %198, 0
  br i1 %204, label %205, label %207

205:                                              ; preds = %203
  %206 = load i64, ptr %193, align 8
  br label %218

207:                                              ; preds = %203
  %208 = load i64, ptr %5, align 8
  %209 = load i64, ptr %185, align 8
  %210 = sdiv i64 %208, %209
  %211 = udiv i64 %190, 192
  %212 = call noundef i64 @llvm.smin.i64(i64 %210, i64 %211)
  %213 = mul i64 %212, -24
  %214 = add i64 %213, %190
  %215 = sdiv i64 %214, %189
  store i64 %215, ptr %193, align 8
  %216 = add nsw i64 %215, %212
  %217 = call noundef i64 @llvm.smin.i64(i64 %158, i64 %216)
  br label %218

218:                                              ; preds = %207, %205, %178
  %219 = phi i64 [ %217, %207 ], [ %206, %205 ], [ %192, %178 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %220 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %219, ptr %220, align 8
  %221 = icmp slt i64 %219, 2
  br i1 %221, label %222, label %223

222:                                              ; preds = %218
  call void @rz.throw(i32 noundef 1, ptr noundef nonnull @rz.over.limit)
  unreachable

223:                                              ; preds = %218
  %224 = mul nuw nsw i64 %219, 24
  %225 = call ptr @rz.tape.alloc(ptr noundef nonnull %1, i64 noundef %224)
  %226 = getelementptr inbounds nuw i8, ptr %0, i64 312
  store ptr %225, ptr %226, align 8
  %227 = getelementptr inbounds nuw i8, ptr %0, i64 256
  store i64 0, ptr %227, align 8
  %228 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 0, ptr %228, align 8
  store i64 0, ptr %10, align 8
  store i64 0, ptr %6, align 8
  %229 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store ptr null, ptr %229, align 8
  br label %230

230:                                              ; preds = %223, %2
  %231 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %232 = load ptr, ptr %231, align 8
  %233 = icmp eq ptr %232, null
  br i1 %233, label %234, label %310

234:                                              ; preds = %230
  %235 = load i64, ptr @rz.tape.limit, align 8
  %236 = icmp sgt i64 %235, 0
  br i1 %236, label %237, label %305

237:                                              ; preds = %234
  %238 = sdiv i64 %235, -10
  %239 = load ptr, ptr %1, align 8
  %240 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %241 = load ptr, ptr %240, align 8
  %242 = ptrtoint ptr %239 to i64
  %243 = ptrtoint ptr %241 to i64
  %244 = sub i64 %242, %243
  %245 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %246 = load ptr, ptr %245, align 8
  %247 = icmp eq ptr %246, null
  br i1 %247, label %256, label %248

248:                                              ; preds = %237, %248
  %249 = phi ptr [ %254, %248 ], [ %246, %237 ]
  %250 = phi i64 [ %253, %248 ], [ %244, %237 ]
  %251 = getelementptr inbounds nuw i8, ptr %249, i64 8
  %252 = load i64, ptr %251, align 8
  %253 = add nsw i64 %252, %250
  %254 = load ptr, ptr %249, align 8
  %255 = icmp eq ptr %254, null
  br i1 %255, label %256, label %248

256:                                              ; preds = %248, %237
  %257 = phi i64 [ %244, %237 ], [ %253, %248 ]
  %258 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %259 = load i64, ptr %258, align 8
  %260 = add nsw i64 %238, %235
  %261 = shl i64 %259, 1
  %262 = add i64 %257, %261
  %263 = sub i64 %260, %262
  %264 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %265 = load i64, ptr %264, align 8
  %266 = add nsw i64 %259, 63
  %267 = and i64 %266, -64
  %268 = or disjoint i64 %267, 24
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i64 0, ptr %4, align 8
  %269 = call i64 @llvm.smax.i64(i64 %263, i64 0)
  %270 = sdiv i64 %269, %268
  %271 = call noundef i64 @llvm.smin.i64(i64 %270, i64 %265)
  %272 = getelementptr inbounds nuw i8, ptr %0, i64 248
  store i64 %271, ptr %272, align 8
  %273 = icmp sle i64 %265, %270
  %274 = icmp eq i64 %259, 0
  %275 = or i1 %274, %273
  br i1 %275, label %297, label %276

276:                                              ; preds = %256
  %277 = call i32 @rz.checkpoint.file(ptr noundef nonnull %4)
  %278 = sext i32 %277 to i64
  %279 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store i64 %278, ptr %279, align 8
  %280 = icmp slt i32 %277, -1
  br i1 %280, label %281, label %282

281:                                              ; preds = %276
  store i64 -1, ptr %279, align 8
  call void @rz.throw(i32 noundef 5, ptr noundef nonnull @.str.3)
  unreachable

282:                                              ; preds = %276
  %283 = icmp slt i32 %277, 0
  br i1 %283, label %284, label %286

284:                                              ; preds = %282
  %285 = load i64, ptr %272, align 8
  br label %297

286:                                              ; preds = %282
  %287 = load i64, ptr %4, align 8
  %288 = load i64, ptr %258, align 8
  %289 = sdiv i64 %287, %288
  %290 = udiv i64 %269, 192
  %291 = call noundef i64 @llvm.smin.i64(i64 %289, i64 %290)
  %292 = mul i64 %291, -24
  %293 = add i64 %292, %269
  %294 = sdiv i64 %293, %268
  store i64 %294, ptr %272, align 8
  %295 = add nsw i64 %294, %291
  %296 = call noundef i64 @llvm.smin.i64(i64 %265, i64 %295)
  br label %297

297:                                              ; preds = %286, %284, %256
  %298 = phi i64 [ %296, %286 ], [ %285, %284 ], [ %271, %256 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %299 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %300 = load i64, ptr %299, align 8
  %301 = icmp slt i64 %300, 0
  br i1 %301, label %302, label %304

302:                                              ; preds = %297
  %303 = load i64, ptr %264, align 8
  store i64 %303, ptr %272, align 8
  br label %305

304:                                              ; preds = %297
  store i64 %298, ptr %264, align 8
  br label %305

305:                                              ; preds = %234, %302, %304
  %306 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %307 = load i64, ptr %306, align 8
  %308 = mul nsw i64 %307, 24
  %309 = call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %308)
  store ptr %309, ptr %231, align 8
  br label %310

310:                                              ; preds = %305, %230
  %311 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %312 = load i64, ptr %311, align 8
  %313 = icmp eq i64 %312, 0
  br i1 %313, label %314, label %348

314:                                              ; preds = %310
  %315 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %316 = load i64, ptr %315, align 8
  %317 = icmp sgt i64 %316, 0
  br i1 %317, label %318, label %348

318:                                              ; preds = %314
  %319 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %320 = load i64, ptr %319, align 8
  %321 = icmp eq i64 %316, 1
  br i1 %321, label %344, label %322

322:                                              ; preds = %318
  %323 = sext i64 %320 to i128
  br label %324

324:                                              ; preds = %324, %322
  %325 = phi i64 [ 1, %322 ], [ %333, %324 ]
  %326 = phi i64 [ 0, %322 ], [ %327, %324 ]
  %327 = add nuw nsw i64 %326, 1
  %328 = sext i64 %325 to i128
  %329 = mul nsw i128 %328, %323
  %330 = zext nneg i64 %327 to i128
  %331 = sdiv i128 %329, %330
  %332 = trunc i128 %331 to i64
  %333 = add nsw i64 %325, %332
  %334 = icmp slt i64 %333, %316
  br i1 %334, label %324, label %335

335:                                              ; preds = %324
  %336 = mul nuw nsw i64 %327, %316
  %337 = sext i64 %333 to i128
  %338 = mul nsw i128 %337, %330
  %339 = add nsw i64 %320, 1
  %340 = sext i64 %339 to i128
  %341 = sdiv i128 %338, %340
  %342 = trunc i128 %341 to i64
  %343 = sub nsw i64 %336, %342
  br label %344

344:                                              ; preds = %318, %335
  %345 = phi i64 [ %343, %335 ], [ 0, %318 ]
  %346 = add nsw i64 %345, %316
  %347 = getelementptr inbounds nuw i8, ptr %0, i64 264
  store i64 %346, ptr %347, align 8
  br label %348

348:                                              ; preds = %344, %314, %310
  %349 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %350 = load ptr, ptr %349, align 8
  %351 = icmp eq ptr %350, null
  br i1 %351, label %352, label %356

352:                                              ; preds = %348
  %353 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %354 = load i64, ptr %353, align 8
  %355 = call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %354)
  store ptr %355, ptr %349, align 8
  br label %356

356:                                              ; preds = %352, %348
  %357 = load i64, ptr %311, align 8
  %358 = add nsw i64 %357, 1
  store i64 %358, ptr %311, align 8
  %359 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %360 = load i64, ptr %359, align 8
  %361 = icmp eq i64 %360, 0
  br i1 %361, label %414, label %362

362:                                              ; preds = %356
  %363 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %364 = load i64, ptr %363, align 8
  %365 = icmp eq i64 %364, 0
  br i1 %365, label %414, label %366

366:                                              ; preds = %362
  %367 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %368 = load i64, ptr %367, align 8
  %369 = icmp sgt i64 %368, 0
  br i1 %369, label %370, label %377

370:                                              ; preds = %366
  %371 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %372 = load i64, ptr %371, align 8
  %373 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %374 = load i64, ptr %373, align 8
  %375 = sub nsw i64 %372, %374
  %376 = icmp slt i64 %364, %375
  br label %381

377:                                              ; preds = %366
  %378 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %379 = load i64, ptr %378, align 8
  %380 = icmp sge i64 %364, %379
  br label %381

381:                                              ; preds = %370, %377
  %382 = phi i1 [ %376, %370 ], [ %380, %377 ]
  br i1 %382, label %414, label %383

383:                                              ; preds = %381
  %384 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %385 = load i64, ptr %384, align 8
  %386 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %387 = load ptr, ptr %386, align 8
  %388 = load ptr, ptr %1, align 8
  %389 = ptrtoint ptr %387 to i64
  %390 = ptrtoint ptr %388 to i64
  %391 = sub i64 %389, %390
  %392 = add nsw i64 %385, 64
  %393 = icmp slt i64 %391, %392
  br i1 %393, label %394, label %414

394:                                              ; preds = %383
  %395 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %396 = load ptr, ptr %395, align 8
  %397 = icmp eq ptr %396, null
  br i1 %397, label %398, label %404

398:                                              ; preds = %404, %394
  %399 = phi i64 [ 0, %394 ], [ %409, %404 ]
  %400 = load i64, ptr @rz.tape.limit, align 8
  %401 = sub nsw i64 %400, %399
  %402 = add nsw i64 %385, 128
  %403 = icmp slt i64 %401, %402
  br i1 %403, label %412, label %414

404:                                              ; preds = %394, %404
  %405 = phi ptr [ %410, %404 ], [ %396, %394 ]
  %406 = phi i64 [ %409, %404 ], [ 0, %394 ]
  %407 = getelementptr inbounds nuw i8, ptr %405, i64 8
  %408 = load i64, ptr %407, align 8
  %409 = add nsw i64 %408, %406
  %410 = load ptr, ptr %405, align 8
  %411 = icmp eq ptr %410, null
  br i1 %411, label %398, label %404

412:                                              ; preds = %398
  %413 = getelementptr inbounds nuw i8, ptr %0, i64 64
  store i64 %364, ptr %413, align 8
  br label %414

414:                                              ; preds = %383, %381, %362, %356, %412, %398
  %415 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %416 = load i64, ptr %415, align 8
  %417 = icmp sgt i64 %416, 0
  br i1 %417, label %418, label %483

418:                                              ; preds = %414
  %419 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %420 = load i64, ptr %419, align 8
  %421 = icmp eq i64 %357, %420
  br i1 %421, label %422, label %471

422:                                              ; preds = %418
  store i64 -1, ptr %419, align 8
  %423 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %424 = load i64, ptr %423, align 8
  %425 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %426 = load i64, ptr %425, align 8
  %427 = icmp eq i64 %424, %426
  br i1 %427, label %471, label %428

428:                                              ; preds = %422
  call void @rz.checkpoint.own.keep_new(ptr noundef %0, ptr noundef %1, i64 noundef %357)
  %429 = load i64, ptr %415, align 8
  %430 = sub nsw i64 %429, %357
  %431 = load i64, ptr %425, align 8
  %432 = load i64, ptr %423, align 8
  %433 = sub nsw i64 %431, %432
  %434 = add nsw i64 %433, 1
  %435 = icmp eq i64 %431, %432
  br i1 %435, label %436, label %438

436:                                              ; preds = %428
  %437 = add nsw i64 %430, -1
  br label %465

438:                                              ; preds = %428
  %439 = icmp sgt i64 %430, 1
  br i1 %439, label %440, label %453

440:                                              ; preds = %438
  %441 = sext i64 %434 to i128
  br label %442

442:                                              ; preds = %442, %440
  %443 = phi i64 [ 1, %440 ], [ %451, %442 ]
  %444 = phi i64 [ 0, %440 ], [ %445, %442 ]
  %445 = add nuw nsw i64 %444, 1
  %446 = sext i64 %443 to i128
  %447 = mul nsw i128 %446, %441
  %448 = zext nneg i64 %445 to i128
  %449 = sdiv i128 %447, %448
  %450 = trunc i128 %449 to i64
  %451 = add nsw i64 %443, %450
  %452 = icmp slt i64 %451, %430
  br i1 %452, label %442, label %453

453:                                              ; preds = %442, %438
  %454 = phi i64 [ 0, %438 ], [ %443, %442 ]
  %455 = phi i64 [ 0, %438 ], [ %445, %442 ]
  %456 = sext i64 %454 to i128
  %457 = sext i64 %434 to i128
  %458 = mul nsw i128 %456, %457
  %459 = add i64 %455, %433
  %460 = sext i64 %459 to i128
  %461 = sdiv i128 %458, %460
  %462 = trunc i128 %461 to i64
  %463 = sub nsw i64 %430, %462
  %464 = call i64 @llvm.smin.i64(i64 %454, i64 %463)
  br label %465

465:                                              ; preds = %453, %436
  %466 = phi i64 [ %437, %436 ], [ %464, %453 ]
  %467 = add nsw i64 %466, %357
  %468 = add nsw i64 %429, -1
  %469 = icmp slt i64 %467, %468
  br i1 %469, label %470, label %471

470:                                              ; preds = %465
  store i64 %467, ptr %419, align 8
  br label %471

471:                                              ; preds = %470, %465, %422, %418
  %472 = load i64, ptr %415, align 8
  %473 = add nsw i64 %472, -1
  %474 = icmp eq i64 %357, %473
  br i1 %474, label %475, label %519

475:                                              ; preds = %471
  %476 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %477 = load i64, ptr %476, align 8
  %478 = add nsw i64 %477, 64
  %479 = call ptr @rz.tape.alloc(ptr noundef %0, i64 noundef %478)
  %480 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %481 = load ptr, ptr %480, align 8
  store ptr %481, ptr %479, align 8
  store ptr %479, ptr %480, align 8
  %482 = getelementptr inbounds nuw i8, ptr %479, i64 64
  br label %519

483:                                              ; preds = %414
  %484 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %485 = load i64, ptr %484, align 8
  %486 = add nsw i64 %485, -1
  %487 = and i64 %486, %357
  %488 = icmp eq i64 %487, 0
  br i1 %488, label %489, label %519

489:                                              ; preds = %483
  %490 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %491 = load i64, ptr %490, align 8
  %492 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %493 = load i64, ptr %492, align 8
  %494 = icmp eq i64 %491, %493
  br i1 %494, label %495, label %518

495:                                              ; preds = %489
  %496 = icmp eq i64 %493, 1
  br i1 %496, label %519, label %497

497:                                              ; preds = %495
  %498 = icmp sgt i64 %491, 0
  br i1 %498, label %499, label %511

499:                                              ; preds = %497, %499
  %500 = phi i64 [ %508, %499 ], [ 0, %497 ]
  %501 = phi i64 [ %504, %499 ], [ 0, %497 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %502 = load ptr, ptr %231, align 8
  %503 = getelementptr inbounds nuw %struct.snapshot, ptr %502, i64 %501
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %3, ptr noundef nonnull align 8 dereferenceable(24) %503, i64 24, i1 false)
  %504 = add nuw nsw i64 %501, 1
  %505 = getelementptr inbounds nuw %struct.snapshot, ptr %502, i64 %500
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %503, ptr noundef nonnull align 8 dereferenceable(24) %505, i64 24, i1 false)
  %506 = load ptr, ptr %231, align 8
  %507 = getelementptr inbounds nuw %struct.snapshot, ptr %506, i64 %500
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %507, ptr noundef nonnull align 8 dereferenceable(24) %3, i64 24, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %508 = add nuw nsw i64 %500, 2
  %509 = load i64, ptr %490, align 8
  %510 = icmp slt i64 %508, %509
  br i1 %510, label %499, label %511

511:                                              ; preds = %499, %497
  %512 = phi i64 [ 0, %497 ], [ %504, %499 ]
  store i64 %512, ptr %490, align 8
  %513 = load i64, ptr %484, align 8
  %514 = shl nsw i64 %513, 1
  store i64 %514, ptr %484, align 8
  %515 = add nsw i64 %514, -1
  %516 = and i64 %515, %357
  %517 = icmp eq i64 %516, 0
  br i1 %517, label %518, label %519

518:                                              ; preds = %511, %489
  call void @rz.checkpoint.own.keep_new(ptr noundef %0, ptr noundef %1, i64 noundef %357)
  br label %519

519:                                              ; preds = %518, %471, %475, %483, %495, %511, %101
  %520 = phi ptr [ %110, %101 ], [ null, %518 ], [ null, %471 ], [ null, %483 ], [ null, %495 ], [ %482, %475 ], [ null, %511 ]
  ret ptr %520
}

define linkonce_odr hidden void @rz.checkpoint.own.step(ptr noundef captures(none) %0) unnamed_addr {
  %2 = alloca %struct.instant, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %4 = load i64, ptr %3, align 8
  %5 = add nsw i64 %4, 1
  store i64 %5, ptr %3, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %7 = load i64, ptr %6, align 8
  %8 = add nsw i64 %7, -1
  store i64 %8, ptr %6, align 8
  %9 = icmp sgt i64 %7, 1
  br i1 %9, label %49, label %10

10:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %11 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %2)
  %12 = load i64, ptr %2, align 8
  %13 = mul nsw i64 %12, 1000000000
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = add nsw i64 %13, %15
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %18 = load i64, ptr %17, align 8
  %19 = sub nsw i64 %16, %18
  %20 = icmp slt i64 %19, 1000000
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %22 = load i64, ptr %21, align 8
  br i1 %20, label %23, label %26

23:                                               ; preds = %10
  %24 = shl nsw i64 %22, 1
  %25 = call noundef i64 @llvm.smin.i64(i64 %24, i64 16384)
  br label %30

26:                                               ; preds = %10
  %27 = icmp sgt i64 %22, 1
  br i1 %27, label %28, label %32

28:                                               ; preds = %26
  %29 = lshr i64 %22, 1
  br label %30

30:                                               ; preds = %23, %28
  %31 = phi i64 [ %29, %28 ], [ %25, %23 ]
  store i64 %31, ptr %21, align 8
  br label %32

32:                                               ; preds = %30, %26
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %34 = load i64, ptr %33, align 8
  store i64 %34, ptr %6, align 8
  store i64 %16, ptr %17, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %36 = load i64, ptr %35, align 8
  %37 = sub nsw i64 %16, %36
  %38 = icmp slt i64 %37, 200000000
  br i1 %38, label %48, label %39

39:                                               ; preds = %32
  %40 = icmp eq i64 %36, 0
  store i64 %16, ptr %35, align 8
  br i1 %40, label %48, label %41

41:                                               ; preds = %39
  %42 = load i64, ptr %3, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %44 = load i64, ptr %43, align 8
  %45 = call i32 @rz.checkpoint.tick(i64 noundef %42, i64 noundef %44)
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %48, label %47

47:                                               ; preds = %41
  call void @rz.throw(i32 noundef 4, ptr noundef nonnull @.str.2)
  unreachable

48:                                               ; preds = %39, %41, %32
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %49

49:                                               ; preds = %1, %48
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.own.keep_new(ptr noundef captures(none) %0, ptr noundef %1, i64 noundef %2) unnamed_addr {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %5, %7
  br i1 %8, label %9, label %42

9:                                                ; preds = %3
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds %struct.snapshot, ptr %11, i64 %7
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %23

16:                                               ; preds = %9
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %20 = load i64, ptr %19, align 8
  %21 = sub nsw i64 %18, %20
  %22 = icmp slt i64 %7, %21
  br label %27

23:                                               ; preds = %9
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %25 = load i64, ptr %24, align 8
  %26 = icmp sge i64 %7, %25
  br label %27

27:                                               ; preds = %16, %23
  %28 = phi i1 [ %22, %16 ], [ %26, %23 ]
  br i1 %28, label %33, label %29

29:                                               ; preds = %27
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %31 = load i64, ptr %30, align 8
  %32 = tail call ptr @rz.tape.alloc(ptr noundef %1, i64 noundef %31)
  br label %33

33:                                               ; preds = %27, %29
  %34 = phi ptr [ %32, %29 ], [ null, %27 ]
  %35 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store ptr %34, ptr %35, align 8
  %36 = load i64, ptr %6, align 8
  %37 = add nsw i64 %36, 1
  store i64 %37, ptr %6, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %39 = load i64, ptr %38, align 8
  %40 = mul nsw i64 %39, %36
  %41 = getelementptr inbounds nuw i8, ptr %12, i64 16
  store i64 %40, ptr %41, align 8
  br label %42

42:                                               ; preds = %33, %3
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %44 = load ptr, ptr %43, align 8
  %45 = load i64, ptr %4, align 8
  %46 = add nsw i64 %45, 1
  store i64 %46, ptr %4, align 8
  %47 = getelementptr inbounds %struct.snapshot, ptr %44, i64 %45
  store i64 %2, ptr %47, align 8
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 8
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %73, label %51

51:                                               ; preds = %42
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %53 = load i64, ptr %52, align 8
  %54 = icmp sgt i64 %53, 0
  br i1 %54, label %55, label %76

55:                                               ; preds = %51
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %57

57:                                               ; preds = %57, %55
  %58 = phi i64 [ 0, %55 ], [ %70, %57 ]
  %59 = phi ptr [ %49, %55 ], [ %69, %57 ]
  %60 = load ptr, ptr %56, align 8
  %61 = getelementptr inbounds nuw %struct.region, ptr %60, i64 %58
  %62 = load ptr, ptr %61, align 8
  %63 = getelementptr inbounds nuw i8, ptr %61, i64 8
  %64 = load i64, ptr %63, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %59, ptr align 1 %62, i64 %64, i1 false)
  %65 = load ptr, ptr %56, align 8
  %66 = getelementptr inbounds nuw %struct.region, ptr %65, i64 %58
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 8
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %59, i64 %68
  %70 = add nuw nsw i64 %58, 1
  %71 = load i64, ptr %52, align 8
  %72 = icmp slt i64 %70, %71
  br i1 %72, label %57, label %76

73:                                               ; preds = %42
  %74 = getelementptr inbounds nuw i8, ptr %47, i64 16
  %75 = load i64, ptr %74, align 8
  tail call void @rz.checkpoint.own.moved(ptr noundef %0, i64 noundef %75, i32 noundef 1)
  br label %76

76:                                               ; preds = %57, %51, %73
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.turn(ptr noundef captures(none) initializes((216, 224), (264, 272)) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store ptr null, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %6 = load i64, ptr %5, align 8
  %7 = add nsw i64 %6, %4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 264
  store i64 %7, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %170

12:                                               ; preds = %1
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %36

16:                                               ; preds = %12
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %20

20:                                               ; preds = %20, %16
  %21 = phi i64 [ 0, %16 ], [ %33, %20 ]
  %22 = phi ptr [ %18, %16 ], [ %32, %20 ]
  %23 = load ptr, ptr %19, align 8
  %24 = getelementptr inbounds nuw %struct.region, ptr %23, i64 %21
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %27 = load i64, ptr %26, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %22, ptr align 1 %25, i64 %27, i1 false)
  %28 = load ptr, ptr %19, align 8
  %29 = getelementptr inbounds nuw %struct.region, ptr %28, i64 %21
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %22, i64 %31
  %33 = add nuw nsw i64 %21, 1
  %34 = load i64, ptr %13, align 8
  %35 = icmp slt i64 %33, %34
  br i1 %35, label %20, label %36

36:                                               ; preds = %20, %12
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %38 = load i64, ptr %37, align 8
  %39 = tail call i64 @llvm.umax.i64(i64 %38, i64 1)
  %40 = load i64, ptr %5, align 8
  %41 = icmp slt i64 %40, 2
  br i1 %41, label %64, label %42

42:                                               ; preds = %36
  %43 = sext i64 %39 to i128
  br label %44

44:                                               ; preds = %44, %42
  %45 = phi i64 [ 1, %42 ], [ %53, %44 ]
  %46 = phi i64 [ 0, %42 ], [ %47, %44 ]
  %47 = add nuw nsw i64 %46, 1
  %48 = sext i64 %45 to i128
  %49 = mul nsw i128 %48, %43
  %50 = zext nneg i64 %47 to i128
  %51 = sdiv i128 %49, %50
  %52 = trunc i128 %51 to i64
  %53 = add nsw i64 %45, %52
  %54 = icmp slt i64 %53, %40
  br i1 %54, label %44, label %55

55:                                               ; preds = %44
  %56 = mul nuw nsw i64 %47, %40
  %57 = sext i64 %53 to i128
  %58 = mul nsw i128 %57, %50
  %59 = add nsw i64 %39, 1
  %60 = sext i64 %59 to i128
  %61 = sdiv i128 %58, %60
  %62 = trunc i128 %61 to i64
  %63 = sub nsw i64 %56, %62
  br label %64

64:                                               ; preds = %36, %55
  %65 = phi i64 [ %63, %55 ], [ 0, %36 ]
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %67 = load i64, ptr %66, align 8
  %68 = icmp ne i64 %67, 0
  %69 = sdiv i64 %65, 100
  %70 = icmp sgt i64 %69, %40
  %71 = select i1 %68, i1 %70, i1 false
  br i1 %71, label %72, label %73

72:                                               ; preds = %64
  tail call void @rz.throw(i32 noundef 1, ptr noundef nonnull @rz.over.limit)
  unreachable

73:                                               ; preds = %64
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %159, label %77

77:                                               ; preds = %73
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %79 = load i64, ptr %78, align 8
  %80 = icmp sgt i64 %79, 0
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %82 = load i64, ptr %81, align 8
  br i1 %80, label %88, label %83

83:                                               ; preds = %77
  %84 = icmp sgt i64 %82, 1
  br i1 %84, label %85, label %159

85:                                               ; preds = %83
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %87 = load ptr, ptr %86, align 8
  br label %90

88:                                               ; preds = %77
  %89 = sub nsw i64 %65, %40
  br label %159

90:                                               ; preds = %85, %151
  %91 = phi i64 [ 1, %85 ], [ %157, %151 ]
  %92 = phi i64 [ 1, %85 ], [ %155, %151 ]
  %93 = phi i64 [ 0, %85 ], [ %127, %151 ]
  %94 = phi i64 [ %65, %85 ], [ %156, %151 ]
  %95 = getelementptr inbounds nuw %struct.snapshot, ptr %87, i64 %92
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr i8, ptr %95, i64 -24
  %98 = load i64, ptr %97, align 8
  %99 = sub nsw i64 %96, %98
  %100 = sub nsw i64 %39, %92
  %101 = add nsw i64 %100, 1
  %102 = icmp slt i64 %99, 2
  br i1 %102, label %125, label %103

103:                                              ; preds = %90
  %104 = sext i64 %101 to i128
  br label %105

105:                                              ; preds = %105, %103
  %106 = phi i64 [ 1, %103 ], [ %114, %105 ]
  %107 = phi i64 [ 0, %103 ], [ %108, %105 ]
  %108 = add nuw nsw i64 %107, 1
  %109 = sext i64 %106 to i128
  %110 = mul nsw i128 %109, %104
  %111 = zext nneg i64 %108 to i128
  %112 = sdiv i128 %110, %111
  %113 = trunc i128 %112 to i64
  %114 = add nsw i64 %106, %113
  %115 = icmp slt i64 %114, %99
  br i1 %115, label %105, label %116

116:                                              ; preds = %105
  %117 = mul nuw nsw i64 %108, %99
  %118 = sext i64 %114 to i128
  %119 = mul nsw i128 %118, %111
  %120 = add nsw i64 %100, 2
  %121 = sext i64 %120 to i128
  %122 = sdiv i128 %119, %121
  %123 = trunc i128 %122 to i64
  %124 = sub nsw i64 %117, %123
  br label %125

125:                                              ; preds = %90, %116
  %126 = phi i64 [ %124, %116 ], [ 0, %90 ]
  %127 = add nsw i64 %126, %93
  %128 = sub nsw i64 %40, %96
  %129 = icmp slt i64 %128, 2
  br i1 %129, label %151, label %130

130:                                              ; preds = %125
  %131 = sext i64 %100 to i128
  br label %132

132:                                              ; preds = %132, %130
  %133 = phi i64 [ 1, %130 ], [ %141, %132 ]
  %134 = phi i64 [ 0, %130 ], [ %135, %132 ]
  %135 = add nuw nsw i64 %134, 1
  %136 = sext i64 %133 to i128
  %137 = mul nsw i128 %136, %131
  %138 = zext nneg i64 %135 to i128
  %139 = sdiv i128 %137, %138
  %140 = trunc i128 %139 to i64
  %141 = add nsw i64 %133, %140
  %142 = icmp slt i64 %141, %128
  br i1 %142, label %132, label %143

143:                                              ; preds = %132
  %144 = mul nuw nsw i64 %135, %128
  %145 = sext i64 %141 to i128
  %146 = mul nsw i128 %145, %138
  %147 = sext i64 %101 to i128
  %148 = sdiv i128 %146, %147
  %149 = trunc i128 %148 to i64
  %150 = sub nsw i64 %144, %149
  br label %151

151:                                              ; preds = %125, %143
  %152 = phi i64 [ %150, %143 ], [ 0, %125 ]
  %153 = add nsw i64 %152, %127
  %154 = icmp sgt i64 %153, %94
  %155 = add nuw nsw i64 %92, 1
  %156 = tail call i64 @llvm.smin.i64(i64 %153, i64 %94)
  %157 = select i1 %154, i64 %91, i64 %155
  %158 = icmp eq i64 %155, %82
  br i1 %158, label %159, label %90

159:                                              ; preds = %151, %83, %73, %88
  %160 = phi i64 [ %89, %88 ], [ %65, %73 ], [ %65, %83 ], [ %156, %151 ]
  %161 = phi i64 [ %82, %88 ], [ 1, %73 ], [ 1, %83 ], [ %157, %151 ]
  %162 = load i64, ptr %8, align 8
  %163 = add nsw i64 %162, %160
  store i64 %163, ptr %8, align 8
  store i64 0, ptr %74, align 8
  %164 = icmp eq i64 %40, 0
  %165 = select i1 %164, i64 0, i64 %161
  %166 = getelementptr inbounds nuw i8, ptr %0, i64 72
  store i64 %165, ptr %166, align 8
  %167 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 %40, ptr %167, align 8
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 -1, ptr %168, align 8
  %169 = getelementptr inbounds nuw i8, ptr %0, i64 120
  store i64 -1, ptr %169, align 8
  br label %170

170:                                              ; preds = %1, %159
  ret void
}

define linkonce_odr hidden range(i32 0, 4) i32 @rz.checkpoint.next(ptr noundef captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %14, label %5

5:                                                ; preds = %1
  tail call void @rz.checkpoint.own.step(ptr noundef %0)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %10 = select i1 %8, ptr %9, ptr %7
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %6, align 8
  %12 = icmp eq ptr %11, null
  %13 = select i1 %12, i32 0, i32 3
  br label %131

14:                                               ; preds = %1
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %131, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %25, label %22

22:                                               ; preds = %18
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store ptr %20, ptr %23, align 8
  store ptr null, ptr %19, align 8
  %24 = add nsw i64 %16, -1
  store i64 %24, ptr %15, align 8
  br label %131

25:                                               ; preds = %18
  tail call void @rz.checkpoint.own.step(ptr noundef %0)
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %27, %29
  br i1 %30, label %31, label %39

31:                                               ; preds = %25
  %32 = icmp sgt i64 %27, -1
  br i1 %32, label %33, label %38

33:                                               ; preds = %31
  %34 = load i64, ptr %15, align 8
  %35 = add nsw i64 %34, -1
  %36 = icmp slt i64 %27, %35
  br i1 %36, label %37, label %38

37:                                               ; preds = %33
  tail call void @rz.checkpoint.own.keep(ptr noundef %0, i64 noundef %27)
  br label %38

38:                                               ; preds = %37, %33, %31
  store i64 -1, ptr %28, align 8
  br label %39

39:                                               ; preds = %38, %25
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %41 = load i64, ptr %40, align 8
  %42 = icmp sgt i64 %41, 1
  br i1 %42, label %43, label %56

43:                                               ; preds = %39
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %45 = load ptr, ptr %44, align 8
  %46 = load i64, ptr %15, align 8
  br label %47

47:                                               ; preds = %43, %53
  %48 = phi i64 [ %41, %43 ], [ %54, %53 ]
  %49 = getelementptr %struct.snapshot, ptr %45, i64 %48
  %50 = getelementptr i8, ptr %49, i64 -24
  %51 = load i64, ptr %50, align 8
  %52 = icmp slt i64 %51, %46
  br i1 %52, label %56, label %53

53:                                               ; preds = %47
  %54 = add nsw i64 %48, -1
  store i64 %54, ptr %40, align 8
  %55 = icmp sgt i64 %48, 2
  br i1 %55, label %47, label %56

56:                                               ; preds = %47, %53, %39
  %57 = phi i64 [ %41, %39 ], [ %48, %47 ], [ 1, %53 ]
  %58 = load i64, ptr %26, align 8
  %59 = icmp slt i64 %58, 0
  br i1 %59, label %60, label %111

60:                                               ; preds = %56
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %62 = load ptr, ptr %61, align 8
  %63 = getelementptr %struct.snapshot, ptr %62, i64 %57
  %64 = getelementptr i8, ptr %63, i64 -16
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, null
  br i1 %66, label %89, label %67

67:                                               ; preds = %60
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %69 = load i64, ptr %68, align 8
  %70 = icmp sgt i64 %69, 0
  br i1 %70, label %71, label %92

71:                                               ; preds = %67
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %73

73:                                               ; preds = %73, %71
  %74 = phi i64 [ 0, %71 ], [ %86, %73 ]
  %75 = phi ptr [ %65, %71 ], [ %85, %73 ]
  %76 = load ptr, ptr %72, align 8
  %77 = getelementptr inbounds nuw %struct.region, ptr %76, i64 %74
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %80 = load i64, ptr %79, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %78, ptr align 1 %75, i64 %80, i1 false)
  %81 = load ptr, ptr %72, align 8
  %82 = getelementptr inbounds nuw %struct.region, ptr %81, i64 %74
  %83 = getelementptr inbounds nuw i8, ptr %82, i64 8
  %84 = load i64, ptr %83, align 8
  %85 = getelementptr inbounds i8, ptr %75, i64 %84
  %86 = add nuw nsw i64 %74, 1
  %87 = load i64, ptr %68, align 8
  %88 = icmp slt i64 %86, %87
  br i1 %88, label %73, label %92

89:                                               ; preds = %60
  %90 = getelementptr i8, ptr %63, i64 -8
  %91 = load i64, ptr %90, align 8
  tail call void @rz.checkpoint.own.moved(ptr noundef %0, i64 noundef %91, i32 noundef 0)
  br label %92

92:                                               ; preds = %73, %89, %67
  %93 = load i64, ptr %40, align 8
  %94 = icmp sgt i64 %93, 1
  br i1 %94, label %95, label %108

95:                                               ; preds = %92
  %96 = getelementptr i8, ptr %63, i64 -40
  %97 = load ptr, ptr %96, align 8
  %98 = icmp eq ptr %97, null
  br i1 %98, label %99, label %108

99:                                               ; preds = %95
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %101 = load i64, ptr %100, align 8
  %102 = trunc i64 %101 to i32
  %103 = getelementptr i8, ptr %63, i64 -32
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %106 = load i64, ptr %105, align 8
  %107 = tail call i32 @posix_fadvise(i32 noundef %102, i64 noundef %104, i64 noundef %106, i32 noundef 3)
  br label %108

108:                                              ; preds = %92, %95, %99
  %109 = getelementptr i8, ptr %63, i64 -24
  %110 = load i64, ptr %109, align 8
  store i64 %110, ptr %26, align 8
  br label %111

111:                                              ; preds = %108, %56
  %112 = load i64, ptr %26, align 8
  %113 = load i64, ptr %15, align 8
  %114 = add nsw i64 %113, -1
  %115 = icmp eq i64 %112, %114
  br i1 %115, label %116, label %117

116:                                              ; preds = %111
  store i64 %114, ptr %15, align 8
  store i64 -1, ptr %28, align 8
  store i64 -1, ptr %26, align 8
  br label %131

117:                                              ; preds = %111
  %118 = load i64, ptr %28, align 8
  %119 = icmp slt i64 %118, 0
  br i1 %119, label %120, label %129

120:                                              ; preds = %117
  %121 = sub nsw i64 %113, %112
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %123 = load i64, ptr %122, align 8
  %124 = load i64, ptr %40, align 8
  %125 = add i64 %123, 1
  %126 = sub i64 %125, %124
  %127 = tail call i64 @rz.checkpoint.own.ahead(i64 noundef %121, i64 noundef %126)
  %128 = add nsw i64 %127, %112
  store i64 %128, ptr %28, align 8
  br label %129

129:                                              ; preds = %120, %117
  %130 = add nsw i64 %112, 1
  store i64 %130, ptr %26, align 8
  br label %131

131:                                              ; preds = %14, %129, %116, %22, %5
  %132 = phi i32 [ %13, %5 ], [ 3, %22 ], [ 2, %116 ], [ 1, %129 ], [ 0, %14 ]
  ret i32 %132
}

define linkonce_odr hidden void @rz.checkpoint.own.keep(ptr noundef captures(none) %0, i64 noundef %1) unnamed_addr {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %6 = load i64, ptr %5, align 8
  %7 = add nsw i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds %struct.snapshot, ptr %4, i64 %6
  store i64 %1, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %34, label %12

12:                                               ; preds = %2
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %37

16:                                               ; preds = %12
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %18

18:                                               ; preds = %18, %16
  %19 = phi i64 [ 0, %16 ], [ %31, %18 ]
  %20 = phi ptr [ %10, %16 ], [ %30, %18 ]
  %21 = load ptr, ptr %17, align 8
  %22 = getelementptr inbounds nuw %struct.region, ptr %21, i64 %19
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %25 = load i64, ptr %24, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %20, ptr align 1 %23, i64 %25, i1 false)
  %26 = load ptr, ptr %17, align 8
  %27 = getelementptr inbounds nuw %struct.region, ptr %26, i64 %19
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %20, i64 %29
  %31 = add nuw nsw i64 %19, 1
  %32 = load i64, ptr %13, align 8
  %33 = icmp slt i64 %31, %32
  br i1 %33, label %18, label %37

34:                                               ; preds = %2
  %35 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %36 = load i64, ptr %35, align 8
  tail call void @rz.checkpoint.own.moved(ptr noundef %0, i64 noundef %36, i32 noundef 1)
  br label %37

37:                                               ; preds = %18, %12, %34
  ret void
}

define linkonce_odr hidden i64 @rz.checkpoint.own.ahead(i64 noundef %0, i64 noundef range(i64 -9223372036854775807, -9223372036854775808) %1) unnamed_addr {
  %3 = icmp eq i64 %1, 1
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = add nsw i64 %0, -1
  br label %34

6:                                                ; preds = %2
  %7 = icmp sgt i64 %0, 1
  br i1 %7, label %8, label %21

8:                                                ; preds = %6
  %9 = sext i64 %1 to i128
  br label %10

10:                                               ; preds = %10, %8
  %11 = phi i64 [ 1, %8 ], [ %19, %10 ]
  %12 = phi i64 [ 0, %8 ], [ %13, %10 ]
  %13 = add nuw nsw i64 %12, 1
  %14 = sext i64 %11 to i128
  %15 = mul nsw i128 %14, %9
  %16 = zext nneg i64 %13 to i128
  %17 = sdiv i128 %15, %16
  %18 = trunc i128 %17 to i64
  %19 = add nsw i64 %11, %18
  %20 = icmp slt i64 %19, %0
  br i1 %20, label %10, label %21

21:                                               ; preds = %10, %6
  %22 = phi i64 [ 0, %6 ], [ %11, %10 ]
  %23 = phi i64 [ 0, %6 ], [ %13, %10 ]
  %24 = sext i64 %22 to i128
  %25 = sext i64 %1 to i128
  %26 = mul nsw i128 %24, %25
  %27 = add nsw i64 %1, -1
  %28 = add i64 %27, %23
  %29 = sext i64 %28 to i128
  %30 = sdiv i128 %26, %29
  %31 = trunc i128 %30 to i64
  %32 = sub nsw i64 %0, %31
  %33 = tail call i64 @llvm.smin.i64(i64 %22, i64 %32)
  br label %34

34:                                               ; preds = %21, %4
  %35 = phi i64 [ %5, %4 ], [ %33, %21 ]
  ret i64 %35
}

define linkonce_odr hidden void @rz.checkpoint.end(ptr noundef captures(none) %0, i32 noundef %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %4 = load i64, ptr %3, align 8
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %6, label %11

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, %4
  br i1 %9, label %11, label %10

10:                                               ; preds = %6
  tail call void @rz.throw(i32 noundef 2, ptr noundef nonnull @.str)
  unreachable

11:                                               ; preds = %6, %2
  %12 = sext i32 %1 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 232
  store i64 %12, ptr %13, align 8
  ret void
}

define linkonce_odr hidden void @rz.checkpoint.agree(ptr noundef readonly captures(none) %0, i32 noundef %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %7 = load i64, ptr %6, align 8
  %8 = add nsw i64 %7, -1
  %9 = icmp eq i64 %5, %8
  br i1 %9, label %10, label %13

10:                                               ; preds = %2
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %12 = load i64, ptr %11, align 8
  br label %13

13:                                               ; preds = %2, %10
  %14 = phi i64 [ %12, %10 ], [ 0, %2 ]
  %15 = icmp eq i64 %14, %3
  br i1 %15, label %17, label %16

16:                                               ; preds = %13
  tail call void @rz.throw(i32 noundef 2, ptr noundef nonnull @.str.1)
  unreachable

17:                                               ; preds = %13
  ret void
}

define linkonce_odr hidden i64 @rz.checkpoint.told(ptr noundef captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %3 = load i64, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %3, %5
  br i1 %6, label %7, label %10

7:                                                ; preds = %1
  store i64 %3, ptr %4, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %9 = load i64, ptr %8, align 8
  br label %10

10:                                               ; preds = %1, %7
  %11 = phi i64 [ %9, %7 ], [ -9223372036854775808, %1 ]
  ret i64 %11
}

define linkonce_odr hidden nonnull ptr @rz.checkpoint.kept(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 64
  ret ptr %4
}

define linkonce_odr hidden void @rz.checkpoint.finish(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %29

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %29

9:                                                ; preds = %5
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 320
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

declare i32 @clock_gettime(i32 noundef, ptr noundef)

declare i32 @rz.checkpoint.tick(i64 noundef, i64 noundef)

declare i32 @rz.checkpoint.file(ptr noundef)

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

define linkonce_odr hidden void @rz.checkpoint.own.moved(ptr noundef readonly captures(none) %0, i64 noundef %1, i32 noundef range(i32 0, 2) %2) unnamed_addr {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %5 = load i64, ptr %4, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %12

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %9 = icmp eq i32 %2, 0
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 240
  br label %13

12:                                               ; preds = %51, %3
  ret void

13:                                               ; preds = %7, %51
  %14 = phi i64 [ %1, %7 ], [ %52, %51 ]
  %15 = phi i64 [ 0, %7 ], [ %53, %51 ]
  %16 = load ptr, ptr %8, align 8
  %17 = getelementptr inbounds nuw %struct.region, ptr %16, i64 %15
  %18 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %51, label %21

21:                                               ; preds = %13
  %22 = load ptr, ptr %17, align 8
  br label %23

23:                                               ; preds = %21, %46
  %24 = phi i64 [ %48, %46 ], [ %14, %21 ]
  %25 = phi i64 [ %49, %46 ], [ %19, %21 ]
  %26 = phi ptr [ %47, %46 ], [ %22, %21 ]
  br i1 %9, label %31, label %27

27:                                               ; preds = %23
  %28 = load i64, ptr %10, align 8
  %29 = trunc i64 %28 to i32
  %30 = tail call i64 @pwrite(i32 noundef %29, ptr noundef %26, i64 noundef %25, i64 noundef %24)
  br label %35

31:                                               ; preds = %23
  %32 = load i64, ptr %11, align 8
  %33 = trunc i64 %32 to i32
  %34 = tail call i64 @pread(i32 noundef %33, ptr noundef %26, i64 noundef %25, i64 noundef %24)
  br label %35

35:                                               ; preds = %31, %27
  %36 = phi i64 [ %30, %27 ], [ %34, %31 ]
  %37 = icmp slt i64 %36, 1
  br i1 %37, label %38, label %46

38:                                               ; preds = %35
  %39 = icmp eq i64 %36, 0
  br i1 %39, label %44, label %40

40:                                               ; preds = %38
  %41 = tail call ptr @__errno_location()
  %42 = load i32, ptr %41, align 4
  %43 = tail call ptr @strerror(i32 noundef %42)
  br label %44

44:                                               ; preds = %38, %40
  %45 = phi ptr [ %43, %40 ], [ @.str.4, %38 ]
  tail call void @rz.throw(i32 noundef 5, ptr noundef %45)
  unreachable

46:                                               ; preds = %35
  %47 = getelementptr inbounds nuw i8, ptr %26, i64 %36
  %48 = add nsw i64 %36, %24
  %49 = sub nsw i64 %25, %36
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %51, label %23

51:                                               ; preds = %46, %13
  %52 = phi i64 [ %14, %13 ], [ %48, %46 ]
  %53 = add nuw nsw i64 %15, 1
  %54 = load i64, ptr %4, align 8
  %55 = icmp slt i64 %53, %54
  br i1 %55, label %13, label %12
}

declare i64 @pwrite(i32 noundef, ptr noundef, i64 noundef, i64 noundef)

declare i64 @pread(i32 noundef, ptr noundef, i64 noundef, i64 noundef)

declare ptr @strerror(i32 noundef)

declare ptr @__errno_location()

declare i32 @posix_fadvise(i32 noundef, i64 noundef, i64 noundef, i32 noundef)

declare i64 @llvm.umax.i64(i64, i64)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
