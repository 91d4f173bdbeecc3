"""Balanced trees of the C++ library, whose work on nodes is done once more on their shadows.

    std::map<int, double> b(a);  b[7] = x;      rz.colours(p, p.sh, header)
                                                _Rb_tree_insert_and_rebalance(…, n, p, header)
                                                … the same of n.sh, p.sh, header.sh

The library goes by the colours of nodes. They are integers, which shadows have none of: the shadow
of a copied node would be red. So the colours that are read are told to the shadows before: of the
nodes on the way from the place to the root, their children and the children of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder
from ribozyme.ir.instrs import CallLike
from ribozyme.ir.module import Header
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.inactive import COLOURED

if TYPE_CHECKING:
    from ribozyme.transform.bulk import Sweeping
    from ribozyme.transform.emission import Emission

_COLOUR, _PARENT, _LEFT, _RIGHT = 0, 8, 16, 24
_NEAR: Final = 2
"""Levels below a node that the library looks at."""
_TYPE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_INTERNAL: Final = Header(linkage="internal")

Pairs = tuple[Value, Value]
"""A node and its shadow."""


def tell_colours(s: Sweeping, call: CallLike) -> None:
    """Before a call is made: the shadows that its like will work on get the colours it reads."""
    name = call.callee.name if isinstance(call.callee, GlobalRef) else ""
    if name not in COLOURED:
        return
    first, last = (call.args[place] for place in COLOURED[name])
    for shadow in s.shadow(first):
        made = GlobalRef(ty.PTR, _made(s.emission))
        s.b.call(made, _TYPE, (s.value(first), shadow, s.value(last)))


def _made(emission: Emission) -> str:
    """The function that tells the colours from below a node up to the last."""
    name = f"{emission.prefix}.colours"
    if name in emission.functions:
        return name
    b = FunctionBuilder(name, _TYPE, ("node", "shadow", "last"))
    b.attrs, b.header = (Attr("noinline"),), _INTERNAL
    node, shadow, last = b.params
    b.at(b.block("entry"))
    entry, right, down, further = b.current, b.block("right"), b.block("down"), b.block("further")
    up, above, done = b.block("up"), b.block("above"), b.block("done")
    # what takes the place of a node that is taken out comes from the left end on its right
    b.cond_br(b.icmp("eq", node, last), up, right)
    b.at(right)
    first = _at(b, (node, shadow), _RIGHT)
    b.cond_br(b.icmp("eq", first[0], NULL), up, down)
    b.at(down)
    low = (b.phi(ty.PTR), b.phi(ty.PTR))
    left = _at(b, low, _LEFT)
    b.cond_br(b.icmp("eq", left[0], NULL), up, further)
    b.at(further)
    b.br(down)
    for phi, start, next in zip(low, first, left, strict=True):
        b.incoming(phi, start, right)
        b.incoming(phi, next, further)
    b.at(up)
    here = (b.phi(ty.PTR), b.phi(ty.PTR))
    _tell(b, here, _NEAR)
    end = b.ibinary("or", b.icmp("eq", here[0], last), b.icmp("eq", here[1], NULL))
    b.cond_br(end, done, above)
    b.at(above)
    parent = _at(b, here, _PARENT)
    b.br(up)
    for phi, start, lowest, next in zip(here, (node, shadow), low, parent, strict=True):
        b.incoming(phi, start, entry)
        b.incoming(phi, start, right)
        b.incoming(phi, lowest, down)
        b.incoming(phi, next, above)
    b.at(done)
    b.ret(None)
    emission.add(b.finish())
    return name


def _at(b: FunctionBuilder, pair: Pairs, offset: int) -> Pairs:
    node, shadow = pair
    return b.load(ty.PTR, b.offset(node, offset), 8), b.load(ty.PTR, b.offset(shadow, offset), 8)


def _tell(b: FunctionBuilder, pair: Pairs, levels: int) -> None:
    """Give the shadow of a node its colour, if there are both, and those below it theirs."""
    node, shadow = pair
    some, after = b.block(), b.block()
    none = b.ibinary("or", b.icmp("eq", node, NULL), b.icmp("eq", shadow, NULL))
    b.cond_br(none, after, some)
    b.at(some)
    b.store(b.load(ty.I32, b.offset(node, _COLOUR), 8), b.offset(shadow, _COLOUR), 8)
    if levels:
        for side in (_LEFT, _RIGHT):
            _tell(b, _at(b, pair, side), levels - 1)
    b.br(after)
    b.at(after)
