"""What rules of the user's mean to a program: which of them a derivative uses, and pipelines that
conclude nothing from functions with rules.
"""

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from ribozyme.base.record import replace
from ribozyme.rules.custom import Rulebook, known

if TYPE_CHECKING:
    from ribozyme.backend import pipeline
    from ribozyme.ir.module import Header, Module

_CALLED: Final = re.compile(r"@([\w.$]+)\(")
Held: TypeAlias = "dict[str, Header]"  # the headers of functions that were made replaceable


def met(text: str, rules: str) -> None:
    """Take note of the added rules that a derivative uses, though it came out of the cache."""
    book = known(rules)
    for name in set(_CALLED.findall(text)):
        book.added(name)


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
