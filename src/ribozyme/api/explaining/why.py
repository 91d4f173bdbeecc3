"""Why a gradient is zero: where the dependence on an input ends, by source line.

    print(rz.explain(lib.loss).why("x"))        ribozyme explain --why x model.c:loss

The way to the output is shown where there is one. Both are of the program as it is differentiated,
after optimisation: what is optimised away is read nowhere.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api.calling.call_plan import Given, Left
from ribozyme.api.calling.routine import Derived
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.derivatives.differentiate import choose, reverse
from ribozyme.api.programs.derivations import known
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import text
from ribozyme.api.programs.texts import differentiated_text
from ribozyme.base.diag import Step
from ribozyme.base.options import Options
from ribozyme.base.record import dataclass
from ribozyme.base.source import SOURCES, Span

if TYPE_CHECKING:
    from ribozyme.analysis.activity.ends import Dependence, End, Reason
    from ribozyme.transform.core.facts import ProgramFacts

_WORDS: Final[dict["Reason", str]] = {
    "integer": "becomes an integer",
    "compared": "is compared: what a comparison chooses has no derivative by it",
    "stored": "is stored where nothing that the output depends on reads it",
    "returned": "is returned, which is not the output that is differentiated",
    "constant": "is rounded, or its sign taken: a constant in pieces",
    "inactive": "is handed to a function that is registered as inactive",
    "called": "is handed to a function that gives nothing of it back",
    "lost": "is taken as something that is no number with a derivative",
}


@final
@dataclass(frozen=True, slots=True)
class Why:
    """What became of an input; `str` shows it, and it is true where the output depends on it."""

    function: str
    input: str
    reaches: bool
    steps: tuple[Step, ...]

    def __bool__(self) -> bool:
        return self.reaches

    def __str__(self) -> str:
        shown = [line for step in self.steps for line in _shown(step)]
        return "\n".join([self._head(), *shown])

    def _repr_html_(self) -> str:
        return text(str(self))

    def _head(self) -> str:
        if self.reaches:
            return f"the output of '{self.function}' may depend on '{self.input}', by way of"
        zero = f"the gradient of '{self.function}' by '{self.input}' is zero"
        if not self.steps:
            return f"{zero}: nothing reads '{self.input}' after optimisation"
        return f"{zero}: what depends on '{self.input}' ends here"


def why(f: Function, name: str | int, of: object, how: Options) -> Why:
    """What becomes of an input of a function."""
    f = opened(f, name)
    choice = choose(f.plan, name, of)
    (n,) = choice.wrt
    recipe = reverse(f.plan, choice, how, value=False, seeded=True).routine.recipe
    assert isinstance(recipe, Derived)
    facts = known(differentiated_text(f.program.under(how), recipe), recipe)
    slots = [slot for slot, source in enumerate(f.plan.sources) if source == Given(n)]
    left = [output.slot if isinstance(output, Left) else None for output in choice.of]
    found = _dependence(facts, slots, left)
    steps = _way(facts, found) if found.reaches else _ends(facts, found)
    return Why(f.name, f.plan.inputs[n].name, found.reaches, tuple(dict.fromkeys(steps)))


def _dependence(
    facts: "ProgramFacts", slots: Iterable[int], outputs: Iterable[int | None]
) -> "Dependence":
    from ribozyme.analysis.activity.ends import Dependence
    from ribozyme.ir.instrs import Call, CallBr, Invoke
    from ribozyme.rules.names import Math

    def is_constant(instr: Any) -> bool:
        if not isinstance(instr, Call | Invoke | CallBr):
            return False
        meaning = facts.pointsto.meaning(instr)
        rule = facts.rule(meaning.op) if isinstance(meaning, Math) else None
        return rule is not None and rule.locally_constant

    params = facts.program.root.params
    return Dependence(
        facts.activity,
        [params[slot].local for slot in slots],
        [None if slot is None else params[slot].local for slot in outputs],
        is_constant,
    )


def _way(facts: "ProgramFacts", found: "Dependence") -> Iterable[Step]:
    from ribozyme.transform.core.places import place

    for function, value in found.way:
        definition = function.definitions[value.id]
        if definition is None:
            continue
        span, name = place(facts.function(function), definition)
        if span is not None:
            yield Step(f"in '{name}'", Span(span.file, span.line))


def _ends(facts: "ProgramFacts", found: "Dependence") -> Iterable[Step]:
    for end in sorted(found.ends(), key=lambda end: end.reason == "lost"):
        yield _said(facts, end)


def _said(facts: "ProgramFacts", end: "End") -> Step:
    from ribozyme.transform.core.places import place

    span, name = place(facts.function(end.function), end.instr)
    return Step(f"{_WORDS[end.reason]}, in '{name}'", span)


def _shown(step: Step) -> list[str]:
    excerpt = SOURCES.excerpt(step.span) if step.span is not None else None
    head = f"  {step.span}: {step.text}" if step.span is not None else f"  {step.text}"
    return [head, f"      {excerpt.text.strip()}"] if excerpt is not None else [head]
