; What a team of threads keeps between the augmented and the reverse region, and how they are run.
;
;   block:  0 i32 size   8 i64 events   16 i64 bytes of a frame
;           64 arenas, 64 bytes each    then frames, each on lines of its own
;
; A block lies on the tape of the thread that forks. Arenas of threads are given back with it.

declare i32 @rz_omp_team(i32)
declare i64 @rz_omp_run(ptr, ptr, i32, i64)
declare void @rz_omp_bound(i64)
declare ptr @rz_omp_sums(i32, i32, i32)
declare void @rz_omp_reach(ptr, ptr, ptr, i64)
declare void @rz_omp_add_missed_f64(ptr, ptr, ptr, double)
declare void @rz_omp_add_missed_f32(ptr, ptr, ptr, float)
@rz.tape.limit = external global i64, align 8
declare ptr @rz.tape.alloc(ptr, i64)
declare void @rz.tape.defer(ptr, ptr, ptr)
declare void @rz.arena.init(ptr)
declare void @rz.arena.free(ptr)
declare void @rz.team.guarded(ptr, i32)

define linkonce_odr hidden ptr @rz.team.begin(ptr %arena, i32 %size, i64 %bytes) noinline {
entry:
  %up = add i64 %bytes, 63
  %frame = and i64 %up, -64
  %each = add i64 %frame, 64
  %n = zext i32 %size to i64
  %all = mul i64 %n, %each
  %whole = add i64 %all, 256                       ; memory that is aligned for vectors
  %block = call ptr @rz.tape.alloc(ptr %arena, i64 %whole)
  store i32 %size, ptr %block, align 8
  %events = getelementptr inbounds i8, ptr %block, i64 8
  store i64 0, ptr %events, align 8
  %stride = getelementptr inbounds i8, ptr %block, i64 16
  store i64 %frame, ptr %stride, align 8
  br label %next

next:
  %k = phi i32 [ 0, %entry ], [ %k.next, %next ]
  %own = call ptr @rz.team.arena(ptr %block, i32 %k)
  call void @rz.arena.init(ptr %own)
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %size
  br i1 %more, label %next, label %done

done:
  call void @rz.tape.defer(ptr %arena, ptr %block, ptr @rz.team.end)
  ret ptr %block
}

; The arena of a thread.
define linkonce_odr hidden ptr @rz.team.arena(ptr %block, i32 %number) alwaysinline nounwind {
  %n = zext i32 %number to i64
  %at = shl i64 %n, 6
  %from = add i64 %at, 64
  %place = getelementptr inbounds i8, ptr %block, i64 %from
  ret ptr %place
}

; The frame of a thread, behind all arenas.
define linkonce_odr hidden ptr @rz.team.frame(ptr %block, i32 %number) alwaysinline nounwind {
  %size = load i32, ptr %block, align 8
  %first = call ptr @rz.team.arena(ptr %block, i32 %size)
  %stride.slot = getelementptr inbounds i8, ptr %block, i64 16
  %stride = load i64, ptr %stride.slot, align 8
  %n = zext i32 %number to i64
  %at = mul i64 %n, %stride
  %place = getelementptr inbounds i8, ptr %first, i64 %at
  ret ptr %place
}

; Gives back what the arenas of all threads hold; they can be used again.
define linkonce_odr hidden void @rz.team.end(ptr %block) noinline nounwind {
entry:
  %size = load i32, ptr %block, align 8
  br label %next

next:
  %k = phi i32 [ 0, %entry ], [ %k.next, %next ]
  %own = call ptr @rz.team.arena(ptr %block, i32 %k)
  call void @rz.arena.free(ptr %own)
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %size
  br i1 %more, label %next, label %done

done:
  ret void
}

; Calls %body(%pack, number) in each thread of a team; gives the number of events after it.
define linkonce_odr hidden i64 @rz.team.run(ptr %body, ptr %pack, i32 %size, i64 %events) noinline {
  %call = alloca { ptr, ptr }, align 16
  store ptr %body, ptr %call, align 16
  %slot = getelementptr inbounds i8, ptr %call, i64 8
  store ptr %pack, ptr %slot, align 8
  %limit = load i64, ptr @rz.tape.limit, align 8
  call void @rz_omp_bound(i64 %limit)
  %after = call i64 @rz_omp_run(ptr @rz.team.guarded, ptr %call, i32 %size, i64 %events)
  ret i64 %after
}

