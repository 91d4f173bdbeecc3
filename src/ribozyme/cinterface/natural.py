"""A module on its way to reverse mode: every cycle a natural loop.

    parse → (is some function irreducible? rewrite → print → tidy up → parse) → derive

What LLVM makes of the rewritten functions is looked at again: should it have joined blocks so that a
cycle has two entries once more, they are taken as they were written, stack slots and all.
"""

from __future__ import annotations

from ribozyme.backend import pipeline
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.reducible import irreducible, reducible


def natural(module: Module) -> Module:
    """The module itself, or one in which every cycle that can have a header has one."""
    names = irreducible(module)
    if not names:
        return module
    text = print_module(reducible(module, names))
    made = parse_module(pipeline.run("reference", pipeline.run("scalar", text)))
    if irreducible(made):
        made = parse_module(pipeline.run("reference", text))
    return made
