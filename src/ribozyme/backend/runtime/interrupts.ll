; A second Ctrl-C in the same native call leaves it, as if `rz.guard` had returned -9.
;
;   interrupted code → … → body → rz.guard → its caller        walked by unwind tables, in the handler
;                                             ^ registers as after the call; sigreturn goes there
;
; So a call costs nothing: no frame is marked. Nothing is unwound: destructors do not run. A call is
; not left from where Python runs inside of it, nor from inside the allocator. x86-64, Linux.

@rz.interrupt.before = global ptr null                        ; the handler that was there: Python's
@rz.interrupt.eval = global i64 0                             ; where Python's interpreter begins
@rz.interrupt.allocator = global [4 x i64] zeroinitializer    ; where malloc and the like begin
@rz.interrupt.left = global i32 0                             ; how often a call was left
@rz.interrupt.frame = internal global i64 0                   ; that of the first Ctrl-C

declare i32 @_Unwind_Backtrace(ptr, ptr)
declare i64 @_Unwind_GetRegionStart(ptr)
declare i64 @_Unwind_GetIP(ptr)
declare i64 @_Unwind_GetCFA(ptr)
declare i64 @_Unwind_GetGR(ptr, i32)
declare i32 @Py_AddPendingCall(ptr, ptr)

; %state: 0 = still below rz.guard, 1 = just above, 2 = found; rip, rsp, rbx, rbp, r12 … r15
define internal i32 @rz.interrupt.step(ptr %context, ptr %state) uwtable {
  %phase = load i64, ptr %state, align 8
  %above = icmp eq i64 %phase, 1
  br i1 %above, label %caller, label %below

below:
  %start = call i64 @_Unwind_GetRegionStart(ptr %context)
  %eval = load i64, ptr @rz.interrupt.eval, align 8
  %python = icmp eq i64 %start, %eval
  br i1 %python, label %stop, label %native

native:
  %a0 = load i64, ptr @rz.interrupt.allocator, align 8
  %p1 = getelementptr i64, ptr @rz.interrupt.allocator, i64 1
  %a1 = load i64, ptr %p1, align 8
  %p2 = getelementptr i64, ptr @rz.interrupt.allocator, i64 2
  %a2 = load i64, ptr %p2, align 8
  %p3 = getelementptr i64, ptr @rz.interrupt.allocator, i64 3
  %a3 = load i64, ptr %p3, align 8
  %e0 = icmp eq i64 %start, %a0
  %e1 = icmp eq i64 %start, %a1
  %e2 = icmp eq i64 %start, %a2
  %e3 = icmp eq i64 %start, %a3
  %o1 = or i1 %e0, %e1
  %o2 = or i1 %e2, %e3
  %allocates = or i1 %o1, %o2
  br i1 %allocates, label %stop, label %named

named:                                                        ; the word before rz.guard is its name
  %offset = and i64 %start, 4095
  %near = icmp ult i64 %offset, 8                             ; on another page, which need not exist
  br i1 %near, label %on, label %read

read:
  %word.address = sub i64 %start, 8
  %word.place = inttoptr i64 %word.address to ptr
  %word = load i64, ptr %word.place, align 1
  %is.guard = icmp eq i64 %word, 5929343292995620178
  br i1 %is.guard, label %found, label %on

found:
  store i64 1, ptr %state, align 8
  br label %on

on:
  ret i32 0

stop:
  ret i32 4

caller:
  %ip = call i64 @_Unwind_GetIP(ptr %context)
  %sp = call i64 @_Unwind_GetCFA(ptr %context)
  %rbx = call i64 @_Unwind_GetGR(ptr %context, i32 3)
  %rbp = call i64 @_Unwind_GetGR(ptr %context, i32 6)
  %r12 = call i64 @_Unwind_GetGR(ptr %context, i32 12)
  %r13 = call i64 @_Unwind_GetGR(ptr %context, i32 13)
  %r14 = call i64 @_Unwind_GetGR(ptr %context, i32 14)
  %r15 = call i64 @_Unwind_GetGR(ptr %context, i32 15)
  %s1 = getelementptr i64, ptr %state, i64 1
  store i64 %ip, ptr %s1, align 8
  %s2 = getelementptr i64, ptr %state, i64 2
  store i64 %sp, ptr %s2, align 8
  %s3 = getelementptr i64, ptr %state, i64 3
  store i64 %rbx, ptr %s3, align 8
  %s4 = getelementptr i64, ptr %state, i64 4
  store i64 %rbp, ptr %s4, align 8
  %s5 = getelementptr i64, ptr %state, i64 5
  store i64 %r12, ptr %s5, align 8
  %s6 = getelementptr i64, ptr %state, i64 6
  store i64 %r13, ptr %s6, align 8
  %s7 = getelementptr i64, ptr %state, i64 7
  store i64 %r14, ptr %s7, align 8
  %s8 = getelementptr i64, ptr %state, i64 8
  store i64 %r15, ptr %s8, align 8
  store i64 2, ptr %state, align 8
  ret i32 4
}

