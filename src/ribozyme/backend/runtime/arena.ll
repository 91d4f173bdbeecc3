; The tape's memory: a bump allocator with marks. Nothing is popped one by one; a release goes back
; to a mark, and the end of a call gives everything back.
;
;   cur ↓      end ↓
;   [head|taken|free]  ← [head|taken……]  ← …     chunks, the newest first; head: {prev, bytes}
;
; %arena points to 64 bytes of the caller: { ptr cur, ptr end, ptr chunk, ptr deferred, i64 used, …, at 56: i64 layout }. cur is always a
; multiple of 16, end one of 64, so what fits before rounding fits after it: the check cannot overflow.
;
; Chunks go back to a cache of the process, since faulting pages in again costs up to twice a gradient's
; time: 56 slots, and 256 MiB or what the cache says at most. Beyond 256 MiB the system may take the
; pages of a chunk in the cache when it needs memory; it gives zeroed ones for them when they are
; written to again. A slot is owned by whoever exchanges its pointer out.
; Cache: { i64 bytes in it, i64 bytes at most, …, at 64: [56 x ptr] }.

@rz.arena.cache = external global [64 x i64], align 64
@rz.poison = linkonce_odr hidden constant i1 false
@rz.tape.limit = linkonce_odr hidden constant i64 -1
@rz.over.limit = linkonce_odr hidden unnamed_addr constant [55 x i8] c"the tape needs more memory than the option memory says\00"
@rz.no.memory = linkonce_odr hidden unnamed_addr constant [35 x i8] c"there is no memory left for a tape\00"
@rz.used.tape = linkonce_odr hidden unnamed_addr constant [75 x i8] c"RZ515 the tape was read forwards before, which left tangents in its memory\00"
@rz.other.tape = linkonce_odr hidden unnamed_addr constant [46 x i8] c"RZ513 the tape was kept by another derivative\00"

declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare i32 @madvise(ptr, i64, i32)
declare void @rz.throw(i32, ptr) cold noreturn
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define linkonce_odr hidden void @rz.arena.init(ptr %arena) alwaysinline nounwind {
  call void @llvm.memset.p0.i64(ptr align 8 %arena, i8 0, i64 40, i1 false)
  ret void
}

; A tape that leaves its function says how it is laid out: a number that is another one for another layout.
define linkonce_odr hidden void @rz.tape.label(ptr %tape, i64 %layout) alwaysinline nounwind {
  %slot = getelementptr inbounds i8, ptr %tape, i64 56
  store i64 %layout, ptr %slot, align 8
  ret void
}

; Throws where a tape is laid out otherwise.
define linkonce_odr hidden void @rz.tape.expect(ptr %tape, i64 %layout) alwaysinline {
  %none = icmp eq ptr %tape, null
  br i1 %none, label %other, label %look

look:
  %slot = getelementptr inbounds i8, ptr %tape, i64 56
  %found = load i64, ptr %slot, align 8
  %same = icmp eq i64 %found, %layout
  br i1 %same, label %done, label %other

other:
  call void @rz.throw(i32 2, ptr @rz.other.tape)
  unreachable

done:
  ret void
}

; A tape in whose memory a pass forwards has left tangents, and a pass back that wants zeros there.
define linkonce_odr hidden void @rz.tape.use(ptr %tape) alwaysinline nounwind {
  %slot = getelementptr inbounds i8, ptr %tape, i64 32
  store i64 1, ptr %slot, align 8
  ret void
}

define linkonce_odr hidden void @rz.tape.unused(ptr %tape) alwaysinline {
  %slot = getelementptr inbounds i8, ptr %tape, i64 32
  %used = load i64, ptr %slot, align 8
  %clean = icmp eq i64 %used, 0
  br i1 %clean, label %done, label %left

left:
  call void @rz.throw(i32 2, ptr @rz.used.tape)
  unreachable

done:
  ret void
}

; Gives everything back; the arena can be used again.
define linkonce_odr hidden void @rz.arena.free(ptr %arena) alwaysinline nounwind {
  %deferred.slot = getelementptr inbounds i8, ptr %arena, i64 24
  %deferred = load ptr, ptr %deferred.slot, align 8
  %none = icmp eq ptr %deferred, null
  br i1 %none, label %own, label %others

others:
  call void @rz.arena.settle(ptr %deferred)
  store ptr null, ptr %deferred.slot, align 8
  br label %own

own:
  %slot = getelementptr inbounds i8, ptr %arena, i64 16
  %chunk = load ptr, ptr %slot, align 8
  %empty = icmp eq ptr %chunk, null
  br i1 %empty, label %done, label %some

some:
  call void @rz.arena.drop(ptr %arena, ptr null)
  br label %done

done:
  ret void
}

