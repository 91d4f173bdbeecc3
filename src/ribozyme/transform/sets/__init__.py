"""Sets of inputs in place of tangents: the version of a program that tells what depends on what.

    %y = fmul double %x, %w            →   y.dot = x.dot ∪ w.dot
    %s = select i1 %c, double %x, %k   →   s.dot = x.dot ∪ k.dot        "any"
                                           s.dot = c ? x.dot : k.dot    "here"

It is forward mode with another arithmetic. A set is a number of 32 bits (a handle of the run time,
or 32 inputs as bits) that lies where the tangent would lie, in the low bits of a float of its type;
memory, calls, structs and copies are those of forward mode, which moves tangents and looks at none.
Invariant: 0, which is what fresh and filled shadow memory holds, is the empty set.

A pattern by "any" holds for all values of the inputs it is by. What these decide otherwise than by
a choice between two values (a branch, an index) is told to the run time when control gets there.
"""
