"""Functions that allocate or free, and that a checkpointed loop shares with the code around it, are
copied for the loop.

    u = made(n);  for (t) { v = made(n); … }      →      u = made(n);  f.step: v = f.made(n); …

A block is known by the instruction that allocates it. So a block of an iteration is told from one
that was there before the loop only where these instructions are two. A loop that its own iteration
reaches again is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from ribozyme.analysis.flow.callgraph import mentions
from ribozyme.base.record import replace
from ribozyme.ir.attrs import Attr, has
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.rewrite import clone, redirected
from ribozyme.rules.memory import Allocation, Deallocation, Reallocation
from ribozyme.rules.names import classify
from ribozyme.transform.checkpoint.labels import snapshots
from ribozyme.transform.checkpoint.references import without_paired
from ribozyme.transform.core.places import COPY
from ribozyme.transform.core.sites import callee_name


def with_own_callees(module: Module, root: str, own: str) -> Module:
    """The module in which the loop `own` has copies of what allocates and is shared."""
    step = f"{own}.step"
    inside = _reached(module, step, _called)
    outside = _reached(module, root, mentions, without=f"{own}.loop")
    shared = _allocating(module, inside & outside)
    around = {name for name in outside if f"{own}.loop" in mentions(module.functions[name])}
    if around & inside or any(snapshots(module.functions[name]) is not None for name in shared):
        return module
    copies = {name: f"{own}.{name}" for name in shared}
    functions = dict(module.functions)
    for name in inside - outside:
        functions[name] = redirected(without_paired(functions[name]), copies)
    for name, copy in copies.items():
        functions[copy] = redirected(without_paired(_copied(functions[name], copy)), copies)
    return replace(module, functions=functions)


def _reached(
    module: Module, start: str, ways: Callable[[Function], Iterable[str]], without: str = ""
) -> set[str]:
    """The functions with bodies that are reached from one."""
    found, work = {start}, [start]
    while work:
        for name in ways(module.functions[work.pop()]):
            function = module.functions.get(name)
            if function is None or function.is_declaration or name == without or name in found:
                continue
            found.add(name)
            work.append(name)
    return found


def _called(function: Function) -> Iterator[str]:
    """The names of what a function calls directly."""
    for instr in function.instrs():
        if isinstance(instr, Call | Invoke) and (name := callee_name(instr)) is not None:
            yield name


def _allocating(module: Module, names: Collection[str]) -> list[str]:
    """Those of some functions that allocate or free, or call such a one of them."""
    calls = {name: set(_called(module.functions[name])) for name in names}
    found = {
        name
        for name, called in calls.items()
        if any(
            isinstance(classify(one), Allocation | Deallocation | Reallocation) for one in called
        )
    }
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return sorted(found)


def _copied(function: Function, name: str) -> Function:
    copy = replace(clone(function, name), header=Header(linkage="internal"))
    if has(copy.attrs, COPY):
        return copy
    return replace(copy, attrs=(*copy.attrs, Attr(COPY, f'"{function.name}"')))
