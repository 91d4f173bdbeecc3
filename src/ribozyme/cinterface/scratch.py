"""Scratch for arguments marked `enzyme_const`, where rules made of functions take every shadow.

    double b[3];  __enzyme_autodiff(f, enzyme_dup, x, dx, enzyme_const, b)     b: 24 bytes
    double *b = malloc(n);  …                                                  b: as the heap says

The size of what an argument leads to is known from its allocation, as far as the caller shows it.
What is not known stays constant, and the rule that wants its shadow is refused where it is called.
The halves of a split derivative agree: an argument has scratch in all of them or in none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from ribozyme.base.record import replace
from ribozyme.cinterface.derivative_calls import Argument, DerivativeCall
from ribozyme.cinterface.lower import Lowered
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, Call, Cast, Gep, Invoke
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, GlobalVariable, Module
from ribozyme.ir.values import ConstCast, ConstGep, ConstInt, GlobalRef, Local, Value
from ribozyme.rules.custom import Rulebook
from ribozyme.rules.memory import Allocation
from ribozyme.transform.core.interface import HALVES, Kind

Size = int | Literal["heap"]
"""Bytes of the memory around an address, or the heap says for one that it gave."""
_STEPS: Final = 64


def with_scratch(module: Module, calls: Sequence[Lowered], book: Rulebook) -> tuple[Lowered, ...]:
    """The calls, in which constant arguments of known size come with scratch."""
    if not book.takes_shadows:
        return tuple(calls)
    found = [[_sizes(module, one, call, book) for call in one.calls] for one in calls]
    agreed = _agreed(calls, found)
    return tuple(
        replace(
            one,
            calls=tuple(
                _lent(call, {k: v for k, v in known.items() if _may(agreed, call, k)})
                for call, known in zip(one.calls, sizes, strict=True)
            ),
        )
        for one, sizes in zip(calls, found, strict=True)
    )


def _agreed(
    calls: Sequence[Lowered], found: Sequence[Sequence[dict[int, Size]]]
) -> dict[str, set[int]]:
    """By function, the arguments whose size is known to all halves of its derivative."""
    agreed: dict[str, set[int]] = {}
    for one, sizes in zip(calls, found, strict=True):
        for call, known in zip(one.calls, sizes, strict=True):
            if call.entry not in ("batch", "augmentsize") and call.mode in HALVES:
                agreed[call.function] = agreed.get(call.function, set(known)) & set(known)
    return agreed


def _may(agreed: dict[str, set[int]], call: DerivativeCall, number: int) -> bool:
    return call.mode not in HALVES or number in agreed.get(call.function, ())


def _lent(call: DerivativeCall, sizes: dict[int, Size]) -> DerivativeCall:
    kinds = list(call.kinds)
    for number in sizes:
        kinds[call.arguments[number].group.first] = Kind.SCRATCH
    return replace(call, kinds=tuple(kinds), scratch=sizes)


def _sizes(module: Module, one: Lowered, call: DerivativeCall, book: Rulebook) -> dict[int, Size]:
    """The sizes of what constant pointers lead to, by the argument's number."""
    if call.entry == "batch":
        return {}
    found: dict[int, Size] = {}
    for number, argument in enumerate(call.arguments):
        if not _is_constant_pointer(argument):
            continue
        if call.entry == "augmentsize":
            found[number] = 0  # there is nothing to allocate
            continue
        place = one.place[argument.primal[0]]
        sizes = {_size(module, by, instr.args[place], book) for by, instr in _uses(module, one)}
        known = [size for size in sizes if size is not None]
        if known and len(known) == len(sizes) and ("heap" not in known or len(known) == 1):
            found[number] = max(known, key=lambda size: size if isinstance(size, int) else 0)
    return found


def _is_constant_pointer(argument: Argument) -> bool:
    group = argument.group
    plain = group.types == (ty.PTR,) and group.memory is None and not argument.behind
    return argument.marker == "const" and plain


def _uses(module: Module, one: Lowered) -> Iterator[tuple[Function, Call | Invoke]]:
    for function in module.defined():
        for instr in function.instrs():
            match instr:
                case (
                    Call(callee=GlobalRef(name=one.name)) | Invoke(callee=GlobalRef(name=one.name))
                ):
                    yield function, instr
                case _:
                    pass


def _size(module: Module, function: Function, value: Value, book: Rulebook) -> Size | None:
    start, moved = _beginning(function, value)
    match start:
        case GlobalRef(name=name):
            variable = module.globals.get(name)
            if not isinstance(variable, GlobalVariable) or variable.initialiser is None:
                return None
            return DataLayout(module.layout).alloc_size(variable.type)
        case Local():
            made = function.definition(start)
            if isinstance(made, Alloca):
                return _of_alloca(module, made)
            whole = isinstance(made, Call | Invoke) and not moved and _is_from_heap(made, book)
            return "heap" if whole else None
        case _:
            return None


def _beginning(function: Function, value: Value) -> tuple[Value, bool]:
    """The address that one was computed from, and whether it may be another than that."""
    moved = False
    for _ in range(_STEPS):
        made = function.definition(value) if isinstance(value, Local) else value
        match made:
            case ConstGep() | Gep():
                value, moved = made.base, True
            case ConstCast(value=inner):
                value = inner
            case Cast(op="bitcast", value=operand):
                value = operand
            case _:
                break
    return value, moved


def _of_alloca(module: Module, made: Alloca) -> int | None:
    size = DataLayout(module.layout).alloc_size(made.allocated)
    match made.count:
        case None:
            return size
        case ConstInt(value=count):
            return size * count
        case _:
            return None


def _is_from_heap(call: Call | Invoke, book: Rulebook) -> bool:
    """Whether a call gives a block of which the C library knows the size."""
    if not isinstance(call.callee, GlobalRef):
        return False
    found = book.meaning(call.callee.name)
    own = call.callee.name in book.meanings  # an allocator of the program's
    return isinstance(found, Allocation) and found.into is None and not own
