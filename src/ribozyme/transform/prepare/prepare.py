"""Prepares a program for the analyses: two lists of named passes over parsed IR, each run once, in
order, before anything is known of it.

    PROGRAM    Module → Module      once for a module: patterns that analyses read more precisely
                                    when they are written another way
    REQUEST    Task → Task          once for a derivative: what the request says of the program

A pass keeps what the program computes. What a pass needs to know it reads off the instructions;
rewriting that needs the facts is in `refine`. `ribozyme explain --passes` prints what each changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from ribozyme.analysis.flow.callgraph import Program, mentions
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass, replace
from ribozyme.base.stages import staged
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.rewrite import clone
from ribozyme.rules.custom import Rulebook
from ribozyme.transform.checkpoint.chosen import checkpointed
from ribozyme.transform.checkpoint.named import Wanted
from ribozyme.transform.core.interface import Request
from ribozyme.transform.custom.custom_derivatives import hidden, through
from ribozyme.transform.parallel.forked_regions import regions_as_calls
from ribozyme.transform.prepare.addressbits import addresses_as_bits
from ribozyme.transform.prepare.byvalue import own_structs
from ribozyme.transform.prepare.downcasts import known_downcasts
from ribozyme.transform.prepare.elements import words_in_vectors_apart
from ribozyme.transform.prepare.facets import library_facets
from ribozyme.transform.prepare.loops.last_iteration import last_turns_apart
from ribozyme.transform.prepare.members import members_apart
from ribozyme.transform.prepare.received import numbers_apart
from ribozyme.transform.prepare.unaligned import unaligned

Trace = Callable[[str, Module], None]
"""Is told the name of each pass, and the module behind it."""


def silent(_: str, __: Module) -> None:
    """Nobody asks."""


@final
@dataclass(frozen=True, slots=True)
class Task:
    """A derivative that is asked for, and the program that it is of."""

    module: Module
    request: Request
    book: Rulebook
    prefix: str
    """Of the names of what is made."""
    root: str
    """The name of the function that is differentiated."""
    checkpoints: tuple[Wanted, ...] | None = ()
    """Of which loops snapshots are kept in place of all iterations."""

    @property
    def function(self) -> Function:
        """What is differentiated."""
        return self.module.functions[self.root]


@staged("prepare")
def prepared(module: Module, trace: Trace = silent) -> Module:
    """The same program, as the analyses want it."""
    for name, change in PROGRAM:
        module = change(module)
        trace(name, module)
    return module


@staged("prepare")
def prepared_for(task: Task, trace: Trace = silent) -> Task:
    """The same program, as a request wants it."""
    for name, change in REQUEST:
        task = change(task)
        trace(name, task.module)
    root = task.module.functions.get(task.root)
    if root is None or root.is_declaration:
        raise error("RZ505", f"'{task.root}' has no visible body")
    return task


# ---- the passes of a request -------------------------------------------------------------------


def _hide(task: Task) -> Task:
    """Functions that have derivatives by hand are declarations."""
    return replace(task, module=hidden(task.module, task.book, task.request.mode))


def _give_body(task: Task) -> Task:
    """A root that has a derivative by hand gets a body that calls it."""
    root = task.module.functions.get(task.root)
    if root is None or not root.is_declaration or not task.book.additions:
        return task
    if not task.book.added(root.name):
        return task
    body = through(root, f"{task.prefix}.{root.name}.through")
    return replace(task, module=_with(task.module, body.name, body), root=body.name)


def _separate(task: Task) -> Task:
    """A root that may be called from below itself is a function of its own."""
    root = task.module.functions.get(task.root)
    if root is None or root.is_declaration or not called_again(task.module, root):
        return task
    module, copy = root_apart(task.module, root)
    return replace(task, module=module, root=copy.name)


def _checkpoint(task: Task) -> Task:
    """Loops that are checkpointed are functions of their own."""
    module = checkpointed(task.module, task.root, task.request, task.checkpoints)
    return replace(task, module=module)


def called_again(module: Module, root: Function) -> bool:
    """Whether what a root reaches may call the root itself."""
    return any(root.name in mentions(function) for function in Program(module, root).functions)


def root_apart(module: Module, root: Function) -> tuple[Module, Function]:
    """A root of its own beside the function: what a request says of the root's arguments holds for
    the first call only, not for those that come from inside.

        f(x, n) calls f(y, n - 1), x const      →      f.root(x, n) calls f(y, n - 1)
    """
    name = f"{root.name}.root"
    while name in module.functions:
        name += ".root"
    copy = replace(clone(root, name), header=Header(linkage="internal"), meta=())
    return _with(module, name, copy), copy


def _with(module: Module, name: str, function: Function) -> Module:
    return replace(module, functions={**module.functions, name: function})


PROGRAM: Final[tuple[tuple[str, Callable[[Module], Module]], ...]] = (
    ("parallel regions", regions_as_calls),
    ("alignment behind masked addresses", unaligned),
    ("dynamic_cast to a derived class", known_downcasts),
    ("facets of the C++ library", library_facets),
    ("numbers that are read", numbers_apart),
    ("structs by value", own_structs),
    ("words in vectors", words_in_vectors_apart),
    ("addresses in constants", addresses_as_bits),
    ("structs in registers", members_apart),
    ("last iterations", last_turns_apart),
)
"""What is done for all derivatives of a module. The order matters where a pass writes what a later
one reads: single words before the constants in them, and these before members of structs."""

REQUEST: Final[tuple[tuple[str, Callable[[Task], Task]], ...]] = (
    ("derivatives by hand", _hide),
    ("a body for the root", _give_body),
    ("a root of its own", _separate),
    ("checkpointed loops", _checkpoint),
)
"""What is done for one derivative."""
