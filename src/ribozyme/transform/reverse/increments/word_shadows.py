"""Shadows of words in memory that hold a double at one time and an address at another, as in a
union or a variant.

    memcpy(d, s, 8)     forward     d.sh = s.sh where that is an address
                        reverse     s.sh += d.sh; d.sh = 0, where d.sh is none

The shadow of such a word is an adjoint or an address. Its bits tell which: read as a double, an
address is a number below 1e-308, which as an adjoint is as good as zero.

Invariant: an address in the shadow of a source stays there, since code before the copy may load it
again; an address that is left in the shadow of a target is not used.
"""

from __future__ import annotations

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import Value
from ribozyme.transform.core.regions import SPACE, is_address
from ribozyme.transform.reverse.emit.adjoints import ADD


def copy(b: FunctionBuilder, target: Value, source: Value) -> None:
    """Copy a word of a shadow, if it is an address; adjoints stay where they are."""
    word, old = b.load(ty.I64, source, 1), b.load(ty.I64, target, 1)
    kept = b.select(is_address(b, old), i64(0), old)
    b.store(b.select(is_address(b, word), word, kept), target, 1)


def flow_back(b: FunctionBuilder, target: Value, source: Value) -> None:
    """What a word of the target's shadow is an adjoint of flows to the source's."""
    word, kept = b.load(ty.I64, target, 1), b.load(ty.I64, source, 1)
    b.store(i64(0), target, 1)
    there = b.load(ty.I64, source, 1)  # which may be the target
    before = b.select(is_address(b, there), i64(0), there)
    total = b.fadd(b.cast("bitcast", before, ty.DOUBLE), b.cast("bitcast", word, ty.DOUBLE), ADD)
    nothing = b.icmp("ult", word, i64(SPACE))
    b.store(b.select(nothing, kept, b.cast("bitcast", total, ty.I64)), source, 1)


def end(b: FunctionBuilder, place: Value) -> None:
    """Clear a word of a shadow that something without a derivative was stored over."""
    word = b.load(ty.I64, place, 1)
    b.store(b.select(is_address(b, word), word, i64(0)), place, 1)
