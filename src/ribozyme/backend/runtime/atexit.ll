; Exit handlers that belong to a loaded library and not to the process: when the library is dropped
; they run, last registered first, and the process never calls into code that is gone.

@rz.atexit = hidden global ptr null

declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @__cxa_atexit(ptr %function, ptr %argument, ptr %library) {
  %node = call ptr @malloc(i64 24)
  %full = icmp eq ptr %node, null
  br i1 %full, label %failed, label %fill

fill:
  store ptr %function, ptr %node, align 8
  %node.argument = getelementptr inbounds i8, ptr %node, i64 8
  store ptr %argument, ptr %node.argument, align 8
  %node.next = getelementptr inbounds i8, ptr %node, i64 16
  br label %push

push:
  %head = load atomic ptr, ptr @rz.atexit acquire, align 8
  store ptr %head, ptr %node.next, align 8
  %tried = cmpxchg ptr @rz.atexit, ptr %head, ptr %node release monotonic
  %pushed = extractvalue { ptr, i1 } %tried, 1
  br i1 %pushed, label %done, label %push

done:
  ret i32 0

failed:
  ret i32 -1
}

define i32 @rz.atexit.add(ptr %function) {
  %status = call i32 @__cxa_atexit(ptr %function, ptr null, ptr null)
  ret i32 %status
}

define void @rz.atexit.run() {
  br label %next

next:                                             ; a handler may register another
  %node = load atomic ptr, ptr @rz.atexit acquire, align 8
  %empty = icmp eq ptr %node, null
  br i1 %empty, label %done, label %run

run:
  %node.next = getelementptr inbounds i8, ptr %node, i64 16
  %rest = load ptr, ptr %node.next, align 8
  store ptr %rest, ptr @rz.atexit, align 8
  %function = load ptr, ptr %node, align 8
  %node.argument = getelementptr inbounds i8, ptr %node, i64 8
  %argument = load ptr, ptr %node.argument, align 8
  call void @free(ptr %node)
  call void %function(ptr %argument)
  br label %next

done:
  ret void
}
