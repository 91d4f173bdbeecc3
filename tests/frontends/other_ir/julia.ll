; mutable structs that refer to each other, in the shape that code_llvm(raw=true, dump_module=true, optimize=false) prints
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
@"+Main.Box" = internal global [4 x i64] zeroinitializer
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ptr addrspace(10))

define double @julia_box_1(double %x, double %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr inbounds i8, ptr %pgcstack, i64 -152
  %box = call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @"+Main.Box" to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %sq = fmul double %x, %x
  store double %sq, ptr addrspace(11) %d, align 8
  %v = load double, ptr addrspace(11) %d, align 8
  %r = fmul double %v, %k
  ret double %r
}

; chain(x, n): a list of n nodes with x^2 * i in each, and the sum of their squares
define double @julia_chain_2(double %x, i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr inbounds i8, ptr %pgcstack, i64 -152
  br label %grow
grow:
  %i = phi i64 [ 0, %top ], [ %more, %grow ]
  %list = phi ptr addrspace(10) [ null, %top ], [ %node, %grow ]
  %node = call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @"+Main.Box" to ptr addrspace(10)))
  %there = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  %count = sitofp i64 %i to double
  %square = fmul double %x, %x
  %value = fmul double %square, %count
  store double %value, ptr addrspace(11) %there, align 8
  %link = getelementptr inbounds i8, ptr addrspace(11) %there, i64 8
  store ptr addrspace(10) %list, ptr addrspace(11) %link, align 8
  call void @julia.write_barrier(ptr addrspace(10) %node, ptr addrspace(10) %list)
  %more = add i64 %i, 1
  %again = icmp slt i64 %more, %n
  br i1 %again, label %grow, label %walk
walk:
  %at = phi ptr addrspace(10) [ %node, %grow ], [ %next, %walk ]
  %sum = phi double [ 0.0, %grow ], [ %added, %walk ]
  %here = addrspacecast ptr addrspace(10) %at to ptr addrspace(11)
  %v = load double, ptr addrspace(11) %here, align 8
  %vv = fmul double %v, %v
  %added = fadd double %sum, %vv
  %follow = getelementptr inbounds i8, ptr addrspace(11) %here, i64 8
  %next = load ptr addrspace(10), ptr addrspace(11) %follow, align 8
  %end = icmp eq ptr addrspace(10) %next, null
  br i1 %end, label %done, label %walk
done:
  ret double %added
}
