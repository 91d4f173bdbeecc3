"""Derivatives by the transforms alone: compiled snippets, derived, printed, optimised and loaded.

text = prepared("double f(const double *x, int n) { … }")
module = derived(text, reverse("f", "dc"))             one letter per parameter: active, dup, const
loaded(module).address("f_grad")
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.pipeline import After
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import emit_object
from ribozyme.base.options import Options
from ribozyme.cinterface.natural import natural
from ribozyme.frontends.by_suffix import compile_file
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.module import Module
from ribozyme.ir.operand_text import Names
from ribozyme.ir.printer import print_module
from ribozyme.ir.values import Local
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan

KINDS: Final = {"a": Kind.ACTIVE, "c": Kind.CONST, "d": Kind.DUP}


@cache
def prepared(source: str, lang: str = "c") -> str:
    """The IR of a snippet as it comes before differentiation, without debug info."""
    made = compile_c(source, lang=lang, flags=["-g0", "-fno-discard-value-names"])  # type: ignore[arg-type]
    return pipeline.run("before", made.code)


def reverse(
    function: str, kinds: str, result: str = "a", width: int = 1, mode: Mode = Mode.REVERSE
) -> Request:
    """A derivative in reverse mode, called `f_grad`, `f_aug` or `f_rev`."""
    suffix = {Mode.REVERSE: "grad", Mode.AUGMENTED: "aug", Mode.SPLIT: "rev"}[mode]
    args = tuple(KINDS[kind] for kind in kinds)
    return Request(function, mode, args, KINDS[result], width, name=f"{function}_{suffix}")


def derived(text: str, *requests: Request) -> Module:
    """The module with derivatives in it."""
    return derive(parse_module(text), requests)


def with_threads(
    source: str | Path, request: Request, flags: Sequence[str] = (), options: Options | None = None
) -> Module:
    """The module of a program with OpenMP, as its threads are seen before LLVM, with a derivative
    in it."""
    compiled = compile_file if isinstance(source, Path) else compile_c
    made = compiled(source, flags=[*flags, "-fopenmp"])
    raw = llvm.link([made.code, *made.support])
    text = pipeline.run("before", llvm.canonical(llvm.without_target_attributes(raw)))
    return derive(natural(parse_module(text), reverse=True), [request], options or Options())


def final(module: Module | str, *, poison: bool = False, level: int = 3) -> str:
    """The module as LLVM leaves it, with its run time."""
    text = module if isinstance(module, str) else print_module(module)
    linked = arena.linked(llvm.canonical(text), poison=poison, guard=False)
    return pipeline.run("after", linked, after=After(level=level))  # type: ignore[arg-type]


def loaded(module: Module | str, *, poison: bool = False, level: int = 1) -> jit.Library:
    """The module as native code."""
    text = final(module, poison=poison, level=level)
    return jit.load(emit_object(startup.for_loading(llvm.canonical(text))))


def body(text: str, function: str) -> str:
    """The definition of one function in the text of a module."""
    start = text.index(f"@{function}(")
    start = text.rindex("define ", 0, start)
    return text[start : text.index("\n}", start) + 3]


def plan_text(plan: Plan) -> str:
    """A plan in a few lines: what is kept on each level, and which calls are more than plain."""
    function = plan.facts.function
    lines = [f"{function.name}:"]
    for key in sorted({slot.key for slot in plan.slots.values()}):
        storage = plan.storages.get(key)
        loop, dropped, *_ = key
        how = "" if storage is None or not storage.rows else ", in rows"
        where = "outside loops" if storage is None else f"loop {loop}, {storage.kind}{how}"
        unchanged = "".join(f", the same in every turn of loop {other}" for other in dropped)
        if storage is not None and storage.shared is not None:
            unchanged += "".join(f", perhaps of loop {one}" for one in storage.shared.loops)
        lines.append(f"  {where}{unchanged}")
        kept = (_node(plan, slot.node) for slot in plan.slots.values() if slot.key == key)
        lines += [f"    {text}" for text in sorted(kept)]
    for call, site in plan.calls:
        name = getattr(call.callee, "name", "a pointer")
        if type(site).__name__ not in ("Plain", "Drop"):
            lines.append(f"  call {name}: {type(site).__name__}")
    return "\n".join(lines) + "\n"


def _node(plan: Plan, node: Node) -> str:
    if node.kind not in ("value", "shadow"):
        return f"{node.kind} {node.id}"
    function = plan.facts.function
    names = Names(function)
    definition = function.definitions[node.id]
    local = function.params[node.id].local if definition is None else definition.result
    assert isinstance(local, Local)
    what = "argument" if definition is None else type(definition).__name__.lower()
    op = getattr(definition, "op", what)
    return f"{node.kind} {names.locals[node.id]}: {op} {local.type}"
