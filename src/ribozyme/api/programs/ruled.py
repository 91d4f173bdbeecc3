"""What rules of the user's mean to a program: which of them a derivative uses, and pipelines that
conclude nothing from functions with rules.
"""

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from ribozyme.api.calling.routine import Derived
from ribozyme.base.errors import Error, error
from ribozyme.base.record import replace
from ribozyme.rules.custom import Rulebook, known

if TYPE_CHECKING:
    from ribozyme.api.calling.routine import Routine
    from ribozyme.api.programs.program import Program
    from ribozyme.backend import pipeline
    from ribozyme.ir.module import Header, Module

_CALLED: Final = re.compile(r"@([\w.$]+)\(")
Held: TypeAlias = "dict[str, Header]"  # the headers of functions that were made replaceable


def met(text: str, rules: str) -> None:
    """Take note of the added rules that a derivative uses, though it came out of the cache."""
    book = known(rules)
    for name in set(_CALLED.findall(text)):
        book.added(name)


def used_up(program: "Program", routine: "Routine") -> str:
    """The function with a rule of which a derivative's tape may be run back once only, since the
    rule's gradient may free or change what it kept; "" if there is none."""
    recipe = routine.recipe
    if not isinstance(recipe, Derived) or not known(recipe.rules).pairs:
        return ""

    def find() -> bytes:
        from ribozyme.api.programs import derivations, texts
        from ribozyme.transform.custom import repeated

        facts = derivations.known(texts.differentiated_text(program, recipe), recipe)
        return (repeated.used_up(facts) or "").encode()

    return program.kept(f"used up {routine.digest}", find, routine).decode()


def spent(name: str, ruled: str) -> Error:
    """The error where such a tape would have to wait for several reverse sweeps."""
    return error(
        "RZ213",
        f"'{name}' cannot be split: the rule of '{ruled}' may free or change what it kept when its "
        "gradient runs, and the function itself cannot run again",
        helps=("let `gradient` leave what it is given as it is, or take rz.grad, which runs once",),
    )


def undisturbed(text: str, rules: str, stage: "pipeline.Name") -> str:
    """A module after a pipeline that concludes nothing from functions with added rules.

    They are `weak` meanwhile: they might be replaced by others, so they are not inlined, and what
    they return is not known.
    """
    from ribozyme.backend import llvm, pipeline
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module

    book, module = known(rules), parse_module(llvm.to_text(text))
    held = {name: module.functions[name].header for name in _involved(book, module)}
    if not held:
        return pipeline.run(stage, text)
    weak = {
        name: replace(header, linkage="weak", visibility="", preemption="")
        for name, header in held.items()
    }
    made = pipeline.run(stage, print_module(_with_headers(module, weak)))
    return print_module(_with_headers(parse_module(made), held))


def _with_headers(module: "Module", headers: "Held") -> "Module":
    functions = {
        name: replace(function, header=headers[name]) if name in headers else function
        for name, function in module.functions.items()
    }
    return replace(module, functions=functions)


def _involved(book: Rulebook, module: "Module") -> set[str]:
    found = {name for pair in book.pairs.values() for name in (pair.augment, pair.gradient)}
    found |= {one.forward for one in book.forwards.values()}
    found |= {name for name in module.functions if book.added(name) is not None}
    return {
        name
        for name in found
        if name in module.functions and not module.functions[name].is_declaration
    }
