; Leaving a derivative in the middle: run-time traps and a full memory end in an exception that
; unwinds, never in a dead process; so do the C++ exceptions of the user's own code.
;
;   call void @rz.throw(i32 CODE, ptr @message)      ; unwinds; the message must outlive the catch
;
; The frames between are ordinary: a function that may throw is simply not `nounwind`. The outermost
; one, which Python calls, catches everything and returns a status (0 = all went well):
;
;     invoke void @body(…) to label %done unwind label %caught
;   done:
;     ret i32 0
;   caught:
;     %pad = landingpad { ptr, i32 } catch ptr @_ZTISt9exception catch ptr null
;     %thrown = extractvalue { ptr, i32 } %pad, 0
;     %selector = extractvalue { ptr, i32 } %pad, 1
;     %standard = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTISt9exception)
;     %is.standard = icmp eq i32 %selector, %standard
;     %status = call i32 @rz.caught(ptr %thrown, i1 %is.standard, ptr %report)
;     ret i32 %status
;
; in a function with `personality ptr @__gxx_personality_v0`; `@rz.guard` (guard.ll) is that function
; for a body that takes one pointer. %report is 512 bytes, which receive the message: `what()` of a standard
; exception (status -1), the mangled type of another C++ exception (-2), nothing for a foreign one
; (-3), else the message given to `@rz.throw` (its code, which is positive).
;
; An exception object is the unwinder's header of 32 bytes, then the code (i32) and the message (ptr).

; `@rz.foreign` leads to a function that ends exceptions of another language, if one is known:
; i32 end(ptr thrown, ptr report), whose result is the status.

@rz.foreign = extern_weak global ptr
@rz.trap.spare = linkonce_odr hidden global [48 x i8] zeroinitializer, align 16
@rz.trap.head = linkonce_odr hidden unnamed_addr constant [10 x i8] c"ribozyme: "
@rz.trap.end = linkonce_odr hidden unnamed_addr constant [1 x i8] c"\0A"

declare i32 @_Unwind_RaiseException(ptr)
declare void @_Unwind_DeleteException(ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare ptr @__cxa_current_exception_type()
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @strlen(ptr)
declare i64 @write(i32, ptr, i64)
declare void @abort() noreturn
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define linkonce_odr hidden void @rz.throw(i32 %code, ptr %message) cold noinline noreturn uwtable {
  %fresh = call ptr @malloc(i64 48)
  %full = icmp eq ptr %fresh, null
  %thrown = select i1 %full, ptr @rz.trap.spare, ptr %fresh
  store i64 5929343292995620165, ptr %thrown, align 8         ; "RIBOZYME"
  %thrown.cleanup = getelementptr inbounds i8, ptr %thrown, i64 8
  store ptr @rz.thrown.free, ptr %thrown.cleanup, align 8
  %thrown.code = getelementptr inbounds i8, ptr %thrown, i64 32
  store i32 %code, ptr %thrown.code, align 8
  %thrown.message = getelementptr inbounds i8, ptr %thrown, i64 40
  store ptr %message, ptr %thrown.message, align 8
  %reason = call i32 @_Unwind_RaiseException(ptr %thrown)
  %n = call i64 @strlen(ptr %message)                         ; nobody catches: say it and end
  %1 = call i64 @write(i32 2, ptr @rz.trap.head, i64 10)
  %2 = call i64 @write(i32 2, ptr %message, i64 %n)
  %3 = call i64 @write(i32 2, ptr @rz.trap.end, i64 1)
  call void @abort()
  unreachable
}

define linkonce_odr hidden void @rz.thrown.free(i32 %reason, ptr %thrown) cold nounwind {
  %spare = icmp eq ptr %thrown, @rz.trap.spare
  br i1 %spare, label %done, label %own

own:
  call void @free(ptr %thrown)
  br label %done

done:
  ret void
}

; Ends the exception and says what it was.
define linkonce_odr hidden i32 @rz.caught(ptr %thrown, i1 %standard, ptr %report) cold noinline {
  %class = load i64, ptr %thrown, align 8
  %ours = icmp eq i64 %class, 5929343292995620165
  br i1 %ours, label %trap, label %other

trap:
  %thrown.code = getelementptr inbounds i8, ptr %thrown, i64 32
  %code = load i32, ptr %thrown.code, align 8
  %thrown.message = getelementptr inbounds i8, ptr %thrown, i64 40
  %message = load ptr, ptr %thrown.message, align 8
  call void @rz.report(ptr %report, ptr %message)
  call void @_Unwind_DeleteException(ptr %thrown)
  ret i32 %code

other:
  br i1 %standard, label %exception, label %unknown

exception:
  %object = call ptr @__cxa_begin_catch(ptr %thrown)
  %table = load ptr, ptr %object, align 8
  %what.slot = getelementptr inbounds i8, ptr %table, i64 16
  %what = load ptr, ptr %what.slot, align 8
  %text = call ptr %what(ptr %object)
  call void @rz.report(ptr %report, ptr %text)
  call void @__cxa_end_catch()
  ret i32 -1

unknown:
  %language = lshr i64 %class, 8
  %gnu = icmp eq i64 %language, 20070851454118699             ; "GNUCC++"
  %llvm = icmp eq i64 %language, 18942722526358315            ; "CLNGC++"
  %cxx = or i1 %gnu, %llvm
  br i1 %cxx, label %named, label %foreign

named:
  %value = call ptr @__cxa_begin_catch(ptr %thrown)
  %type = call ptr @__cxa_current_exception_type()
  %typeless = icmp eq ptr %type, null                         ; of another C++ run time
  br i1 %typeless, label %nameless, label %typed

typed:
  %type.name = getelementptr inbounds i8, ptr %type, i64 8
  %name = load ptr, ptr %type.name, align 8
  call void @rz.report(ptr %report, ptr %name)
  br label %nameless

nameless:
  call void @__cxa_end_catch()
  ret i32 -2

foreign:
  %loaded = icmp ne ptr @rz.foreign, null
  br i1 %loaded, label %known, label %ended

known:
  %end = load ptr, ptr @rz.foreign, align 8
  %told = icmp ne ptr %end, null
  br i1 %told, label %asked, label %ended

asked:
  %status = call i32 %end(ptr %thrown, ptr %report)
  ret i32 %status

ended:
  call void @_Unwind_DeleteException(ptr %thrown)
  ret i32 -3
}

define linkonce_odr hidden void @rz.report(ptr %report, ptr %text) nounwind {
  %n = call i64 @strlen(ptr %text)
  %room = call i64 @llvm.umin.i64(i64 %n, i64 511)
  call void @llvm.memcpy.p0.p0.i64(ptr %report, ptr %text, i64 %room, i1 false)
  %end = getelementptr inbounds i8, ptr %report, i64 %room
  store i8 0, ptr %end, align 1
  ret void
}