; Blocks of the program that were freed in the forward sweep are freed now, and tapes that nothing read:
; {previous, block, free}.
define linkonce_odr hidden void @rz.arena.settle(ptr %first) cold noinline nounwind {
  br label %next

next:
  %node = phi ptr [ %first, %0 ], [ %previous, %next ]
  %previous = load ptr, ptr %node, align 8
  %block.slot = getelementptr inbounds i8, ptr %node, i64 8
  %block = load ptr, ptr %block.slot, align 8
  %free.slot = getelementptr inbounds i8, ptr %node, i64 16
  %release = load ptr, ptr %free.slot, align 8
  call void %release(ptr %block)
  %last = icmp eq ptr %previous, null
  br i1 %last, label %done, label %next

done:
  ret void
}

; Have a block freed, by a function of one pointer, when the arena is given back.
define linkonce_odr hidden void @rz.tape.defer(ptr %arena, ptr %block, ptr %release) noinline {
  %node = call ptr @rz.tape.alloc(ptr %arena, i64 24)
  %slot = getelementptr inbounds i8, ptr %arena, i64 24
  %previous = load ptr, ptr %slot, align 8
  store ptr %previous, ptr %node, align 8
  %block.slot = getelementptr inbounds i8, ptr %node, i64 8
  store ptr %block, ptr %block.slot, align 8
  %free.slot = getelementptr inbounds i8, ptr %node, i64 16
  store ptr %release, ptr %free.slot, align 8
  store ptr %node, ptr %slot, align 8
  ret void
}

; What is to be freed with an arena so far: the last such record, null without any.
define linkonce_odr hidden ptr @rz.tape.deferred(ptr %arena) nounwind {
  %slot = getelementptr inbounds i8, ptr %arena, i64 24
  %first = load ptr, ptr %slot, align 8
  ret ptr %first
}

; Calls a function on those of such records that it is to free itself.
define linkonce_odr hidden void @rz.tape.visit(ptr %first, ptr %check) noinline {
  br label %loop

loop:
  %node = phi ptr [ %first, %0 ], [ %previous, %next ]
  %none = icmp eq ptr %node, null
  br i1 %none, label %done, label %look

look:
  %previous = load ptr, ptr %node, align 8
  %free.slot = getelementptr inbounds i8, ptr %node, i64 16
  %release = load ptr, ptr %free.slot, align 8
  %same = icmp eq ptr %release, %check
  br i1 %same, label %visit, label %next

visit:
  %block.slot = getelementptr inbounds i8, ptr %node, i64 8
  %block = load ptr, ptr %block.slot, align 8
  call void %check(ptr %block)
  br label %next

next:
  br label %loop

done:
  ret void
}

; The same for a tape of another derivative, in a record made before: whoever frees the tape in time
; takes it out of its record.
define linkonce_odr hidden void @rz.tape.hold(ptr %arena, ptr %record, ptr %release) noinline nounwind {
  %none = icmp eq ptr %release, null
  br i1 %none, label %done, label %link

link:
  %slot = getelementptr inbounds i8, ptr %arena, i64 24
  %previous = load ptr, ptr %slot, align 8
  store ptr %previous, ptr %record, align 8
  %free.slot = getelementptr inbounds i8, ptr %record, i64 16
  store ptr %release, ptr %free.slot, align 8
  store ptr %record, ptr %slot, align 8
  br label %done

done:
  ret void
}

; Frees a tape that an augmented forward has made on the heap; null if it is gone already.
define linkonce_odr hidden void @rz.tape.discard(ptr %tape) cold noinline nounwind {
  %none = icmp eq ptr %tape, null
  br i1 %none, label %done, label %some

some:
  call void @rz.arena.free(ptr %tape)
  call void @free(ptr %tape)
  br label %done

done:
  ret void
}

