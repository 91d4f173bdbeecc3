"""Explanations: what the gradient of a function keeps, computes again and calls, by source line.

    print(rz.explain(lib.loss))              the source with what each line costs beside it
    rz.explain(lib.loss, n=1000).html()      a page with a bar chart of the tape, by line
    rz.explain(lib.loss, facts=True)         what the analyses found, behind it

What is said comes from the plan that emission carries out, so it is what really happens. Counts are
in terms of the function's integers; for an estimate those not given are taken as 64.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api.calling.adopted import adopted
from ribozyme.api.calling.routine import Derived
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.checking.again import repeatable
from ribozyme.api.derivatives.differentiate import choose, reverse
from ribozyme.api.explaining.weights import described, size, unknown, weighed
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.base.options import Options, current
from ribozyme.base.record import as_dict
from ribozyme.base.source import SOURCES, Span
from ribozyme.transform.reverse.plan.predicted import UNKNOWN
from ribozyme.transform.reverse.plan.report import Kept, Note, Report

if TYPE_CHECKING:
    from ribozyme.api.explaining.why import Why
    from ribozyme.backend.remarks import Remark

NOT_COMPARED: Final = (
    "its first call is not compared with differences: running the function again would be noticed"
)
_MEMORY: Final = 2**40  # no machine has so much: an estimate of many unknown counts says nothing
_AROUND: Final = 2  # source lines shown around those of which there is something to say
_REMARKS: Final = {
    "again": "in reverse again: ",
    "call": "",
    "masked": "guarded against 0·∞: ",
    "atomic": "added to by several threads, atomically: the derivative of ",
    "aside": "added to by several threads, each in a sum of its own: the derivative of ",
    "border": "added to by each thread elsewhere, but at the ends of its chunk: the derivative of ",
    "summed": "added up by each thread over a loop first: the derivative of ",
    "locked": "added to by one thread after the other: the derivative of ",
    "exclusive": "added to by each thread elsewhere: the derivative of ",
    "private": "added to by one thread: the derivative of ",
    "turn": "a loop keeps one turn only: ",
    "sweeps": "a loop keeps all its turns: ",
    "solver": (
        "if this loop solves an equation, rz.rule(…, implicit=…), rz.root or rz.fixed_point would "
        "keep its solution alone; it keeps "
    ),
    "vector": "a loop is vectorised, ",
    "scalar": "a loop is not vectorised: ",
}


def explain(
    f: Function,
    wrt: object = None,
    of: object = None,
    *,
    facts: bool = False,
    sizes: Mapping[str, int] | None = None,
    **options: Any,
) -> "Explanation":
    """What the gradient of `f` does, by source line; `sizes` gives integers for the estimates.

    >>> print(str(rz.explain(lib.energy, wrt="x")).splitlines()[0])
    gradient of 'energy' by x: the tape takes about 0 bytes
    """
    if (other := adopted(f)) is not f:
        told: Explanation = other.explain(wrt, of, facts=facts, sizes=sizes, **options)
        return told
    if not isinstance(f, Function):
        raise error(
            "RZ008",
            f"explain takes a function of a library, not {f!r}",
            helps=('rz.explain(rz.load("model.c").f)',),
        )
    for name in options:
        if name in f.signature.names:
            way = f"integers for the estimates: sizes={{'{name}': 1000}}"
            raise error("RZ006", f"explain takes no arguments of '{f.name}'", helps=(way,))
    how = current().replace(**options) if options else current()
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    plan = reverse(f.plan, choice, how, value=False, seeded=True)
    recipe = plan.routine.recipe
    assert isinstance(recipe, Derived)
    from ribozyme.api.programs import texts
    from ribozyme.api.programs.derivations import plans
    from ribozyme.transform.reverse.plan.report import report

    program = f.program.under(how)
    found = plans(texts.differentiated_text(program, recipe), recipe)
    reports = tuple(report(one, sizes) for one in found)
    reports = with_loops(reports, texts.remarks(program, plan.routine))
    names = tuple(f.plan.inputs[n].name for n in choice.wrt)
    compared = how.check == "never" or (not f.plan.has_variables and repeatable(f))
    shown = _facts(found) if facts else ()
    return Explanation(f.name, names, reports, shown, compared, (f, of, how))


def with_loops(reports: tuple[Report, ...], loops: "tuple[Remark, ...]") -> tuple[Report, ...]:
    """The reports with what became of loops: each is said where its line is spoken of."""
    made = list(reports)
    for loop in loops:
        at = next((k for k, one in enumerate(made) if _speaks_of(one, loop)), 0)
        own = made[at].span
        file = own.file if own is not None and own.file.endswith(loop.file) else loop.file
        span = Span(file, loop.line) if loop.line else None
        note = Note(span, "vector" if loop.vectorised else "scalar", loop.what)
        made[at] = replace(made[at], notes=(*made[at].notes, note))
    return tuple(made)


def _speaks_of(report: Report, loop: "Remark") -> bool:
    spans = (*(one.span for one in report.kept), *(note.span for note in report.notes))
    return any(s is not None and s.line == loop.line and s.file.endswith(loop.file) for s in spans)


def _facts(found: tuple[Any, ...]) -> tuple[str, ...]:
    """What the analyses print, function by function."""
    lines: list[str] = []
    for plan in found:
        whole, function = plan.facts.whole, plan.facts.function
        for known in (whole.pointsto, whole.activity, whole.effects, whole.overwritten):
            lines += [*known.lines(function), ""]
        lines += [f"loops of @{function.name}", *str(plan.facts.loops).splitlines(), ""]
    return tuple(lines)


@final
@dataclass(frozen=True, slots=True)
class Line:
    """A source line and what is to be said of it."""

    file: str
    number: int
    text: str
    kept: tuple[Kept, ...]
    notes: tuple[Note, ...]

    @property
    def estimate(self) -> int:
        """Bytes kept for this line in one call."""
        return sum(one.estimate for one in self.kept)


@final
@dataclass(frozen=True, slots=True)
class Explanation:
    """What the gradient of a function by `wrt` does; `str`, `json` and `html` show it.

    >>> rz.explain(lib.energy).why("k").reaches
    True
    """

    function: str
    wrt: tuple[str, ...]
    reports: tuple[Report, ...]
    facts: tuple[str, ...] = ()
    compared: bool = True  # whether the first call is, if it is asked for
    asked: tuple[Function, object, Options] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return "\n".join([*_head(self), *(line for r in self.reports for line in _text(r))])

    def _repr_html_(self) -> str:
        from ribozyme.api.programs.notebook import text

        return text(str(self))

    def json(self) -> str:
        """The same as data."""
        data = {"function": self.function, "wrt": self.wrt, "estimate": self.estimate}
        reports = [asdict(one) | {"estimate": one.estimate} for one in self.reports]
        data |= {"functions": reports, "facts": self.facts, "compared": self.compared}
        return json.dumps(data, ensure_ascii=False, default=as_dict)

    def why(self, name: str | int) -> "Why":
        """Why the gradient by an input is zero: the lines where what depends on it ends; or, where
        it need not be zero, the way to the output."""
        from ribozyme.api.explaining.why import why

        assert self.asked is not None
        f, of, how = self.asked
        return why(f, name, of, how)

    def html(self) -> str:
        """The same as a page that needs nothing else."""
        from ribozyme.api.explaining.page import page

        return page(self)

    @property
    def estimate(self) -> int:
        """Bytes the tape needs, with unknown numbers as 64."""
        return self._total("estimate")

    @property
    def bounds(self) -> tuple[int, int]:
        """Bytes the tape needs where unknown loops run once, and where all memory overlaps that may
        (then unknown numbers are 64)."""
        return self._total("least"), self._total("most")

    @property
    def unknown(self) -> tuple[str, ...]:
        """What the estimate does not know: names of integers, and loops."""
        return unknown(self.reports)

    def _total(self, what: str) -> int:
        return round(sum(bytes for _, _, bytes in self.weighed(what)))

    def weighed(self, what: str = "estimate") -> Iterator[tuple[Report, Kept, float]]:
        """What is kept by which function, and how many bytes it takes in all its calls."""
        return weighed(self.reports, what)


def lines(report: Report) -> tuple[Line, ...]:
    """The source lines a report speaks of, with some around them, in order of file and number."""
    kept: dict[tuple[str, int], list[Kept]] = {}
    notes: dict[tuple[str, int], list[Note]] = {}
    for one in report.kept:
        kept.setdefault(_key(one.span or report.span), []).append(one)
    for note in report.notes:
        notes.setdefault(_key(note.span or report.span), []).append(note)
    wanted = kept.keys() | notes.keys()
    shown = {
        (file, near)
        for file, number in wanted
        for near in range(max(number - _AROUND, 1), number + _AROUND + 1)
        if number and (near == number or _source(file, near) is not None)
    }
    if report.span is not None:
        shown.add(_key(report.span))
    return tuple(
        Line(
            file,
            number,
            _source(file, number) or "",
            tuple(kept.get((file, number), ())),
            tuple(notes.get((file, number), ())),
        )
        for file, number in sorted(shown | wanted)
    )


def _key(span: Span | None) -> tuple[str, int]:
    return (span.file, span.line) if span is not None else ("", 0)


def _source(file: str, number: int) -> str | None:
    found = SOURCES.excerpt(Span(file, number))
    return found.text if found is not None else None


# ---- text ----------------------------------------------------------------------------------------


def _head(whole: Explanation) -> list[str]:
    by = ", ".join(whole.wrt)
    least, most = whole.bounds
    guessed = bool(whole.unknown) and whole.estimate > _MEMORY
    total = f"{size(least)} or more" if guessed else f"about {size(whole.estimate)}"
    lines = [f"gradient of '{whole.function}' by {by}: the tape takes {total}"]
    if guessed:
        lines.append(f"  how much more depends on {', '.join(whole.unknown)}")
    elif whole.unknown:
        lines.append(f"  not known, taken as {UNKNOWN}: {', '.join(whole.unknown)}")
        lines.append(f"  at least {size(least)}, where unknown loops run once")
    if most > whole.estimate and not guessed:
        lines.append(f"  up to {size(most)}, where arrays overlap that may")
    return lines if whole.compared else [*lines, NOT_COMPARED]


def _text(report: Report) -> list[str]:
    found = lines(report)
    margin = len(str(max((line.number for line in found), default=0)))
    made = ["", f"{report.function}: {report.form}"]
    if report.frame_bytes:
        made[-1] += f", {report.frame_bytes} bytes of frame per call"
    file, last = "", 0
    for line in found:
        if line.file != file:
            file = line.file
            made.append(f"{' ' * margin} --> {file}")
        elif line.number > last + 1:
            made.append(f"{'…':>{margin}} |")
        last = line.number
        made.append(f"{line.number or '':>{margin}} | {line.text}".rstrip())
        made += [f"{' ' * margin} =   {said}" for said in remarks(line)]
    return made


def remarks(line: Line) -> list[str]:
    """What is to be said of a line."""
    said = [f"keeps {described(one)}" for one in line.kept]
    for kind, words in _REMARKS.items():
        found = dict.fromkeys(note.what for note in line.notes if note.kind == kind)
        if found:
            said.append(f"{words}{', '.join(found)}")
    return list(dict.fromkeys(said))
