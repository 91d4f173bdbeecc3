; What Julia's code calls for objects, with bodies that can be differentiated: link it beside the IR.
; Nothing is collected.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
@task = internal global [64 x i64] zeroinitializer
declare noalias ptr @malloc(i64)
define ptr @julia.get_pgcstack() {
  ret ptr getelementptr (i8, ptr @task, i64 256)
}
define noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 %n, ptr addrspace(10) %type) {
  %p = call ptr @malloc(i64 %n)
  %q = addrspacecast ptr %p to ptr addrspace(10)
  ret ptr addrspace(10) %q
}
define void @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %child) {
  ret void
}