; The handler for SIGINT. `gregs` lie 40 bytes into the context: r8 … r15 rdi rsi rbp rbx rdx rax rcx
; rsp rip.
define void @rz.interrupt.handle(i32 %signal, ptr %info, ptr %context) uwtable {
  %state = alloca [9 x i64], align 16
  store i64 0, ptr %state, align 8
  %walked = call i32 @_Unwind_Backtrace(ptr @rz.interrupt.step, ptr %state)
  %phase = load i64, ptr %state, align 8
  %inside = icmp eq i64 %phase, 2
  br i1 %inside, label %in.call, label %outside

outside:
  store i64 0, ptr @rz.interrupt.frame, align 8
  br label %pass

in.call:
  %s2 = getelementptr i64, ptr %state, i64 2
  %sp = load i64, ptr %s2, align 8
  %first = load i64, ptr @rz.interrupt.frame, align 8
  %second = icmp eq i64 %first, %sp
  br i1 %second, label %leave, label %note

note:                                                         ; forgotten when Python runs again
  store i64 %sp, ptr @rz.interrupt.frame, align 8
  %added = call i32 @Py_AddPendingCall(ptr @rz.interrupt.forget, ptr null)
  br label %pass

pass:
  %before = load ptr, ptr @rz.interrupt.before, align 8
  call void %before(i32 %signal, ptr %info, ptr %context)
  ret void

leave:
  store i64 0, ptr @rz.interrupt.frame, align 8
  %count = load i32, ptr @rz.interrupt.left, align 4
  %more = add i32 %count, 1
  store i32 %more, ptr @rz.interrupt.left, align 4
  %s1 = getelementptr i64, ptr %state, i64 1
  %ip = load i64, ptr %s1, align 8
  %s3 = getelementptr i64, ptr %state, i64 3
  %rbx = load i64, ptr %s3, align 8
  %s4 = getelementptr i64, ptr %state, i64 4
  %rbp = load i64, ptr %s4, align 8
  %s5 = getelementptr i64, ptr %state, i64 5
  %g12 = getelementptr i8, ptr %context, i64 72
  call void @llvm.memcpy.p0.p0.i64(ptr %g12, ptr %s5, i64 32, i1 false)
  %g.rbp = getelementptr i8, ptr %context, i64 120
  store i64 %rbp, ptr %g.rbp, align 8
  %g.rbx = getelementptr i8, ptr %context, i64 128
  store i64 %rbx, ptr %g.rbx, align 8
  %g.rax = getelementptr i8, ptr %context, i64 144
  store i64 4294967287, ptr %g.rax, align 8                   ; -9 as an i32
  %g.rsp = getelementptr i8, ptr %context, i64 160
  store i64 %sp, ptr %g.rsp, align 8
  %g.rip = getelementptr i8, ptr %context, i64 168
  store i64 %ip, ptr %g.rip, align 8
  ret void
}

define internal i32 @rz.interrupt.forget(ptr %nothing) {
  store i64 0, ptr @rz.interrupt.frame, align 8
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
