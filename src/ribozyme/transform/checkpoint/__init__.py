"""Checkpointed loops: reverse mode of a loop that keeps a few states in place of all iterations.

    state = start                →      forward   snapshots of some states; no tape
    while (step(state)) …               reverse   for each iteration, from the last to the first:
                                                      restore the newest snapshot before it;
                                                      run step up to it, without a tape;
                                                      tape of this one iteration; its adjoints

`outline` makes one iteration a function, `state` says which memory it may change, `schedule` which
states are kept, and `drive` emits the derivative of the loop as calls of the iteration's.

Invariant: the tape of an iteration is made from the same state as in the plain forward sweep, so
the gradient is the same. A loop with effects that cannot be repeated is refused with its line.
"""