; Uninitialised memory; throws if there is none. From 256 bytes on it is aligned to 64, for vectors. What is smaller
; is packed, aligned to 16: frames and arrays of a recursion lie in fewer lines of the cache.
define linkonce_odr hidden noalias ptr @rz.tape.alloc(ptr %arena, i64 %bytes) alwaysinline {
  %top = load ptr, ptr %arena, align 8
  %small = icmp ult i64 %bytes, 256
  %above = getelementptr i8, ptr %top, i64 63
  %line = call ptr @llvm.ptrmask.p0.i64(ptr %above, i64 -64)
  %cur = select i1 %small, ptr %top, ptr %line
  %end.slot = getelementptr inbounds i8, ptr %arena, i64 8
  %end = load ptr, ptr %end.slot, align 8
  %cur.int = ptrtoint ptr %cur to i64
  %end.int = ptrtoint ptr %end to i64
  %free = sub i64 %end.int, %cur.int
  %fits = icmp ule i64 %bytes, %free
  br i1 %fits, label %bump, label %grow, !prof !0

bump:
  %up = add i64 %bytes, 15
  %rounded = and i64 %up, -16
  %next = getelementptr inbounds i8, ptr %cur, i64 %rounded
  store ptr %next, ptr %arena, align 8
  br label %done

grow:
  %fresh = call ptr @rz.arena.grow(ptr %arena, i64 %bytes)
  br label %done

done:
  %memory = phi ptr [ %cur, %bump ], [ %fresh, %grow ]
  %poison = load i1, ptr @rz.poison, align 1
  br i1 %poison, label %spoil, label %out

spoil:
  call void @llvm.memset.p0.i64(ptr align 16 %memory, i8 -1, i64 %bytes, i1 false)
  br label %out

out:
  ret ptr %memory
}

define linkonce_odr hidden ptr @rz.tape.mark(ptr %arena) alwaysinline nounwind {
  %cur = load ptr, ptr %arena, align 8
  ret ptr %cur
}

; Back to a mark of this arena: what was allocated since is gone.
define linkonce_odr hidden void @rz.tape.release(ptr %arena, ptr %mark) alwaysinline nounwind {
  %slot = getelementptr inbounds i8, ptr %arena, i64 16
  %chunk = load ptr, ptr %slot, align 8
  %end.slot = getelementptr inbounds i8, ptr %arena, i64 8
  %end = load ptr, ptr %end.slot, align 8
  %after = icmp ugt ptr %mark, %chunk
  %before = icmp ule ptr %mark, %end
  %here = and i1 %after, %before
  br i1 %here, label %back, label %drop, !prof !0

back:
  store ptr %mark, ptr %arena, align 8
  br label %done

drop:
  call void @rz.arena.drop(ptr %arena, ptr %mark)
  br label %done

done:
  ret void
}

define linkonce_odr hidden void @rz.tape.zero(ptr %memory, i64 %bytes) alwaysinline nounwind {
  call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 %bytes, i1 false)
  ret void
}

