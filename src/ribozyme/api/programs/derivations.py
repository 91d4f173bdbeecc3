"""The door to the differentiator: the text of a module in, the text with a derivative out."""

from typing import TYPE_CHECKING

from ribozyme.api.calling.routine import FROM_TAPE, Derived
from ribozyme.api.calling.wrappers import FROM_TAPE_DECLARED, Half, Halves, from_tape_text
from ribozyme.api.signatures.linkage import undeclared
from ribozyme.base.errors import error
from ribozyme.base.record import replace

if TYPE_CHECKING:
    from ribozyme.ir.module import Module
    from ribozyme.rules.custom import Rulebook
    from ribozyme.transform.core.facts import ProgramFacts
    from ribozyme.transform.core.interface import Mode, Request
    from ribozyme.transform.reverse.plan.plan import Plan


def derived_text(text: str, recipe: Derived, digest: str) -> tuple[str, str, tuple[str, ...]]:
    """The module with the derivative in it, the derivative's name, and the types it returns."""
    from ribozyme.ir import types as ty
    from ribozyme.ir.printer import print_module
    from ribozyme.transform.derive import derive

    name = f"rz.d.{digest}"
    if recipe.mode == FROM_TAPE:
        return _from_tape_text(text, recipe, name)
    request = _request(recipe, name)
    made = derive(_ready(text, recipe), [request], recipe.options, _book(recipe))
    function = made.functions.get(name)
    if function is None:
        raise error("RZ901", f"the differentiator made no function '{name}'")
    return print_module(made), name, tuple(map(str, ty.elements(function.type.result)))


def _from_tape_text(text: str, recipe: Derived, name: str) -> tuple[str, str, tuple[str, ...]]:
    """The augmented half, the pass over its tape, and `name`, which calls one after the other."""
    from ribozyme.cinterface.differentiation import frame_bytes
    from ribozyme.ir import types as ty
    from ribozyme.ir.printer import print_module
    from ribozyme.transform.core.interface import Kind, Mode
    from ribozyme.transform.derive import derive

    requests = []
    for mode in (Mode.AUGMENTED, Mode.FROM_TAPE):
        request = _request(recipe, f"{name}.{mode.name.lower()}", mode)
        kinds = tuple(
            Kind.ACTIVE if kind is Kind.DUP and slot != "ptr" else kind
            for kind, slot in zip(request.args, recipe.of.slots, strict=True)
        )
        requests.append(replace(request, args=kinds, replayed=True))
    made = derive(_ready(text, recipe), requests, recipe.options, _book(recipe))
    first, second = (
        Half(
            f"{name}.{mode.name.lower()}",
            tuple(map(str, ty.elements(made.functions[f"{name}.{mode.name.lower()}"].type.result))),
        )
        for mode in (Mode.AUGMENTED, Mode.FROM_TAPE)
    )
    glue, results = from_tape_text(recipe, name, first, second, frame_bytes(made, first.name) or 0)
    whole = print_module(made)
    return f"{whole}\n{undeclared(FROM_TAPE_DECLARED, whole)}\n{glue}", name, results


def split_halves(text: str, recipe: Derived, digest: str) -> tuple[str, Halves]:
    """The module with both halves of a split derivative in it, and what they are."""
    from ribozyme.cinterface.differentiation import frame_bytes
    from ribozyme.ir import types as ty
    from ribozyme.ir.printer import print_module
    from ribozyme.transform.core.interface import Mode
    from ribozyme.transform.derive import derive

    names = (f"rz.aug.{digest}", f"rz.rev.{digest}")
    requests = [
        _request(recipe, name, mode)
        for name, mode in zip(names, (Mode.AUGMENTED, Mode.SPLIT), strict=True)
    ]
    made = derive(_ready(text, recipe), requests, recipe.options, _book(recipe))
    forward, reverse = (
        tuple(map(str, ty.elements(made.functions[name].type.result))) for name in names
    )
    frame = frame_bytes(made, names[0]) or 0
    return print_module(made), Halves(names[0], forward, names[1], reverse, frame)


def plans(text: str, recipe: Derived) -> "tuple[Plan, ...]":
    """The plans of a derivative in reverse mode: the root's, then those of what it calls."""
    from ribozyme.transform.derive import plans as planned

    return planned(_ready(text, recipe), _request(recipe, "rz.d"), recipe.options, _book(recipe))


def prepared(
    text: str, recipe: Derived
) -> "tuple[Module, list[tuple[str, Module]], frozenset[str]]":
    """The module as it is read, and behind each pass that runs before a derivative is planned; the
    functions that are reached in the end."""
    from ribozyme.transform.derive import facts

    module = _ready(text, recipe)
    steps: list[tuple[str, Module]] = []
    request, book = _request(recipe, "rz.d"), _book(recipe)

    def note(name: str, made: "Module") -> None:
        steps.append((name, made))

    known = facts(module, request, recipe.options, book, note)
    return module, steps, frozenset(function.name for function in known.pointsto.functions)


def known(text: str, recipe: Derived) -> "ProgramFacts":
    """What is known of a program where a derivative of it is made."""
    from ribozyme.transform.derive import facts

    return facts(_ready(text, recipe), _request(recipe, "rz.d"), recipe.options, _book(recipe))


def _book(recipe: Derived) -> "Rulebook":
    from ribozyme.rules.custom import known

    return known(recipe.rules)


def _ready(text: str, recipe: Derived) -> "Module":
    from ribozyme.api.programs.parsed import parsed
    from ribozyme.cinterface.natural import natural
    from ribozyme.transform.prepare.owned import owned

    return owned(natural(parsed(text), reverse=recipe.mode != "forward"))


def _request(recipe: Derived, name: str, mode: "Mode | None" = None) -> "Request":
    from ribozyme.transform.core.interface import Kind, Mode, Request

    return Request(
        recipe.of.symbol,
        mode or Mode(recipe.mode),
        tuple(Kind(kind) for kind in recipe.kinds),
        Kind(recipe.result),
        recipe.width,
        recipe.primal,
        name,
        frozenset(recipe.kept),
        sets=recipe.sets,  # type: ignore[arg-type]
    )
