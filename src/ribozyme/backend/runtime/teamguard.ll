; What a thread of a team calls, for code of the JIT.

declare void @rz_omp_failed(ptr)
declare i32 @__gxx_personality_v0(...)

; What leaves a thread by an exception ends its team.
define linkonce_odr hidden void @rz.team.guarded(ptr %call, i32 %number) noinline uwtable personality ptr @__gxx_personality_v0 {
  %body = load ptr, ptr %call, align 16
  %slot = getelementptr inbounds i8, ptr %call, i64 8
  %pack = load ptr, ptr %slot, align 8
  invoke void %body(ptr %pack, i32 %number)
          to label %done unwind label %left

left:
  %pad = landingpad { ptr, i32 }
          catch ptr null
  %thrown = extractvalue { ptr, i32 } %pad, 0
  call void @rz_omp_failed(ptr %thrown)
  br label %done

done:
  ret void
}