; A new chunk, with %bytes taken from it: of at least twice the last one's size (64 KiB first, 1 GiB
; at most), unless only what is needed can be had.
define linkonce_odr hidden noalias ptr @rz.arena.grow(ptr %arena, i64 %bytes) cold noinline {
  %absurd = icmp ugt i64 %bytes, 140737488355328
  br i1 %absurd, label %failed, label %sized

sized:
  %up = add i64 %bytes, 63
  %rounded = and i64 %up, -64
  %needed = add i64 %rounded, 64
  %slot = getelementptr inbounds i8, ptr %arena, i64 16
  %last = load ptr, ptr %slot, align 8
  %limit = load i64, ptr @rz.tape.limit, align 8
  %limited = icmp ne i64 %limit, -1
  br label %count

count:                                            ; what the arena has taken so far
  %counted = phi ptr [ %last, %sized ], [ %before, %counting ]
  %taken = phi i64 [ 0, %sized ], [ %more, %counting ]
  %all = icmp eq ptr %counted, null
  br i1 %all, label %bounded, label %counting

counting:
  %counted.bytes.slot = getelementptr inbounds i8, ptr %counted, i64 8
  %counted.bytes = load i64, ptr %counted.bytes.slot, align 8
  %more = add i64 %taken, %counted.bytes
  %before = load ptr, ptr %counted, align 8
  br label %count

bounded:
  %left = call i64 @llvm.usub.sat.i64(i64 %limit, i64 %taken)
  %over = icmp ugt i64 %needed, %left
  br i1 %over, label %exceeded, label %within

within:
  %first = icmp eq ptr %last, null
  br i1 %first, label %choose, label %measure

measure:
  %last.bytes.slot = getelementptr inbounds i8, ptr %last, i64 8
  %last.bytes = load i64, ptr %last.bytes.slot, align 8
  %double = shl i64 %last.bytes, 1
  br label %choose

choose:
  %wish = phi i64 [ 65536, %within ], [ %double, %measure ]
  %modest = call i64 @llvm.umin.i64(i64 %wish, i64 1073741824)
  %allowed = call i64 @llvm.umin.i64(i64 %modest, i64 %left)
  %size = call i64 @llvm.umax.i64(i64 %allowed, i64 %needed)
  br i1 %limited, label %allocate, label %look    ; a spare chunk may be of any size

look:
  %kept = call ptr @rz.cache.take(i64 %needed)
  %found = icmp ne ptr %kept, null
  br i1 %found, label %reuse, label %allocate

allocate:
  %many = icmp uge i64 %size, 4194304
  %roomy = icmp uge i64 %limit, 67108864          ; in a small bound, the rest of a huge page counts
  %large = and i1 %many, %roomy
  %align = select i1 %large, i64 2097152, i64 64
  %spare = sub i64 %align, 1
  %size.up = add i64 %size, %spare
  %mask = sub i64 0, %align
  %size.whole = and i64 %size.up, %mask
  %wanted = call ptr @aligned_alloc(i64 %align, i64 %size.whole)
  %refused = icmp eq ptr %wanted, null
  br i1 %refused, label %retry, label %granted

granted:
  br i1 %large, label %advise, label %fresh

advise:                                           ; huge pages: a third of the time to fault them in
  %ignored = call i32 @madvise(ptr %wanted, i64 %size.whole, i32 14)
  br label %fresh

retry:
  %least = call ptr @aligned_alloc(i64 64, i64 %needed)
  %none = icmp eq ptr %least, null
  br i1 %none, label %failed, label %fresh

fresh:
  %new = phi ptr [ %wanted, %granted ], [ %wanted, %advise ], [ %least, %retry ]
  %new.bytes = phi i64 [ %size.whole, %granted ], [ %size.whole, %advise ], [ %needed, %retry ]
  store atomic i64 0, ptr getelementptr inbounds (i8, ptr @rz.arena.cache, i64 16) monotonic, align 8
  %new.bytes.slot = getelementptr inbounds i8, ptr %new, i64 8
  store i64 %new.bytes, ptr %new.bytes.slot, align 8
  br label %enter

reuse:
  %kept.bytes.slot = getelementptr inbounds i8, ptr %kept, i64 8
  %kept.bytes = load i64, ptr %kept.bytes.slot, align 8
  br label %enter

enter:
  %chunk = phi ptr [ %new, %fresh ], [ %kept, %reuse ]
  %chunk.bytes = phi i64 [ %new.bytes, %fresh ], [ %kept.bytes, %reuse ]
  store ptr %last, ptr %chunk, align 8
  store ptr %chunk, ptr %slot, align 8
  %memory = getelementptr inbounds i8, ptr %chunk, i64 64
  %cur = getelementptr inbounds i8, ptr %memory, i64 %rounded
  store ptr %cur, ptr %arena, align 8
  %end = getelementptr inbounds i8, ptr %chunk, i64 %chunk.bytes
  %end.slot = getelementptr inbounds i8, ptr %arena, i64 8
  store ptr %end, ptr %end.slot, align 8
  ret ptr %memory

exceeded:
  call void @rz.throw(i32 1, ptr @rz.over.limit)
  unreachable

failed:                                           ; what this tape has taken is not kept, but freed
  store atomic i64 1, ptr getelementptr inbounds (i8, ptr @rz.arena.cache, i64 16) monotonic, align 8
  call void @rz.throw(i32 1, ptr @rz.no.memory)
  unreachable
}

; Gives chunks back until the one that holds %mark, or all of them if none does.
define linkonce_odr hidden void @rz.arena.drop(ptr %arena, ptr %mark) cold noinline nounwind {
entry:
  %slot = getelementptr inbounds i8, ptr %arena, i64 16
  %newest = load ptr, ptr %slot, align 8
  br label %look

look:
  %chunk = phi ptr [ %newest, %entry ], [ %prev, %give ]
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %empty, label %test

test:
  %bytes.slot = getelementptr inbounds i8, ptr %chunk, i64 8
  %bytes = load i64, ptr %bytes.slot, align 8
  %end = getelementptr inbounds i8, ptr %chunk, i64 %bytes
  %after = icmp ugt ptr %mark, %chunk
  %before = icmp ule ptr %mark, %end
  %here = and i1 %after, %before
  br i1 %here, label %stay, label %give

give:
  %prev = load ptr, ptr %chunk, align 8
  call void @rz.cache.put(ptr %chunk, i64 %bytes)
  br label %look

stay:
  br label %set

empty:
  br label %set

set:
  %cur = phi ptr [ %mark, %stay ], [ null, %empty ]
  %limit = phi ptr [ %end, %stay ], [ null, %empty ]
  store ptr %cur, ptr %arena, align 8
  %end.slot = getelementptr inbounds i8, ptr %arena, i64 8
  store ptr %limit, ptr %end.slot, align 8
  store ptr %chunk, ptr %slot, align 8
  ret void
}

