"""Balanced trees of the C++ library: each operation on nodes is repeated on their shadows.

    std::map<int, double> b(a);  b[7] = x;      rz.tree.colours(p, p.sh, header)
                                                _Rb_tree_insert_and_rebalance(…, n, p, header)
                                                … the same of n.sh, p.sh, header.sh

The library goes by the colours of nodes. They are integers, which shadows have none of: the shadow
of a copied node would be red. So the colours that are read are told to the shadows before: of the
nodes on the way from the place to the root, their children and the children of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import CallLike
from ribozyme.ir.values import GlobalRef
from ribozyme.rules.inactive import COLOURED

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body

_TELL: Final = "rz.tree.colours"
_TYPE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))


def tell_colours(s: Body, call: CallLike) -> None:
    """Before a call is made: the shadows that its like will work on get the colours it reads."""
    name = call.callee.name if isinstance(call.callee, GlobalRef) else ""
    if name not in COLOURED:
        return
    first, last = (call.args[place] for place in COLOURED[name])
    s.emission.declare(_TELL, _TYPE)
    for shadow in s.shadow(first):
        s.b.call(_TELL, _TYPE, (s.value(first), shadow, s.value(last)))
