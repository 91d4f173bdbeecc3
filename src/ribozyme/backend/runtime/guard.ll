; What Python calls instead of a function that may throw (trap.ll says what comes back). It is known
; in memory by the word before it: there a second Ctrl-C goes on (interrupts.ll).

@_ZTISt9exception = external constant ptr

declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare i32 @rz.caught(ptr, i1, ptr)

; Calls %body(%context); 0, or the status of what was thrown.
define weak_odr i32 @rz.guard(ptr %body, ptr %context, ptr %report) noinline uwtable prefix i64 5929343292995620178 personality ptr @__gxx_personality_v0 {
  invoke void %body(ptr %context)
          to label %done unwind label %caught

done:
  ret i32 0

caught:
  %pad = landingpad { ptr, i32 }
          catch ptr @_ZTISt9exception
          catch ptr null
  %thrown = extractvalue { ptr, i32 } %pad, 0
  %selector = extractvalue { ptr, i32 } %pad, 1
  %standard = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTISt9exception)
  %is.standard = icmp eq i32 %selector, %standard
  %status = call i32 @rz.caught(ptr %thrown, i1 %is.standard, ptr %report)
  ret i32 %status
}