; Runs the tangent of a region: %body(the thread's numbers, %pack).
define linkonce_odr hidden void @rz.team.fork(i32 %threads, ptr %body, ptr %pack) noinline {
  %call = alloca { ptr, ptr }, align 16
  store ptr %body, ptr %call, align 16
  %slot = getelementptr inbounds i8, ptr %call, i64 8
  store ptr %pack, ptr %slot, align 8
  %size = call i32 @rz_omp_team(i32 %threads)
  %after = call i64 @rz.team.run(ptr @rz.team.outlined, ptr %call, i32 %size, i64 0)
  ret void
}

define linkonce_odr hidden void @rz.team.outlined(ptr %call, i32 %number) {
  %thread = alloca i32, align 4
  %bound = alloca i32, align 4
  store i32 %number, ptr %thread, align 4
  store i32 0, ptr %bound, align 4
  %body = load ptr, ptr %call, align 16
  %slot = getelementptr inbounds i8, ptr %call, i64 8
  %pack = load ptr, ptr %slot, align 8
  call void %body(ptr %thread, ptr %bound, ptr %pack)
  ret void
}

; A window of the thread's sums for numbers of a kind and one group of places (frontends/openmp/sums.h):
;   0 i64 address   8 i64 bytes from there   16 i64 how far from a place is added   24 ptr sums
; It is a slot on the stack that nobody else sees, so it lies in registers.
define linkonce_odr hidden void @rz.team.window(ptr %window, i32 %kind, i32 %strict, i32 %group) alwaysinline {
  %sums = call ptr @rz_omp_sums(i32 %kind, i32 %strict, i32 %group)
  %sums.at = getelementptr inbounds i8, ptr %window, i64 24
  store ptr %sums, ptr %sums.at, align 8
  call void @rz.team.window.told(ptr %window, ptr %sums)
  ret void
}

; The same again, behind a call that may have changed it.
define linkonce_odr hidden void @rz.team.window.again(ptr %window) alwaysinline {
  %sums.at = getelementptr inbounds i8, ptr %window, i64 24
  %sums = load ptr, ptr %sums.at, align 8
  call void @rz.team.window.told(ptr %window, ptr %sums)
  ret void
}

define linkonce_odr hidden void @rz.team.window.told(ptr %window, ptr %told) alwaysinline {
  %first = load i64, ptr %told, align 8
  store i64 %first, ptr %window, align 8
  %from.bytes = getelementptr inbounds i8, ptr %told, i64 8
  %bytes = load i64, ptr %from.bytes, align 8
  %to.bytes = getelementptr inbounds i8, ptr %window, i64 8
  store i64 %bytes, ptr %to.bytes, align 8
  %from.distance = getelementptr inbounds i8, ptr %told, i64 16
  %distance = load i64, ptr %from.distance, align 8
  %to.distance = getelementptr inbounds i8, ptr %window, i64 16
  store i64 %distance, ptr %to.distance, align 8
  ret void
}

; How far from each place of a range the thread adds: 0 if it is alone there, -1 where not all of it is
; in the window, nor in another one that can be had for all of it.
define linkonce_odr hidden i64 @rz.team.range(ptr %window, i1 %alone, ptr %low, i64 %size) alwaysinline {
entry:
  %told = alloca { i64, i64, i64 }, align 8
  br i1 %alone, label %done, label %asked

asked:
  %here = call i64 @rz.team.range.now(ptr %window, ptr %low, i64 %size)
  %is.here = icmp ne i64 %here, -1
  br i1 %is.here, label %done, label %missed, !prof !{!"branch_weights", i32 1000, i32 1}

missed:
  %sums.at = getelementptr inbounds i8, ptr %window, i64 24
  %sums = load ptr, ptr %sums.at, align 8
  call preserve_mostcc void @rz.team.reach(ptr %told, ptr %sums, ptr %low, i64 %size)
  call void @rz.team.window.told(ptr %window, ptr %told)
  %there = call i64 @rz.team.range.now(ptr %window, ptr %low, i64 %size)
  br label %done

done:
  %known = phi i64 [ 0, %entry ], [ %here, %asked ], [ %there, %missed ]
  ret i64 %known
}

define linkonce_odr hidden i64 @rz.team.range.now(ptr %window, ptr %low, i64 %size) alwaysinline {
  %where = ptrtoint ptr %low to i64
  %first = load i64, ptr %window, align 8
  %from = sub i64 %where, %first
  %bytes.at = getelementptr inbounds i8, ptr %window, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %begins = icmp ult i64 %from, %bytes
  %rest = sub i64 %bytes, %from
  %ends = icmp ule i64 %size, %rest
  %inside = and i1 %begins, %ends
  %distance.at = getelementptr inbounds i8, ptr %window, i64 16
  %distance = load i64, ptr %distance.at, align 8
  %known = select i1 %inside, i64 %distance, i64 -1
  ret i64 %known
}

; Adds to the thread's own sum for a place, which is aligned.
define linkonce_odr hidden void @rz.team.add.f64(ptr %window, ptr %place, double %amount) alwaysinline {
entry:
  %where = ptrtoint ptr %place to i64
  %first = load i64, ptr %window, align 8
  %from = sub i64 %where, %first
  %bytes.at = getelementptr inbounds i8, ptr %window, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %inside = icmp ult i64 %from, %bytes
  br i1 %inside, label %known, label %missed, !prof !{!"branch_weights", i32 1000, i32 1}

known:
  %distance.at = getelementptr inbounds i8, ptr %window, i64 16
  %distance = load i64, ptr %distance.at, align 8
  %there.int = add i64 %where, %distance
  %there = inttoptr i64 %there.int to ptr
  %before = load double, ptr %there, align 8
  %after = fadd double %before, %amount
  store double %after, ptr %there, align 8
  ret void

missed:
  call void @rz.team.put.f64(ptr %window, ptr %place, double %amount)
  ret void
}

; The same for any place.
define linkonce_odr hidden void @rz.team.put.f64(ptr %window, ptr %place, double %amount) alwaysinline {
  %told = alloca { i64, i64, i64 }, align 8
  %sums.at = getelementptr inbounds i8, ptr %window, i64 24
  %sums = load ptr, ptr %sums.at, align 8
  call preserve_mostcc void @rz.team.missed.f64(ptr %told, ptr %sums, ptr %place, double %amount)
  call void @rz.team.window.told(ptr %window, ptr %told)
  ret void
}

define linkonce_odr hidden void @rz.team.add.f32(ptr %window, ptr %place, float %amount) alwaysinline {
entry:
  %where = ptrtoint ptr %place to i64
  %first = load i64, ptr %window, align 8
  %from = sub i64 %where, %first
  %bytes.at = getelementptr inbounds i8, ptr %window, i64 8
  %bytes = load i64, ptr %bytes.at, align 8
  %inside = icmp ult i64 %from, %bytes
  br i1 %inside, label %known, label %missed, !prof !{!"branch_weights", i32 1000, i32 1}

known:
  %distance.at = getelementptr inbounds i8, ptr %window, i64 16
  %distance = load i64, ptr %distance.at, align 8
  %there.int = add i64 %where, %distance
  %there = inttoptr i64 %there.int to ptr
  %before = load float, ptr %there, align 4
  %after = fadd float %before, %amount
  store float %after, ptr %there, align 4
  ret void

missed:
  call void @rz.team.put.f32(ptr %window, ptr %place, float %amount)
  ret void
}

define linkonce_odr hidden void @rz.team.put.f32(ptr %window, ptr %place, float %amount) alwaysinline {
  %told = alloca { i64, i64, i64 }, align 8
  %sums.at = getelementptr inbounds i8, ptr %window, i64 24
  %sums = load ptr, ptr %sums.at, align 8
  call preserve_mostcc void @rz.team.missed.f32(ptr %told, ptr %sums, ptr %place, float %amount)
  call void @rz.team.window.told(ptr %window, ptr %told)
  ret void
}

; Asks the run time. Registers of the caller's loop stay as they are: it seldom comes here.
define linkonce_odr hidden preserve_mostcc void @rz.team.reach(ptr %told, ptr %sums, ptr %place, i64 %bytes) noinline {
  call void @rz_omp_reach(ptr %told, ptr %sums, ptr %place, i64 %bytes)
  ret void
}

define linkonce_odr hidden preserve_mostcc void @rz.team.missed.f64(ptr %told, ptr %sums, ptr %place, double %amount) noinline {
  call void @rz_omp_add_missed_f64(ptr %told, ptr %sums, ptr %place, double %amount)
  ret void
}

define linkonce_odr hidden preserve_mostcc void @rz.team.missed.f32(ptr %told, ptr %sums, ptr %place, float %amount) noinline {
  call void @rz_omp_add_missed_f32(ptr %told, ptr %sums, ptr %place, float %amount)
  ret void
}
