"""Parallel regions: the derivative of a region is a region of the same team.

    program     call void @rz_omp_fork(i32 0, i32 2, @f.omp_outlined, ptr %x, ptr %y)

    prepared    call void @f.region(i32 0, ptr %x, ptr %y)          "rz.forks"
                    f.region calls f.omp_outlined directly: one thread's work

    forward     f.region.fwd        forks f.region.fwd.thread
    augmented   f.region.aug        forks f.region.aug.thread, each thread with frame and arena
    reverse     f.region.rev        forks f.region.rev.thread, as many threads, with those frames

To the analyses a region is a call, made by one thread: a team of one is a team. Emission makes the
derivative functions of `f.region` like those of any function; at the end they become what each
thread does, and functions of the same names fork them (`spread`). Nothing but `f.region` knows of
teams, so a region may lie in loops, recursion and split halves as any call.

What a team of one does not show:

* **Memory that other threads write.** Threads meet at barriers and critical sections only; there,
  all that threads write counts as written (`analysis/effects`), so a value read before is saved.
* **Shadows that other threads add to.** An increment is atomic, unless the memory is private
  (`analysis/parallel`) or each iteration adds elsewhere (`exclusive`). A store is made by one
  thread at a time and nobody else reads the place meanwhile, or the program has a race; so its
  adjoint, which reads and clears, is plain.
* **Order.** Barriers are mirrored. Entering and leaving a critical section are events with a
  number; the reverse sweep undoes the last event first (`reverse/threads`).

Iterations that a thread was given, whether it was the one of a `single`, and the order of events
are values like others: saved where the reverse sweep asks for them. So every schedule is reversed
as it ran.

Invariant: thread t of the reverse region has the frame of thread t of the augmented region, and
teams of both have one size.
"""
