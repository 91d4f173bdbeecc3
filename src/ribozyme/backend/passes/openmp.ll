; Bodies for functions that clang and flang call for OpenMP, over a few that AD knows: they are
; inlined before anything is differentiated.
;
;   __kmpc_critical(…, name)               →  rz_omp_enter(name)
;   __kmpc_reduce_nowait(…, name)          →  rz_omp_reduce(name), 1: the way of a critical section,
;                                             in the order of the threads' numbers
;   __kmpc_end_reduce_nowait(…, name)      →  rz_omp_reduced(name)
;   __kmpc_copyprivate(…, data, copy, it)  →  the thread of a `single` leaves the address of its data
;                                             in the team's place; the others copy from there
;   __kmpc_master(…)                       →  omp_get_thread_num() == 0
;
; The compiler's switch over the result of __kmpc_reduce_nowait, whose other way has atomic updates,
; folds to the way that combines a private value and a shared one by plain code.

declare void @rz_omp_barrier()
declare void @rz_omp_begin()
declare void @rz_omp_end()
declare i64 @rz_omp_ordered()
declare i64 @rz_omp_ordered_end()
declare void @rz_omp_iterated()
declare i64 @rz_omp_enter(ptr)
declare i64 @rz_omp_leave(ptr)
declare i64 @rz_omp_reduce(ptr)
declare i64 @rz_omp_reduced(ptr)
declare i32 @omp_get_thread_num()
declare i32 @rz_omp_place()
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)

define linkonce_odr hidden i32 @__kmpc_global_thread_num(ptr %where) alwaysinline {
  ret i32 0
}

define linkonce_odr hidden void @__kmpc_barrier(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_barrier()
  ret void
}

define linkonce_odr hidden void @__kmpc_flush(ptr %where) alwaysinline {
  fence seq_cst
  ret void
}

define linkonce_odr hidden void @__kmpc_critical(ptr %where, i32 %thread, ptr %name) alwaysinline {
  %event = call i64 @rz_omp_enter(ptr %name)
  ret void
}

define linkonce_odr hidden void @omp_set_lock(ptr %name) alwaysinline {
  %event = call i64 @rz_omp_enter(ptr %name)
  ret void
}

define linkonce_odr hidden void @__kmpc_critical_with_hint(ptr %where, i32 %thread, ptr %name, i32 %hint) alwaysinline {
  %event = call i64 @rz_omp_enter(ptr %name)
  ret void
}

define linkonce_odr hidden void @__kmpc_end_critical(ptr %where, i32 %thread, ptr %name) alwaysinline {
  %event = call i64 @rz_omp_leave(ptr %name)
  ret void
}

define linkonce_odr hidden void @omp_unset_lock(ptr %name) alwaysinline {
  %event = call i64 @rz_omp_leave(ptr %name)
  ret void
}

define linkonce_odr hidden i32 @__kmpc_reduce_nowait(ptr %where, i32 %thread, i32 %count, i64 %size, ptr %data, ptr %combine, ptr %name) alwaysinline {
  %event = call i64 @rz_omp_reduce(ptr %name)
  ret i32 1
}

define linkonce_odr hidden i32 @__kmpc_reduce(ptr %where, i32 %thread, i32 %count, i64 %size, ptr %data, ptr %combine, ptr %name) alwaysinline {
  %event = call i64 @rz_omp_reduce(ptr %name)
  ret i32 1
}

define linkonce_odr hidden void @__kmpc_end_reduce_nowait(ptr %where, i32 %thread, ptr %name) alwaysinline {
  %event = call i64 @rz_omp_reduced(ptr %name)
  ret void
}

define linkonce_odr hidden void @__kmpc_end_reduce(ptr %where, i32 %thread, ptr %name) alwaysinline {
  %event = call i64 @rz_omp_reduced(ptr %name)
  call void @rz_omp_barrier()
  ret void
}

define linkonce_odr hidden i32 @__kmpc_master(ptr %where, i32 %thread) alwaysinline {
  %number = call i32 @omp_get_thread_num()
  %first = icmp eq i32 %number, 0
  %result = zext i1 %first to i32
  ret i32 %result
}

define linkonce_odr hidden i32 @__kmpc_masked(ptr %where, i32 %thread, i32 %chosen) alwaysinline {
  %number = call i32 @omp_get_thread_num()
  %first = icmp eq i32 %number, %chosen
  %result = zext i1 %first to i32
  ret i32 %result
}

define linkonce_odr hidden void @__kmpc_end_master(ptr %where, i32 %thread) alwaysinline {
  ret void
}

define linkonce_odr hidden void @__kmpc_end_masked(ptr %where, i32 %thread) alwaysinline {
  ret void
}

define linkonce_odr hidden void @__kmpc_end_single(ptr %where, i32 %thread) alwaysinline {
  ret void
}

define linkonce_odr hidden void @__kmpc_for_static_fini(ptr %where, i32 %thread) alwaysinline {
  ret void
}

define linkonce_odr hidden void @__kmpc_dispatch_fini_4(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_iterated()
  ret void
}

define linkonce_odr hidden void @__kmpc_dispatch_fini_4u(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_iterated()
  ret void
}

define linkonce_odr hidden void @__kmpc_dispatch_fini_8(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_iterated()
  ret void
}

define linkonce_odr hidden void @__kmpc_dispatch_fini_8u(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_iterated()
  ret void
}

define linkonce_odr hidden void @__kmpc_dispatch_deinit(ptr %where, i32 %thread) alwaysinline {
  ret void
}

define linkonce_odr hidden void @__kmpc_serialized_parallel(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_begin()
  ret void
}

define linkonce_odr hidden void @__kmpc_end_serialized_parallel(ptr %where, i32 %thread) alwaysinline {
  call void @rz_omp_end()
  ret void
}

define linkonce_odr hidden ptr @omp_alloc(i64 %size, i32 %from) alwaysinline {
  %memory = call ptr @malloc(i64 %size)
  ret ptr %memory
}

define linkonce_odr hidden ptr @omp_calloc(i64 %count, i64 %size, i32 %from) alwaysinline {
  %memory = call ptr @calloc(i64 %count, i64 %size)
  ret ptr %memory
}

define linkonce_odr hidden void @omp_free(ptr %memory, i32 %from) alwaysinline {
  call void @free(ptr %memory)
  ret void
}

define linkonce_odr hidden void @__kmpc_ordered(ptr %where, i32 %thread) alwaysinline {
  %event = call i64 @rz_omp_ordered()
  ret void
}

define linkonce_odr hidden void @__kmpc_end_ordered(ptr %where, i32 %thread) alwaysinline {
  %event = call i64 @rz_omp_ordered_end()
  ret void
}

@rz_omp_given = internal global [1024 x ptr] zeroinitializer

define linkonce_odr hidden void @__kmpc_copyprivate(ptr %where, i32 %thread, i64 %size, ptr %data, ptr %copy, i32 %it) alwaysinline {
entry:
  %place = call i32 @rz_omp_place()
  %at = zext i32 %place to i64
  %given = getelementptr inbounds [1024 x ptr], ptr @rz_omp_given, i64 0, i64 %at
  %mine = icmp ne i32 %it, 0
  br i1 %mine, label %give, label %wait

give:
  store ptr %data, ptr %given, align 8
  br label %wait

wait:
  call void @rz_omp_barrier()
  br i1 %mine, label %done, label %take

take:
  %from = load ptr, ptr %given, align 8
  call void %copy(ptr %data, ptr %from)
  br label %done

done:
  call void @rz_omp_barrier()
  ret void
}
