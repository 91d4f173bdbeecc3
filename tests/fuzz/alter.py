"""Mutations of IR that change what it means, and leave it a program that runs.

`altered` makes one to four small changes in the float arithmetic of a module, drawn from a seed:

    fsub double %a, %b              →   fsub double %b, %a, or another operation, or operand
    fmul double %a, 2.0             →   fmul double %a, -1.25
    fmul fast double %a, %b         →   fmul double %a, %b;  without flags: with some of them
    fcmp olt double %a, %b          →   fcmp ogt
    select i1 %c, double %a, %b     →   select i1 %c, double %b, %a;  a phi's likewise
    load double, ptr %p             →   load double, ptr %q, which was loaded just before
    call double @llvm.sin(%a)       →   call double @llvm.cos(%a), where that is declared

Bounds of loops, integers and addresses stay as they are, so that what comes out seldom traps or
hangs; where LLVM finds that a value is used before it is there, other changes are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import loops
from ribozyme.backend import llvm
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Compare, FBinary, Instr, Load, Phi, Select
from ribozyme.ir.module import Function, Module
from ribozyme.ir.printer import print_module
from ribozyme.ir.rewrite import mapped
from ribozyme.ir.values import ConstFloat, GlobalRef, Local, Value, const_float
from ribozyme.parse import parse_module

_OPERATIONS: Final = ("fadd", "fsub", "fmul", "fdiv")
_PREDICATES: Final = ("olt", "ole", "ogt", "oge", "une", "ult")
_CONSTANTS: Final = (0.5, -1.25, 3.0, 0.0, 1.0)
_FLAGS: Final = "reassoc nsz arcp contract afn"  # the others make values poison
_FUNCTIONS: Final = ("sin", "cos", "exp", "tanh", "fabs", "sqrt", "log")
_ROUNDS: Final = 8


def altered(text: str, seed: int) -> str | None:
    """The text of a module after some changes; nothing where there is nothing to change."""
    rng, module = Random(seed), parse_module(text)
    sites = [
        (name, instr, others)
        for name, function in module.functions.items()
        if not function.is_declaration
        for instr, others in _sites(module, function)
    ]
    for _ in range(_ROUNDS if sites else 0):
        chosen = [rng.choice(sites) for _ in range(rng.randint(1, 4))]
        functions = dict(module.functions)
        for name, instr, others in chosen:
            new = rng.choice(others)
            functions[name] = mapped(
                functions[name], lambda i, old=instr, new=new: new if i is old else i
            )
        try:
            return llvm.canonical(print_module(replace(module, functions=functions)))
        except Exception:
            continue  # a use that its definition does not dominate
    return None


def _sites(module: Module, function: Function) -> Iterator[tuple[Instr, list[Instr]]]:
    """The instructions that have others in their place, and those."""
    nest = loops(flow(function))
    for index, block in enumerate(function.blocks):
        before: list[Instr] = []
        for instr in block.instrs:
            if isinstance(instr, Compare) and _steers(function, instr) and nest.around(index):
                continue  # it may be what ends the loop
            others = list(_others(module, instr, before))
            if others:
                yield instr, others
            before.append(instr)


def _steers(function: Function, compare: Compare) -> bool:
    """Whether a comparison decides on more than which number is taken."""
    uses = (use for _, use in function.uses[compare.result.id])
    return not all(isinstance(use, Select) and _is_float(use.result) for use in uses)


def _others(module: Module, instr: Instr, before: list[Instr]) -> Iterator[Instr]:
    match instr:
        case FBinary(op=op, lhs=lhs, rhs=rhs):
            if op in {"fsub", "fdiv"}:
                yield replace(instr, lhs=rhs, rhs=lhs)
            yield from (replace(instr, op=other) for other in _OPERATIONS if other != op)
            yield replace(instr, flags="" if instr.flags else _FLAGS)
            yield from (replace(instr, lhs=value) for value in _values(lhs, before))
            yield from (replace(instr, rhs=value) for value in _values(rhs, before))
        case Compare(op="fcmp", predicate=predicate):
            yield from (replace(instr, predicate=p) for p in _PREDICATES if p != predicate)
        case Select(then=then, otherwise=otherwise) if _is_float(then):
            yield replace(instr, then=otherwise, otherwise=then)
        case Phi(incoming=((one, a), (two, b))) if _is_float(one):
            yield replace(instr, incoming=((two, a), (one, b)))
        case Load(result=result) if _is_float(result):
            for other in before[-12:]:
                if isinstance(other, Load) and other.result.type is result.type:
                    yield replace(other, result=result)
        case Call(callee=GlobalRef(name=name)):
            stem, _, rest = name.removeprefix("llvm.").partition(".")
            for other in _FUNCTIONS if stem in _FUNCTIONS and name.startswith("llvm.") else ():
                found = f"llvm.{other}.{rest}"
                if other != stem and found in module.functions:
                    yield replace(instr, callee=GlobalRef(instr.callee.type, found))
        case _:
            return


def _is_float(value: Value) -> bool:
    return isinstance(ty.scalar(value.type), ty.FloatType)


def _values(old: Value, before: list[Instr]) -> Iterator[Value]:
    """What may stand in place of an operand: another constant, or a value made just before."""
    if isinstance(old, ConstFloat):
        yield from (const_float(old.type, value) for value in _CONSTANTS)
        return
    for instr in before[-6:]:
        result = instr.result
        if isinstance(result, Local) and result is not old and result.type is old.type:
            yield result
