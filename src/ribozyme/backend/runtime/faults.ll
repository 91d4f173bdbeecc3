; A call that outlives a fault in what is called: the handler of the signal jumps back here.
;
; Between `sigsetjmp` and `siglongjmp` lie frames that are left behind as they are: no destructor
; runs, and what they hold is lost. One call at a time; the handler lets faults of others be.

@rz.fault.buffer = internal global ptr null
@rz.fault.thread = internal global i64 0
@rz.fault.signal = internal global i32 0
@rz.fault.address = internal global i64 0

declare i32 @__sigsetjmp(ptr, i32) returns_twice
declare void @siglongjmp(ptr, i32) noreturn
declare i64 @pthread_self()
declare ptr @signal(i32, ptr)

; The status of %guard, or -1000000 after a fault; then %found holds its signal and address.
define i32 @rz.fault.call(ptr %guard, ptr %body, ptr %context, ptr %report, ptr %found) {
  %buffer = alloca [64 x i64], align 16
  %self = call i64 @pthread_self()
  store i64 %self, ptr @rz.fault.thread, align 8
  %again = call i32 @__sigsetjmp(ptr %buffer, i32 1) returns_twice
  %fault = icmp ne i32 %again, 0
  br i1 %fault, label %caught, label %enter

enter:
  store volatile ptr %buffer, ptr @rz.fault.buffer, align 8
  %status = call i32 %guard(ptr %body, ptr %context, ptr %report)
  store volatile ptr null, ptr @rz.fault.buffer, align 8
  ret i32 %status

caught:
  %signal = load volatile i32, ptr @rz.fault.signal, align 4
  %address = load volatile i64, ptr @rz.fault.address, align 8
  %wide = zext i32 %signal to i64
  store i64 %wide, ptr %found, align 8
  %found.address = getelementptr i8, ptr %found, i64 8
  store i64 %address, ptr %found.address, align 8
  ret i32 -1000000
}

; The handler: `si_addr` lies 16 bytes into what Linux tells of a fault.
define void @rz.fault.handle(i32 %signal, ptr %info, ptr %context) {
  %buffer = load volatile ptr, ptr @rz.fault.buffer, align 8
  %self = call i64 @pthread_self()
  %thread = load i64, ptr @rz.fault.thread, align 8
  %mine = icmp eq i64 %self, %thread
  %waiting = icmp ne ptr %buffer, null
  %ours = and i1 %mine, %waiting
  br i1 %ours, label %leave, label %pass

leave:
  store volatile ptr null, ptr @rz.fault.buffer, align 8
  %place = getelementptr i8, ptr %info, i64 16
  %address = load i64, ptr %place, align 8
  store volatile i32 %signal, ptr @rz.fault.signal, align 4
  store volatile i64 %address, ptr @rz.fault.address, align 8
  call void @siglongjmp(ptr %buffer, i32 1)
  unreachable

pass:                                                         ; it comes again, and ends the process
  %old = call ptr @signal(i32 %signal, ptr null)
  ret void
}
