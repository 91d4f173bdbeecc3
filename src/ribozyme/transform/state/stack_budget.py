"""The stack budget: which variables of a function stay in its stack frame, and which move to the
arena.

A derivative keeps a shadow beside each variable, `width` of them in vector mode, and a thread may
have little stack. So the smallest variables of constant size stay, up to a bound; what is larger
lies in the arena, and so does its shadow.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from ribozyme.ir.instrs import Alloca
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt

ONCE: Final = 1 << 16  # bytes of an activation's variables
AGAIN: Final = 1 << 8  # the same of a function that calls itself


def on_stack(function: Function, layout: DataLayout, room: int, width: int) -> frozenset[int]:
    """The allocas of constant size, the smallest first, until they and their shadows are more
    than the stack surely has room for."""
    sizes = []
    for instr in function.blocks[0].instrs:
        match instr:
            case Alloca(result=result, allocated=type, count=None):
                sizes.append((layout.alloc_size(type), result.id))
            case Alloca(result=result, allocated=type, count=ConstInt(value=count)):
                sizes.append((count * layout.alloc_size(type), result.id))
            case _:
                pass
    sizes.sort()
    ends = accumulate(size for size, _ in sizes)
    most = 2 * room // (1 + width)
    return frozenset(id for (_, id), end in zip(sizes, ends, strict=True) if end <= most)
