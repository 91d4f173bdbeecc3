"""Where a function has no derivative in the mathematical sense: its kinks and staircases, by line.

    fabs(x), x > 0 ? …, fmax(x, y)    kinks: two derivatives meet
    floor(x), (int)x                  staircases: the derivative is 0, yet the function moves

What is listed are candidates, the places where such a thing may happen; whether one did at some
point is for `check` to see.
"""

from dataclasses import dataclass
from typing import Final, final

from ribozyme.analysis.callgraph import Program as CallGraph
from ribozyme.api.functions import Function
from ribozyme.api.parsed import parsed
from ribozyme.base.source import Span
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Call, Cast, Compare, Instr

_KINKS: Final = frozenset((
    "fabs", "fmin", "fmax", "fdim", "copysign", "minnum", "maxnum", "minimum", "maximum",
    "minimumnum", "maximumnum",
))  # fmt: skip
_STAIRS: Final = frozenset(
    ("floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "lround", "lrint", "fmod")
)


@final
@dataclass(frozen=True, slots=True)
class Places:
    """Source lines, in order, without doubles."""

    kinks: tuple[Span, ...]
    stairs: tuple[Span, ...]


def places(f: Function) -> Places:
    """The candidates in a function and in all it calls."""
    module = parsed(f.program.optimised)
    root = module.functions.get(f.signature.symbol)
    if root is None or root.is_declaration:
        return Places((), ())
    graph = CallGraph(module, root)
    kinks: dict[Span, None] = {}
    stairs: dict[Span, None] = {}
    for function in graph.functions:
        for instr in function.instrs():
            kind = _kind(graph, instr)
            span = location(module, instr) if kind else None
            if span is not None:
                (kinks if kind == "kink" else stairs)[Span(span.file, span.line)] = None
    return Places(_ordered(kinks), _ordered(stairs))


def _ordered(spans: dict[Span, None]) -> tuple[Span, ...]:
    return tuple(sorted(spans, key=lambda span: (span.file, span.line)))


def _kind(graph: CallGraph, instr: Instr) -> str:
    match instr:
        case Compare(op="fcmp"):
            return "kink"
        case Cast(op="fptosi" | "fptoui"):
            return "stair"
        case Call():
            callee = graph.callee(instr)
            name = getattr(callee, "name", "").removeprefix("llvm.").partition(".")[0]
            plain = (
                name[:-1] if name.endswith(("f", "l")) and name[:-1] in _KINKS | _STAIRS else name
            )
            return "kink" if plain in _KINKS else "stair" if plain in _STAIRS else ""
        case _:
            return ""
