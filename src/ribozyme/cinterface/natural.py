"""A module made ready for derivatives where control flow, or what an instruction is, is unusual.

    parse → (assembly? instructions) → (vectors of addresses? single ones)
          → (atomic accesses in regions? critical sections) → (variables of regions? read once)
          → (atomic updates without a type? typed)
          → (computed jumps? switches) → (cycles with several entries? loops) → derive

What was rewritten goes through LLVM once more. What LLVM makes of it is looked at again: should it
have joined blocks so that a cycle has two entries once more, functions are taken as they were
written, stack slots and all.
"""

from __future__ import annotations

from ribozyme.backend import pipeline
from ribozyme.base.stages import staged
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.parallel.atomics import atomics_as_events
from ribozyme.transform.parallel.captured import read_at_entry
from ribozyme.transform.parallel.typed_atomics import atomics_with_types
from ribozyme.transform.prepare.address_vectors import separate
from ribozyme.transform.prepare.assembly import plain
from ribozyme.transform.prepare.jumps import computed, switched
from ribozyme.transform.prepare.reducible import irreducible, reducible


@staged("prepare")
def natural(module: Module, *, reverse: bool) -> Module:
    """The module itself where all is well, else one without computed jumps; for reverse mode one
    in which every cycle is a natural loop."""
    module = separate(plain(module))
    module = atomics_as_events(module)
    read = read_at_entry(atomics_with_types(module))
    if read is not module:
        module = parse_module(pipeline.run("before", print_module(read)))
    if computed(module):
        module = _simplified(print_module(switched(module)))
    names = irreducible(module) if reverse else ()
    if not names:
        return module
    text = print_module(reducible(module, names))
    made = _simplified(text)
    return parse_module(pipeline.run("reference", text)) if irreducible(made) else made


def _simplified(text: str) -> Module:
    return parse_module(pipeline.run("reference", pipeline.run("scalar", text)))
