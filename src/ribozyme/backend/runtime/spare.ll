; Gives back the chunks of a cache (`arena.ll`) that nobody uses now, and says how many bytes they had.

declare void @free(ptr)

define i64 @rz.cache.release(ptr %cache) nounwind {
entry:
  br label %look

look:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %sum = phi i64 [ 0, %entry ], [ %after, %on ]
  %at = shl i64 %i, 3
  %offset = add i64 %at, 64
  %slot = getelementptr inbounds i8, ptr %cache, i64 %offset
  %chunk = atomicrmw xchg ptr %slot, ptr null acquire, align 8
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %on, label %own

own:
  %bytes.slot = getelementptr inbounds i8, ptr %chunk, i64 8
  %bytes = load i64, ptr %bytes.slot, align 8
  %old = atomicrmw sub ptr %cache, i64 %bytes monotonic, align 64
  %more = add i64 %sum, %bytes
  call void @free(ptr %chunk)
  br label %on

on:
  %after = phi i64 [ %sum, %look ], [ %more, %own ]
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 56
  br i1 %again, label %look, label %done

done:
  ret i64 %after
}
