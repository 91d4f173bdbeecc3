"""Variadic functions as functions of a list in memory: what `va_arg` reads was stored by somebody.

    sum(2, x, y)          →   area = {x, y};  sum(2, area)
    sum(int n, ...)           sum(int n, void *area)
      va_start(list)            list = {no register is left, area}

The calling convention of x86-64 puts into registers what there are registers for, and the others
into memory, one behind the other; a list says how many registers it has still to go through. A list
without any reads all from memory, whoever reads it. So the code that reads stays as it is, and what
it reads lies where analyses follow it.

Invariant: a list goes nowhere but where its reader is seen, or to a function of the library that
prints (as `vprintf`). What hands it elsewhere stays as it is, and so does what is called by its
address, or may be replaced by another function. Where others may call a function by its name they
find the old one.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs, number, type_of, without
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    Cast,
    Compare,
    DbgRecord,
    Gep,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    Store,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Header, Module, declaration
from ribozyme.ir.printer import print_module
from ribozyme.ir.rewrite import expanded, fresh, with_params
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local, Value
from ribozyme.parse import parse_module

__all__ = ["listed"]

_START: Final = "llvm.va_start"
_COPY: Final = "llvm.va_copy"
_END: Final = "llvm.va_end"
_MOVES: Final = (_COPY, "llvm.memcpy.", "llvm.memmove.")
_HARMLESS: Final = (_START, _END, "llvm.memset.", "llvm.lifetime.", "llvm.dbg.")
_PRINTING: Final = {
    "vprintf": 1,
    "__vprintf_chk": 2,
    "vfprintf": 2,
    "__vfprintf_chk": 3,
    "vdprintf": 2,
    "vsprintf": 2,
    "__vsprintf_chk": 4,
    "vsnprintf": 3,
    "__vsnprintf_chk": 5,
    "vasprintf": 2,
    "vsyslog": 2,
}
"""Functions of the library that read a list and keep nothing of it, and which argument it is."""
_ARCHITECTURE: Final = "x86_64"
_OTHERS: Final = ("windows", "win32", "mingw", "uefi")
"""Systems on which that architecture has another convention."""
_REPLACEABLE: Final = ("weak", "linkonce", "extern_weak", "available_externally", "common")
_OWN: Final = ("internal", "private")
_SLOT: Final = 8
_MEMCPY: Final = "llvm.memcpy.p0.p0.i64"
_MEMCPY_TYPE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64, ty.I1))
_GONE: Final[tuple[tuple[int, Value], ...]] = (
    (0, ConstInt(ty.I32, 48)),  # bytes of the registers of integers that are read
    (4, ConstInt(ty.I32, 176)),  # and of those and the registers of floats
    (16, ConstNull(ty.PTR)),  # where registers have been stored
)
"""A list that has gone through all registers, but for where its memory is."""
_AREA: Final = 8
"""Where a list has that."""
_MEMBERS: Final = ((0, ty.I32), (4, ty.I32), (8, ty.PTR), (16, ty.PTR))


def listed(text: str) -> str:
    """The module with lists in memory; itself where there are none."""
    if f"@{_START}" not in text:
        return text
    module = parse_module(text)
    if not module.triple.startswith(_ARCHITECTURE) or any(s in module.triple for s in _OTHERS):
        return text
    found = {f.name: f for f in module.defined() if _is_plain(f) and _Lists(module, f).are_read}
    named = Counter[str](_names(text, found))
    calls = Counter[str](
        callee
        for function in module.defined()
        for instr in function.instrs()
        if (callee := _called(instr)) in found and _is_changeable(instr, found[callee])
    )
    found = {name: f for name, f in found.items() if named[name] == calls[name] + 1}
    return print_module(_rewritten(module, found)) if found else text


def _names(text: str, wanted: dict[str, Function]) -> Iterator[str]:
    """The functions that are spelled in a module, as often as they are."""
    for piece in text.split("@")[1:]:
        end = next((at for at, c in enumerate(piece) if not (c.isalnum() or c in "$._-")), 0)
        if piece[:end] in wanted:
            yield piece[:end]


def _is_plain(function: Function) -> bool:
    return function.type.vararg and function.header.linkage not in _REPLACEABLE


def _called(instr: Instr) -> str:
    """The name of the function that is called directly; empty if none is."""
    if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef):
        return instr.callee.name
    return ""


def _is_changeable(instr: Instr, function: Function) -> bool:
    """Whether a call is one of the function as it is declared, with a frame of its own."""
    return (
        isinstance(instr, Call | Invoke)
        and instr.type is function.type
        and not instr.bundles
        and not (isinstance(instr, Call) and instr.tail == "musttail")
    )


# ---- where lists go ------------------------------------------------------------------------------


@final
class _Lists:
    """Where the lists of a variadic function go, through the functions that they are handed to."""

    def __init__(self, module: Module, function: Function) -> None:
        self._module = module
        self._function = function
        self._seen: set[tuple[str, int]] = set()  # functions, and the values that lead to lists
        self._slots: set[tuple[str, int]] = set()  # and variables that hold such

    @cached_property
    def are_read(self) -> bool:
        """Whether there are any, and only code that is seen reads them."""
        starts = [i for i in self._function.instrs() if _called(i).startswith(_START)]
        lists = [_base(self._function, i.args[0]) for i in starts if isinstance(i, Call)]
        work = [(self._function, local) for local in lists if local is not None]
        if not starts or len(work) < len(starts):
            return False
        while work:
            function, local = work.pop()
            if (function.name, local.id) in self._seen:
                continue
            self._seen.add((function.name, local.id))
            for _, user in function.uses[local.id]:
                further = self._further(function, local, user)
                if further is None:
                    return False
                work += further
        return True

    def _further(
        self, function: Function, local: Local, user: Instr
    ) -> list[tuple[Function, Local]] | None:
        """What else leads to a list by such a use; None if nobody knows."""
        is_slot = (function.name, local.id) in self._slots
        match user:
            case Load(result=result):
                return [(function, result)] if is_slot else []
            case Store(value=value, pointer=pointer) if value is local:
                slot = _base(function, pointer)
                if slot is None or is_slot:
                    return None
                self._slots.add((function.name, slot.id))
                self._seen.discard((function.name, slot.id))
                return [(function, slot)]
            case Store() | Compare():
                return []
            case Gep() | Phi() | Select() | Cast(op="addrspacecast" | "bitcast"):
                if is_slot:
                    self._slots.add((function.name, user.result.id))
                return [(function, user.result)]
            case Call() | Invoke():
                return self._handed(function, local, user, is_slot=is_slot)
            case _:
                return None

    def _handed(
        self, function: Function, local: Local, call: Call | Invoke, *, is_slot: bool
    ) -> list[tuple[Function, Local]] | None:
        name = _called(call)
        if name.startswith(_HARMLESS):
            return []
        if name.startswith(_MOVES):
            if call.args[1] is not local:
                return []
            into = _base(function, call.args[0])
            return None if is_slot or into is None else [(function, into)]
        target = self._module.functions.get(name)
        if is_slot or target is None:
            return None
        if target.is_declaration and name in _PRINTING:
            return [] if _at(call, local) == [_PRINTING[name]] else None
        if target.is_declaration or call.type is not target.type:
            return None
        places = _at(call, local)
        if not places or places[-1] >= len(target.params):
            return None
        return [(target, target.params[at].local) for at in places]


def _at(call: Call | Invoke, local: Local) -> list[int]:
    """The arguments of a call that are some value."""
    return [at for at, arg in enumerate(call.args) if arg is local]


def _base(function: Function, pointer: Value) -> Local | None:
    """The variable, or the parameter, that an address leads into."""
    while isinstance(pointer, Local):
        made = function.definition(pointer)
        if not isinstance(made, Gep):
            return pointer if made is None or isinstance(made, Alloca) else None
        pointer = made.base
    return None


# ---- the functions -------------------------------------------------------------------------------


def _rewritten(module: Module, found: dict[str, Function]) -> Module:
    """The module in which some functions are told where their arguments lie."""
    layout, functions = DataLayout(module.layout), dict(module.functions)
    names = {name: _name(functions, function) for name, function in found.items()}
    for function in list(functions.values()):
        if not function.is_declaration:
            functions[function.name] = _with_areas(module, layout, _plain_lists(function), names)
    for name, new in names.items():
        old = functions[name]
        made = _told(module, old)
        functions[new] = replace(made, name=new)
        if new != name:
            functions[new] = replace(functions[new], header=Header(linkage="internal"))
            functions[name] = expanded(replace(old, meta=()), _without_lines, old.names)
    if _MEMCPY not in functions:
        functions[_MEMCPY] = declaration(_MEMCPY, _MEMCPY_TYPE)
    return replace(module, functions=functions)


def _name(functions: dict[str, Function], function: Function) -> str:
    """What the function is called that has its place: its own name, unless others know it."""
    if function.header.linkage in _OWN:
        return function.name
    name = f"{function.name}.listed"
    while name in functions:
        name += "_"
    return name


def _told(module: Module, function: Function) -> Function:
    """The function with the place of its arguments as its last parameter."""
    names = list(function.names)
    area = fresh(names, ty.PTR)

    def change(instr: Instr) -> Iterator[Instr]:
        if not _called(instr).startswith(_START):
            yield instr
            return
        assert isinstance(instr, Call)
        for at, value in (*_GONE, (_AREA, area)):
            place = fresh(names, ty.PTR)
            yield Gep(place, ty.I8, instr.args[0], (ConstInt(ty.I64, at),), "", instr.meta)
            yield Store(value, place, 4 if value.type is ty.I32 else _SLOT, meta=instr.meta)

    made = with_params(expanded(function, change, names), [area])
    return replace(made, attrs=without(module.spelled(function.attrs), "memory"))


def _without_lines(instr: Instr) -> tuple[Instr, ...]:
    return () if isinstance(instr, DbgRecord) else (replace(instr, meta=()),)


def _plain_lists(function: Function) -> Function:
    """The function with lists copied by loads and stores, and never ended: nothing is lost."""
    names = list(function.names)

    def change(instr: Instr) -> Iterator[Instr]:
        name = _called(instr)
        if not name.startswith((_COPY, _END)) or not isinstance(instr, Call):
            yield instr
            return
        for at, type in _MEMBERS if name.startswith(_COPY) else ():
            places = fresh(names, ty.PTR), fresh(names, ty.PTR)
            for place, base in zip(places, instr.args, strict=True):
                yield Gep(place, ty.I8, base, (ConstInt(ty.I64, at),), "", instr.meta)
            value, align = fresh(names, type), 4 if type is ty.I32 else _SLOT
            yield Load(value, places[1], align, meta=instr.meta)
            yield Store(value, places[0], align, meta=instr.meta)

    named = any(_called(instr).startswith((_COPY, _END)) for instr in function.instrs())
    return expanded(function, change, names) if named else function


# ---- the calls -----------------------------------------------------------------------------------


def _with_areas(
    module: Module, layout: DataLayout, function: Function, found: dict[str, str]
) -> Function:
    """The function in which calls put arguments into memory."""
    if not any(_called(instr) in found for instr in function.instrs()):
        return function
    areas: list[Instr] = []
    names = list(function.names)

    def change(instr: Instr) -> Iterator[Instr]:
        name = _called(instr)
        if name not in found or not isinstance(instr, Call | Invoke):
            yield instr
            return
        area = fresh(names, ty.PTR)
        size, most = 0, 2 * _SLOT
        for arg, attrs in _more(instr):
            passed = type_of(attrs, "byval")
            type = passed or arg.type
            align = number(attrs, "align") if passed else layout.align(type)
            bytes, step = layout.alloc_size(type), max(align or 1, _SLOT)
            size, most = -(-size // step) * step, max(most, step)
            place = fresh(names, ty.PTR)
            yield Gep(place, ty.I8, area, (ConstInt(ty.I64, size),), "", instr.meta)
            if passed:
                yield _copied(place, arg, bytes, instr)
            else:
                yield Store(arg, place, step, meta=instr.meta)
            size += -(-bytes // _SLOT) * _SLOT
        areas.append(Alloca(area, ty.array(max(size, 1), ty.I8), align=most))
        yield _listing(module, instr, GlobalRef(ty.PTR, found[name]), area)

    made = expanded(function, change, names)
    entry = made.blocks[0]
    first = replace(entry, instrs=(*areas, *entry.instrs))
    return replace(made, blocks=(first, *made.blocks[1:]))


def _more(call: Call | Invoke) -> Iterator[tuple[Value, Attrs]]:
    """The arguments behind those that are declared, with their attributes."""
    fixed = len(call.type.params)
    attrs: tuple[Attrs, ...] = (*call.arg_attrs, *((),) * (len(call.args) - len(call.arg_attrs)))
    yield from zip(call.args[fixed:], attrs[fixed:], strict=True)


def _copied(place: Local, source: Value, bytes: int, call: Call | Invoke) -> Call:
    args = (place, source, ConstInt(ty.I64, bytes), ConstInt(ty.I1, 0))
    return Call(None, GlobalRef(ty.PTR, _MEMCPY), _MEMCPY_TYPE, args, meta=call.meta)


def _listing(module: Module, call: Call | Invoke, callee: Value, area: Local) -> Instr:
    """The call, told where its further arguments are: in this frame, so it is no tail call."""
    fixed = len(call.type.params)
    made = replace(
        call,
        callee=callee,
        type=ty.function(call.type.result, (*call.type.params, ty.PTR)),
        args=(*call.args[:fixed], area),
        arg_attrs=(*call.arg_attrs[:fixed], *((),) * (fixed - len(call.arg_attrs)), ()),
        attrs=without(module.spelled(call.attrs), "memory"),
    )
    return replace(made, tail="") if isinstance(made, Call) and made.tail == "tail" else made
