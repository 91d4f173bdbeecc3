"""Which statements generated programs are of, and how often."""

from __future__ import annotations

from typing import Final

from tests.fuzz import containers, flows, structures, tagged
from tests.fuzz.statements import Kinds, Weighed, Writer

KINDS: Final = Kinds(
    simple=(
        (Writer.assign, 20), (Writer.jump, 3), (Writer.leave, 1), (Writer.swap, 2),
        (Writer.bits, 1), (Writer.move, 2), (Writer.struct, 2), (Writer.procedure, 4),
        (flows.newton, 1), (flows.sweep, 2), (flows.sorting, 1), (flows.gathered, 2),
        (structures.walked, 1), (structures.called_back, 1), (tagged.handed, 1),
        (tagged.chosen, 1),
    ),
    nested=(
        (Writer.loop, 20), (Writer.branch, 12), (Writer.chase, 6), (Writer.switch, 4),
        (Writer.heap, 4), (Writer.alias, 6), (Writer.pingpong, 2), (Writer.list, 2),
        (Writer.table, 2),
        (flows.exits, 4), (flows.twice_out, 2), (flows.counters, 4), (flows.down, 2),
        (flows.machine, 3), (flows.interpreter, 2), (flows.largest, 2), (flows.placed, 3),
        (structures.records, 4), (structures.packed, 2), (structures.nested, 3),
        (structures.rows, 3), (structures.indirect, 3), (structures.heap_rows, 2),
        (structures.search_tree, 2), (structures.ring, 2), (structures.growing, 3),
        (structures.stack_room, 2), (structures.dispatched, 2), (structures.product, 2),
        (tagged.cells, 2), (tagged.linked, 2), (tagged.stacked, 2),
    ),
    cxx=(
        (Writer.closure, 2), (Writer.virtual, 1), (Writer.reference, 2), (containers.vector, 4),
        (containers.table, 2), (containers.ordered, 5), (containers.function, 2),
        (containers.mapped, 2), (containers.owned, 2), (containers.guarded, 2),
        (containers.tuples, 2), (containers.listed, 2), (containers.again, 2),
        (tagged.variants, 2),
    ),
)  # fmt: skip
_OFTEN: Final = (
    (tagged.cells, 40), (tagged.handed, 40), (tagged.chosen, 40), (tagged.linked, 25),
    (tagged.stacked, 25),
)  # fmt: skip
CELLS: Final = Kinds(
    simple=(*KINDS.simple, *_OFTEN),
    nested=(*KINDS.nested, *_OFTEN),
    cxx=(*KINDS.cxx, (tagged.variants, 30)),
)
"""The same, with cells everywhere: they failed where nothing else did."""


def without_cells(kinds: Kinds) -> Kinds:
    """The same without cells of any sort: programs as they are mostly written."""
    return Kinds(*map(_others, (kinds.simple, kinds.nested, kinds.cxx)))


def _others(weighed: Weighed) -> Weighed:
    return tuple(pair for pair in weighed if pair[0].__module__ != tagged.__name__)