; A chunk of at least %needed bytes out of the cache, or null.
define linkonce_odr hidden ptr @rz.cache.take(i64 %needed) cold noinline nounwind {
entry:
  %held = load atomic i64, ptr @rz.arena.cache monotonic, align 64
  %empty = icmp eq i64 %held, 0
  br i1 %empty, label %nothing, label %look

look:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %at = shl i64 %i, 3
  %offset = add i64 %at, 64
  %slot = getelementptr inbounds i8, ptr @rz.arena.cache, i64 %offset
  %seen = load atomic ptr, ptr %slot monotonic, align 8
  %vacant = icmp eq ptr %seen, null
  br i1 %vacant, label %on, label %claim

claim:
  %chunk = atomicrmw xchg ptr %slot, ptr null acquire, align 8
  %lost = icmp eq ptr %chunk, null
  br i1 %lost, label %on, label %own

own:
  %bytes.slot = getelementptr inbounds i8, ptr %chunk, i64 8
  %bytes = load i64, ptr %bytes.slot, align 8
  %old = atomicrmw sub ptr @rz.arena.cache, i64 %bytes monotonic, align 64
  %fits = icmp uge i64 %bytes, %needed
  br i1 %fits, label %found, label %return

return:
  call void @rz.cache.put(ptr %chunk, i64 %bytes)
  br label %on

on:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 56
  br i1 %more, label %look, label %nothing

found:
  ret ptr %chunk

nothing:
  ret ptr null
}

; Keeps a chunk for the next who asks, or frees it: where tapes are bounded, nobody asks, and where
; memory ran out since the last chunk was made, others want it.
define linkonce_odr hidden void @rz.cache.put(ptr %chunk, i64 %bytes) cold noinline nounwind {
begin:
  %bound = load i64, ptr @rz.tape.limit, align 8
  %bounded = icmp ne i64 %bound, -1
  %short = load atomic i64, ptr getelementptr inbounds (i8, ptr @rz.arena.cache, i64 16) monotonic, align 8
  %wanted = icmp ne i64 %short, 0
  %now = or i1 %bounded, %wanted
  br i1 %now, label %drop, label %entry

drop:
  call void @free(ptr %chunk)
  br label %done

entry:
  %old = atomicrmw add ptr @rz.arena.cache, i64 %bytes monotonic, align 64
  %held = add i64 %old, %bytes
  %most.slot = getelementptr inbounds i8, ptr @rz.arena.cache, i64 8
  %most = load atomic i64, ptr %most.slot monotonic, align 8
  %limit = call i64 @llvm.umax.i64(i64 %most, i64 268435456)
  %over = icmp ugt i64 %held, %limit
  br i1 %over, label %full, label %within

within:
  %many = icmp ugt i64 %held, 268435456
  %large = icmp uge i64 %bytes, 4194304
  %lend = and i1 %many, %large
  br i1 %lend, label %advise, label %look

advise:                                           ; MADV_FREE, but for the pages of the head
  %start = ptrtoint ptr %chunk to i64
  %above = add i64 %start, 2097215
  %from = and i64 %above, -2097152
  %stop = add i64 %start, %bytes
  %to = and i64 %stop, -4096
  %length = call i64 @llvm.usub.sat.i64(i64 %to, i64 %from)
  %pages = inttoptr i64 %from to ptr
  %ignored = call i32 @madvise(ptr %pages, i64 %length, i32 8)
  br label %look

look:
  %i = phi i64 [ 0, %within ], [ 0, %advise ], [ %i.next, %on ]
  %at = shl i64 %i, 3
  %offset = add i64 %at, 64
  %slot = getelementptr inbounds i8, ptr @rz.arena.cache, i64 %offset
  %tried = cmpxchg ptr %slot, ptr null, ptr %chunk release monotonic, align 8
  %kept = extractvalue { ptr, i1 } %tried, 1
  br i1 %kept, label %done, label %on

on:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 56
  br i1 %more, label %look, label %full

full:
  %less = atomicrmw sub ptr @rz.arena.cache, i64 %bytes monotonic, align 64
  call void @free(ptr %chunk)
  br label %done

done:
  ret void
}

