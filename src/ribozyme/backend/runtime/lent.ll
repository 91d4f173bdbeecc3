; Arrays that the callers of a thread have lent: NumPy and the frameworks free them, nobody else may.
;
;   record     { ptr before, i64 count, count × { i64 start, i64 end } }, in the caller's memory
;
; A call enters its record and leaves it when it ends, however that is. What code that was loaded
; calls `free`, `realloc` and `delete` is the functions here, which refuse a block that is lent.

@rz.lent.key = internal global i32 0
@rz.lent.message = internal constant [87 x i8] c"RZ215 an array of the caller's is freed or moved, and its memory belongs to the caller\00"

declare i32 @pthread_key_create(ptr, ptr)
declare ptr @pthread_getspecific(i32)
declare i32 @pthread_setspecific(i32, ptr)
declare void @free(ptr)
declare ptr @realloc(ptr, i64)
declare void @_ZdaPvm(ptr, i64)
declare void @_ZdlPvm(ptr, i64)
declare void @_ZdaPv(ptr)
declare void @_ZdlPv(ptr)
declare void @rz.throw(i32, ptr) cold noreturn

define i32 @rz.lent.setup() {
  %failed = call i32 @pthread_key_create(ptr @rz.lent.key, ptr null)
  ret i32 %failed
}

define void @rz.lent.enter(ptr %record) {
  %key = load i32, ptr @rz.lent.key
  %before = call ptr @pthread_getspecific(i32 %key)
  store ptr %before, ptr %record
  %failed = call i32 @pthread_setspecific(i32 %key, ptr %record)
  ret void
}

define void @rz.lent.leave(ptr %record) {
  %key = load i32, ptr @rz.lent.key
  %before = load ptr, ptr %record
  %failed = call i32 @pthread_setspecific(i32 %key, ptr %before)
  ret void
}

; Enters the tensors of a call of an operation (adaptor.py has its words), and some scratch memory.
define void @rz.lent.enter.call(ptr %record, ptr %call, i64 %tensors, ptr %scratch, i64 %bytes) {
entry:
  %items = load i64, ptr %call
  %count = add i64 %tensors, 1
  %count.at = getelementptr i64, ptr %record, i64 1
  store i64 %count, ptr %count.at
  br label %test
test:
  %k = phi i64 [ 0, %entry ], [ %next, %tensor ]
  %twice = mul i64 %k, 2
  %place = add i64 %twice, 2
  %start.at = getelementptr i64, ptr %record, i64 %place
  %end.at = getelementptr i64, ptr %start.at, i64 1
  %more = icmp slt i64 %k, %tensors
  br i1 %more, label %tensor, label %rest
tensor:
  %thrice = mul i64 %k, 3
  %word = add i64 %thrice, 2
  %entry.at = getelementptr i64, ptr %call, i64 %word
  %step.at = getelementptr i64, ptr %entry.at, i64 1
  %one.at = getelementptr i64, ptr %entry.at, i64 2
  %start = load i64, ptr %entry.at
  %step = load i64, ptr %step.at
  %one = load i64, ptr %one.at
  %span = mul i64 %step, %items
  %longer = icmp ugt i64 %span, %one
  %size = select i1 %longer, i64 %span, i64 %one
  %end = add i64 %start, %size
  store i64 %start, ptr %start.at
  store i64 %end, ptr %end.at
  %next = add i64 %k, 1
  br label %test
rest:
  %first = ptrtoint ptr %scratch to i64
  %last = add i64 %first, %bytes
  store i64 %first, ptr %start.at
  store i64 %last, ptr %end.at
  call void @rz.lent.enter(ptr %record)
  ret void
}

define i64 @rz.extents.lent(ptr %block) {
entry:
  %address = ptrtoint ptr %block to i64
  %key = load i32, ptr @rz.lent.key
  %newest = call ptr @pthread_getspecific(i32 %key)
  br label %record
record:
  %one = phi ptr [ %newest, %entry ], [ %before, %over ]
  %none = icmp eq ptr %one, null
  br i1 %none, label %no, label %look
look:
  %count.at = getelementptr i64, ptr %one, i64 1
  %count = load i64, ptr %count.at
  br label %test
test:
  %k = phi i64 [ 0, %look ], [ %next, %other ]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %range, label %over
range:
  %twice = mul i64 %k, 2
  %place = add i64 %twice, 2
  %start.at = getelementptr i64, ptr %one, i64 %place
  %end.at = getelementptr i64, ptr %start.at, i64 1
  %start = load i64, ptr %start.at
  %end = load i64, ptr %end.at
  %behind = icmp uge i64 %address, %start
  %within = icmp ult i64 %address, %end
  %inside = and i1 %behind, %within
  %next = add i64 %k, 1
  br i1 %inside, label %yes, label %other
other:
  br label %test
over:
  %before = load ptr, ptr %one
  br label %record
yes:
  ret i64 1
no:
  ret i64 0
}

define internal void @rz.lent.refused(ptr %block) uwtable {
  %lent = call i64 @rz.extents.lent(ptr %block)
  %is = icmp ne i64 %lent, 0
  br i1 %is, label %refused, label %fine
refused:
  call void @rz.throw(i32 2, ptr @rz.lent.message)
  unreachable
fine:
  ret void
}

define void @rz.lent.free(ptr %block) uwtable {
  call void @rz.lent.refused(ptr %block)
  call void @free(ptr %block)
  ret void
}

define ptr @rz.lent.realloc(ptr %block, i64 %bytes) uwtable {
  call void @rz.lent.refused(ptr %block)
  %made = call ptr @realloc(ptr %block, i64 %bytes)
  ret ptr %made
}

define void @rz.lent._ZdlPv(ptr %block) uwtable {
  call void @rz.lent.refused(ptr %block)
  call void @_ZdlPv(ptr %block)
  ret void
}

define void @rz.lent._ZdaPv(ptr %block) uwtable {
  call void @rz.lent.refused(ptr %block)
  call void @_ZdaPv(ptr %block)
  ret void
}

define void @rz.lent._ZdlPvm(ptr %block, i64 %bytes) uwtable {
  call void @rz.lent.refused(ptr %block)
  call void @_ZdlPvm(ptr %block, i64 %bytes)
  ret void
}

define void @rz.lent._ZdaPvm(ptr %block, i64 %bytes) uwtable {
  call void @rz.lent.refused(ptr %block)
  call void @_ZdaPvm(ptr %block, i64 %bytes)
  ret void
}
