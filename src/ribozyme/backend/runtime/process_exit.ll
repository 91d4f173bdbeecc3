; What the program's `exit`, `abort` and failed assertions call: the call that Python made returns
; from `rz.guard` with a status, as after a second Ctrl-C (interrupts.ll, whose text stands before
; this one). As `exit` has it, nothing is unwound. Without a call of Python's in this thread, and in
; a process that was forked since, the process ends as the program wants it to.

@rz.exit.process = global i32 0                  ; the process that all this holds for
@rz.exit.exit = global ptr null                  ; the C library's
@rz.exit.abort = global ptr null
@rz.exit.assert = global ptr null
@rz.exit.said = global [4 x i64] zeroinitializer ; of an assertion: its text, file, line, function

declare i32 @getpid()

define internal void @rz.exit.leave(i32 %status) noinline uwtable {
  %state = alloca [9 x i64], align 16
  store i64 0, ptr %state, align 8
  %here = call i32 @getpid()
  %process = load i32, ptr @rz.exit.process, align 4
  %is.forked = icmp ne i32 %here, %process
  br i1 %is.forked, label %end, label %look

look:
  %walked = call i32 @_Unwind_Backtrace(ptr @rz.interrupt.step, ptr %state)
  %phase = load i64, ptr %state, align 8
  %inside = icmp eq i64 %phase, 2
  br i1 %inside, label %leave, label %end

leave:                                          ; rip, rsp, rbx, rbp, r12 … r15 of the caller
  call void asm sideeffect "movq 24(%rdi), %rbx\0A movq 32(%rdi), %rbp\0A movq 40(%rdi), %r12\0A movq 48(%rdi), %r13\0A movq 56(%rdi), %r14\0A movq 64(%rdi), %r15\0A movq 16(%rdi), %rsp\0A movq 8(%rdi), %rcx\0A jmpq *%rcx", "{di},{ax},~{memory}"(ptr %state, i32 %status)
  unreachable

end:
  ret void
}

define void @rz.exit.on.exit(i32 %code) uwtable {
  %low = and i32 %code, 255
  %status = sub i32 -1024, %low
  call void @rz.exit.leave(i32 %status)
  %theirs = load ptr, ptr @rz.exit.exit, align 8
  call void %theirs(i32 %code)
  unreachable
}

define void @rz.exit.on.abort() uwtable {
  call void @rz.exit.leave(i32 -2048)
  %theirs = load ptr, ptr @rz.exit.abort, align 8
  call void %theirs()
  unreachable
}

define void @rz.exit.on.assert(ptr %text, ptr %file, i32 %line, ptr %function) uwtable {
  store ptr %text, ptr @rz.exit.said, align 8
  %said.file = getelementptr i64, ptr @rz.exit.said, i64 1
  store ptr %file, ptr %said.file, align 8
  %said.line = getelementptr i64, ptr @rz.exit.said, i64 2
  %wide = zext i32 %line to i64
  store i64 %wide, ptr %said.line, align 8
  %said.function = getelementptr i64, ptr @rz.exit.said, i64 3
  store ptr %function, ptr %said.function, align 8
  call void @rz.exit.leave(i32 -2049)
  %theirs = load ptr, ptr @rz.exit.assert, align 8
  call void %theirs(ptr %text, ptr %file, i32 %line, ptr %function)
  unreachable
}