!0 = !{!"branch_weights", i32 2000, i32 1}

; The colours of a balanced tree of the C++ library, told to the shadows of its nodes: of those from
; below %node (the left end on its right) up to %last, two levels beside the way included.
; A node is { i32 colour, ptr parent, ptr left, ptr right }.
define linkonce_odr hidden void @rz.tree.colours(ptr %node, ptr %shadow, ptr %last) noinline nounwind {
entry:
  %0 = icmp eq ptr %node, %last
  br i1 %0, label %up, label %right

right:
  %1 = getelementptr inbounds i8, ptr %node, i64 24
  %2 = load ptr, ptr %1, align 8
  %3 = getelementptr inbounds i8, ptr %shadow, i64 24
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %2, null
  br i1 %5, label %up, label %down

down:
  %6 = phi ptr [ %2, %right ], [ %9, %further ]
  %7 = phi ptr [ %4, %right ], [ %11, %further ]
  %8 = getelementptr inbounds i8, ptr %6, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %7, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %9, null
  br i1 %12, label %up, label %further

further:
  br label %down

up:
  %13 = phi ptr [ %node, %entry ], [ %node, %right ], [ %6, %down ], [ %19, %above ]
  %14 = phi ptr [ %shadow, %entry ], [ %shadow, %right ], [ %7, %down ], [ %21, %above ]
  %15 = icmp eq ptr %13, null
  %16 = icmp eq ptr %14, null
  %17 = or i1 %15, %16
  br i1 %17, label %31, label %22

above:
  %18 = getelementptr inbounds i8, ptr %13, i64 8
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %14, i64 8
  %21 = load ptr, ptr %20, align 8
  br label %up

done:
  ret void

22:
  %23 = load i32, ptr %13, align 8
  store i32 %23, ptr %14, align 8
  %24 = getelementptr inbounds i8, ptr %13, i64 16
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %14, i64 16
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %25, null
  %29 = icmp eq ptr %27, null
  %30 = or i1 %28, %29
  br i1 %30, label %44, label %35

31:
  %32 = icmp eq ptr %13, %last
  %33 = icmp eq ptr %14, null
  %34 = or i1 %32, %33
  br i1 %34, label %done, label %above

35:
  %36 = load i32, ptr %25, align 8
  store i32 %36, ptr %27, align 8
  %37 = getelementptr inbounds i8, ptr %25, i64 16
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %27, i64 16
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %38, null
  %42 = icmp eq ptr %40, null
  %43 = or i1 %41, %42
  br i1 %43, label %54, label %52

44:
  %45 = getelementptr inbounds i8, ptr %13, i64 24
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds i8, ptr %14, i64 24
  %48 = load ptr, ptr %47, align 8
  %49 = icmp eq ptr %46, null
  %50 = icmp eq ptr %48, null
  %51 = or i1 %49, %50
  br i1 %51, label %74, label %65

52:
  %53 = load i32, ptr %38, align 8
  store i32 %53, ptr %40, align 8
  br label %54

54:
  %55 = getelementptr inbounds i8, ptr %25, i64 24
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %27, i64 24
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %56, null
  %60 = icmp eq ptr %58, null
  %61 = or i1 %59, %60
  br i1 %61, label %64, label %62

62:
  %63 = load i32, ptr %56, align 8
  store i32 %63, ptr %58, align 8
  br label %64

64:
  br label %44

65:
  %66 = load i32, ptr %46, align 8
  store i32 %66, ptr %48, align 8
  %67 = getelementptr inbounds i8, ptr %46, i64 16
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %48, i64 16
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %68, null
  %72 = icmp eq ptr %70, null
  %73 = or i1 %71, %72
  br i1 %73, label %77, label %75

74:
  br label %31

75:
  %76 = load i32, ptr %68, align 8
  store i32 %76, ptr %70, align 8
  br label %77

77:
  %78 = getelementptr inbounds i8, ptr %46, i64 24
  %79 = load ptr, ptr %78, align 8
  %80 = getelementptr inbounds i8, ptr %48, i64 24
  %81 = load ptr, ptr %80, align 8
  %82 = icmp eq ptr %79, null
  %83 = icmp eq ptr %81, null
  %84 = or i1 %82, %83
  br i1 %84, label %87, label %85

85:
  %86 = load i32, ptr %79, align 8
  store i32 %86, ptr %81, align 8
  br label %87

87:
  br label %74
}
