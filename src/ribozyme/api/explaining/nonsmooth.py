"""Where a function has no derivative in the mathematical sense: its kinks and staircases, by line.

    fabs(x), x > 0 ? …, fmax(x, y)    kinks: two derivatives meet
    floor(x), (int)x                  staircases: the derivative is 0, yet the function moves
    strtod(text, 0)                   the same: what was printed into the text is not followed

What is listed are candidates, the places where such a thing may happen; whether one did at some
point is for `check` to see.
"""

from fnmatch import fnmatchcase
from typing import Final, final

from ribozyme.analysis.flow.callgraph import Program as CallGraph
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.parsed import parsed
from ribozyme.base.record import dataclass
from ribozyme.base.source import Span
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Call, Cast, Compare, Instr, Invoke
from ribozyme.rules.expr import words
from ribozyme.rules.inactive import OVERWRITING

_KINKS: Final = frozenset((
    "fabs", "fmin", "fmax", "fdim", "copysign", "minnum", "maxnum", "minimum", "maximum",
    "minimumnum", "maximumnum",
))  # fmt: skip
_STAIRS: Final = frozenset(
    ("floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "lround", "lrint", "fmod")
)

_TEXTS: Final = words(
    "atof strtod strtof strtold strtod_l strtof_l strtold_l _ZNSi* _ZSt10from_chars* "
    "_ZNSt3__113basic_istream* _ZNSt3__14sto? _ZNSt3__110from_chars*"
).union(name for name in OVERWRITING if "scanf" in name)
"""What reads numbers from text."""


@final
@dataclass(frozen=True, slots=True)
class Places:
    """Source lines, in order, without doubles."""

    kinks: tuple[Span, ...]
    stairs: tuple[Span, ...]
    texts: tuple[Span, ...]


def places(f: Function) -> Places:
    """The candidates in a function and in all it calls."""
    module = parsed(f.program.optimised)
    root = module.functions.get(f.signature.symbol)
    if root is None or root.is_declaration:
        return Places((), (), ())
    graph = CallGraph(module, root)
    found: dict[str, dict[Span, None]] = {"kink": {}, "stair": {}, "text": {}}
    for function in graph.functions:
        for instr in function.instrs():
            kind = _kind(graph, instr)
            span = location(module, instr) if kind else None
            if span is not None:
                found[kind][Span(span.file, span.line)] = None
    return Places(*map(_ordered, found.values()))


def _ordered(spans: dict[Span, None]) -> tuple[Span, ...]:
    return tuple(sorted(spans, key=lambda span: (span.file, span.line)))


def _kind(graph: CallGraph, instr: Instr) -> str:
    match instr:
        case Compare(op="fcmp"):
            return "kink"
        case Cast(op="fptosi" | "fptoui"):
            return "stair"
        case Call() | Invoke():
            callee = graph.callee(instr)
            whole = getattr(callee, "name", "")
            if any(fnmatchcase(whole, text) for text in _TEXTS):
                return "text"
            name = whole.removeprefix("llvm.").partition(".")[0]
            plain = (
                name[:-1] if name.endswith(("f", "l")) and name[:-1] in _KINKS | _STAIRS else name
            )
            return "kink" if plain in _KINKS else "stair" if plain in _STAIRS else ""
        case _:
            return ""
