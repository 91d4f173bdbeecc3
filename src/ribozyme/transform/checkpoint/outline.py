"""Outlines a loop: one iteration becomes a function, and the loop another one that calls it.

    for (…) body      →      f          numbers = {i, x};  switch (f.loop(&numbers, …, f.count(n)))
                             f.loop     do code = f.step(…); while (!code); return code
                             f.step     body, from one header to the next; 0, or the number of the
                                        exit that it takes
                             f.count    how many steps there will be; -1 if that is not known

Values that are carried from iteration to iteration, and values used behind the loop, lie in two
records of `f`: numbers, and addresses. So the state of the loop is all in memory. All else that
the loop uses is a parameter, and with each address the one that it was computed from. A variable
that lives in an iteration only is one of the step's. The number of steps is a parameter of a step
too, so that both functions have one type; `once.REPEATED` in place of it tells a step that it says
nothing again.
"""

from __future__ import annotations

from ribozyme.base.record import replace
from ribozyme.ir.module import Module
from ribozyme.transform.checkpoint.around import around
from ribozyme.transform.checkpoint.iteration import repeated, step
from ribozyme.transform.checkpoint.named import Found
from ribozyme.transform.checkpoint.parts import Parts


def outlined(module: Module, found: Found, count: int, name: str, window: int = 1) -> Module:
    """The module with a loop outlined, of which so many snapshots may be kept: one before each
    `window` iterations at most."""
    parts = Parts(module, found, name, window)
    made = (
        around(parts),
        repeated(parts, count),
        step(parts),
        parts.count.function(f"{name}.count", window),
    )
    return replace(module, functions={**module.functions, **{one.name: one for one in made}})
