"""Reads variables that a region only reads where the region begins.

    double *x, k;                                       define @f.omp_outlined(…, ptr %x, ptr %k)
    #pragma omp parallel for            →                 %x.now = load ptr, ptr %x
    for (i) y[i] = k * x[i];                              %k.now = load double, ptr %k
                                                          for (i) …

A compiler hands the addresses of shared variables to a region. Whatever it cannot follow might
change them, an atomic update of a number for one; so it reads them in every iteration. But nobody
writes a variable of the caller's while it waits for the region, if all that is done with its
address is that: the caller reads and writes it, and regions read it.

The derivative of `k` is then added up by each thread on its way backwards, and added once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir.attrs import number
from ribozyme.ir.instrs import Alloca, Call, DbgRecord, Instr, Load, Store
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Block, Function, Module, Param
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.openmp import FORK
from ribozyme.transform.core.sites import callee_name

_GIVEN: Final = 3  # arguments of a fork before those of the region
_NUMBERS: Final = 2  # parameters of an outlined function before those
_CALM: Final = ("llvm.lifetime.", "llvm.dbg.")
_KEPT: Final = ("dbg", "tbaa")  # of a read that may now be made where it was not


def read_at_entry(module: Module) -> Module:
    """The module in which regions read such variables once; itself where there are none."""
    if FORK not in module.functions:
        return module
    forks = [
        (function, instr)
        for function in module.defined()
        for instr in function.instrs()
        if isinstance(instr, Call) and callee_name(instr) == FORK
    ]
    steady: dict[str, set[int]] = {}  # the parameters of which all forks say so
    for function, call in forks:
        target = call.args[_GIVEN - 1]
        if isinstance(target, GlobalRef):
            own = set(_steady(module, function, call))
            steady[target.name] = steady.get(target.name, own) & own
    changed = {
        name: made
        for name, places in steady.items()
        if (made := _reading(module, module.functions[name], places)) is not None
    }
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _steady(module: Module, function: Function, fork: Call) -> Iterator[int]:
    """The parameters of the region that are addresses of variables that do not change there."""
    for place, arg in enumerate(fork.args[_GIVEN:], _NUMBERS):
        made = function.definitions[arg.id] if isinstance(arg, Local) else None
        if isinstance(made, Alloca) and made.count is None:
            uses = (use for _, use in function.uses[made.result.id])
            if all(_is_known(module, use, made.result) for use in uses):
                yield place


def _is_known(module: Module, use: Instr, variable: Local) -> bool:
    """Whether a use of a variable's address leaves it unchanged while a region runs."""
    match use:
        case Load():
            return True
        case Store(value=value):
            return value is not variable
        case DbgRecord():
            return True
        case Call() if (callee_name(use) or "").startswith(_CALM):
            return True
        case Call(args=(_, _, GlobalRef(name=name), *given)) if callee_name(use) == FORK:
            region = module.functions.get(name)
            return region is not None and all(
                bool(_reads(region, region.params[place]))
                for place, arg in enumerate(given, _NUMBERS)
                if arg is variable
            )
        case _:
            return False


def _reads(region: Function, param: Param) -> list[Load] | None:
    """The reads of what a parameter points to; None where anything else is done with it."""
    found: list[Load] = []
    for _, use in region.uses[param.local.id]:
        match use:
            case Load(volatile=False, ordering=""):
                found.append(use)
            case DbgRecord():
                pass
            case _:
                return None
    return found


def _reading(module: Module, region: Function, places: set[int]) -> Function | None:
    """The region with such reads where it begins; None where there are none in other places."""
    layout, names = DataLayout(module.layout), list(region.names)
    first: list[Load] = []
    known: dict[int, Local] = {}  # what later reads gave → what the first one gives
    for place in sorted(places):
        param = region.params[place]
        reads = _reads(region, param) or []
        types = {read.result.type for read in reads}
        size = number(param.attrs, "dereferenceable") or 0
        if len(types) != 1 or layout.size(reads[0].result.type) > size:
            continue
        if all(region.home[read.result.id] == 0 for read in reads):
            continue
        now = fresh(names, reads[0].result.type)
        meta = tuple(item for item in reads[0].meta if item[0] in _KEPT)
        first.append(replace(reads[0], result=now, meta=meta))
        known.update((read.result.id, now) for read in reads)
    if not first:
        return None

    def value(operand: Value) -> Value:
        return known.get(operand.id, operand) if isinstance(operand, Local) else operand

    blocks = [
        Block(
            block.name,
            tuple(
                map_operands(instr, value, lambda label: label)
                for instr in block.instrs
                if instr.result is None or instr.result.id not in known
            ),
        )
        for block in region.blocks
    ]
    blocks[0] = Block(blocks[0].name, (*first, *blocks[0].instrs))
    return replace(region, blocks=tuple(blocks), names=names)
