"""Effects of a call whose callee has no body, from the callee's name and attributes.

Names come first (`rules.names`), then `memory(…)`, `readonly`, `captures(none)` of declaration and
call site. What neither speaks of is possible: an unknown function reads, writes, keeps and calls.

    declare double @sin(double)                     touches no memory
    declare void @g(ptr readonly) memory(argmem: read)    reads what its argument points to
    declare void @h(ptr)                            anything
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from ribozyme.analysis.declared.cxxlibrary import (
    EXCEPTION_HANDLING,
    counts,
    extracts,
    is_string,
    returns_first,
)
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs, has, value_of
from ribozyme.ir.instrs import CallLike
from ribozyme.ir.metadata import LOST
from ribozyme.ir.module import Function
from ribozyme.ir.values import InlineAsm
from ribozyme.rules import openmp
from ribozyme.rules.algebra import is_routine
from ribozyme.rules.inactive import INSIDE, LARGEST, NOTING
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Math, Meaning, Mirrored
from ribozyme.rules.openmp import WAITS

# Inactive functions that only look at what they are given.
_LOOKING: Final = frozenset(
    [
        "printf",
        "fprintf",
        "vprintf",
        "vfprintf",
        "dprintf",
        "puts",
        "fputs",
        "putchar",
        "putc",
        "fputc",
        "fwrite",
        "perror",
        "fflush",
        "strlen",
        "strnlen",
        "strcmp",
        "strncmp",
        "strcasecmp",
        "strncasecmp",
        "memcmp",
        "bcmp",
        "atoi",
        "atol",
        "atoll",
        "atof",
        "abort",
        "exit",
        "_exit",
        "__assert_fail",
        "strchr",
        "strrchr",
        "strstr",
        "memchr",
        "memrchr",
        "strspn",
        "strcspn",
        "strpbrk",
        "__printf_chk",
        "__fprintf_chk",
        "__vprintf_chk",
        "__vfprintf_chk",
        "getenv",
        "rand",
        "srand",
        "clock",
        "pthread_mutex_lock",
        "pthread_mutex_unlock",
        "__stack_chk_fail",
        "malloc_usable_size",
    ]
)
# Inactive functions that do not come back: what they touch, nobody sees.
_ENDING: Final = frozenset(
    [
        "abort",
        "exit",
        "_exit",
        "_Exit",
        "quick_exit",
        "__assert_fail",
        "__assert_rtn",
        "__cxa_pure_virtual",
        "__cxa_deleted_virtual",
        "__stack_chk_fail",
        "_ZSt9terminatev",
        "__clang_call_terminate",
    ]
)
# Inactive functions that store bytes, never an address, through their arguments.
_BYTES: Final = frozenset(
    [
        "sprintf",
        "snprintf",
        "vsprintf",
        "vsnprintf",
        "__sprintf_chk",
        "__snprintf_chk",
        "__vsprintf_chk",
        "__vsnprintf_chk",
        "fgets",
        "fread",
        "read",
        "strcpy",
        "strncpy",
        "strcat",
        "strncat",
        "stpcpy",
        "stpncpy",
        "scanf",
        "fscanf",
        "sscanf",
        "__isoc99_scanf",
        "__isoc99_fscanf",
        "__isoc99_sscanf",
        "__isoc23_scanf",
        "__isoc23_fscanf",
        "__isoc23_sscanf",
        "gettimeofday",
        "clock_gettime",
        "time",
        "rand_r",
        "strftime",
        "getrandom",
        "rz.tree.colours",
    ]
)


@final
@dataclass(frozen=True, slots=True)
class Behaviour:
    """The most a call may do. Arguments are meant by number.

    `reads`, `writes`: memory its arguments point to; `reads_any`, `writes_any`: any memory code
    outside may know; `stores`: it may leave addresses in what it writes; `keeps`: arguments that
    code outside may know from then on; `returns`: arguments its result may point into; `fresh`: its
    result is new memory;
    `foreign`: its result may point anywhere; `calls`: arguments it may call.
    """

    meaning: Meaning | None = None
    reads: frozenset[int] = frozenset()
    writes: frozenset[int] = frozenset()
    reads_any: bool = False
    writes_any: bool = False
    stores: bool = False
    keeps: frozenset[int] = frozenset()
    returns: frozenset[int] = frozenset()
    fresh: bool = False
    foreign: bool = False
    calls: frozenset[int] = frozenset()
    frees: frozenset[int] = frozenset()
    outside: bool = False  # input and output, or state of its own
    throws: bool = True
    returns_always: bool = False
    numbers: bool = False  # what it reads and writes are numbers, never an address

    @property
    def touches_memory(self) -> bool:
        """It reads or writes memory of the program."""
        return bool(self.reads or self.writes or self.reads_any or self.writes_any)


def behaviour(program: Program, call: CallLike, target: Function | InlineAsm | None) -> Behaviour:
    """The most this call may do; `target` None is a function nobody knows."""
    pointers = frozenset(
        index for index, arg in enumerate(call.args) if may_point(arg.type) and _is_data(arg)
    )
    if isinstance(target, InlineAsm) and target.is_barrier:
        return Behaviour(throws=False, returns_always=True)
    attrs = program.attrs(call)
    name = target.name if isinstance(target, Function) else ""
    if isinstance(target, Function):
        attrs = (*program.attrs(target), *attrs)
    meaning = program.meaning(name) if name else None
    if isinstance(meaning, Math):
        return _computing(meaning, pointers)
    if target is None and has(call.attrs, OF_LIBRARY):
        return Behaviour(Inactive(), reads=pointers, writes=pointers, outside=True)
    known = _by_name(name, meaning, call, pointers)
    if known is None:
        known = _unknown(call, pointers, intrinsic=name.startswith("llvm."))
        if isinstance(target, InlineAsm) and not target.touches_memory:
            known = replace(known, reads_any=False, writes_any=False, calls=frozenset())
        known = _narrowed(known, program, call, target, attrs)
        if is_routine(name):
            known = replace(
                known,
                stores=False,
                foreign=False,
                returns=frozenset(),
                calls=frozenset(),
                numbers=True,
            )
    elif isinstance(meaning, Inactive):
        known = _narrowed(known, program, call, target, attrs)
    return replace(
        known,
        meaning=meaning,
        throws=known.throws and not has(attrs, "nounwind"),
        returns_always=known.returns_always or has(attrs, "willreturn"),
    )


def may_point(type: ty.Type, *, numbers: bool = False) -> bool:
    """Whether a value of the type may hold an address, as integers of 64 bits and more may; with
    `numbers`, whether it may hold the bits of one, as floats may, too."""
    match type:
        case ty.PtrType():
            return True
        case ty.IntType(bits=bits):
            return bits >= 64
        case ty.FloatType(bits=bits):
            return numbers and bits >= 64
        case ty.VectorType(element=ty.IntType(bits=bits), count=count):
            return bits * count >= 64
        case ty.VectorType(element=ty.FloatType(bits=bits), count=count):
            return numbers and bits * count >= 64
        case ty.VectorType(element=element) | ty.ArrayType(element=element):
            return may_point(element, numbers=numbers)
        case ty.StructType(fields=fields):
            return any(may_point(field, numbers=numbers) for field in fields or ())
        case _:
            return False


def _is_data(arg: object) -> bool:
    type = getattr(arg, "type", None)
    return not isinstance(type, ty.IntType)


def _by_name(
    name: str, meaning: Meaning | None, call: CallLike, pointers: frozenset[int]
) -> Behaviour | None:
    none: frozenset[int] = frozenset()
    calm = Behaviour(throws=False, returns_always=True)
    match meaning:
        case None:
            return None
        case Math():
            return _computing(meaning, pointers)
        case Inactive():
            return _inactive(name, call, pointers)
        case Mirrored() if name.startswith("llvm."):
            return replace(calm, returns=pointers)
        case Mirrored():
            return replace(
                calm, reads=pointers, writes=pointers, stores=True, returns=pointers, throws=True
            )
        case Allocation(into=into):
            throws = name.startswith("_Zn")
            if into is None:
                return replace(calm, fresh=True, throws=throws)
            return replace(calm, writes=frozenset({into}), stores=True, throws=throws)
        case Reallocation(pointer=pointer):
            return replace(calm, fresh=True, reads=frozenset({pointer}), frees=frozenset({pointer}))
        case Deallocation(pointer=pointer):
            return replace(calm, frees=frozenset({pointer}))
        case MemoryCopy(target=target, source=source):
            returned = frozenset({target}) if call.result is not None else none
            return replace(
                calm, reads=frozenset({source}), writes=frozenset({target}), returns=returned
            )
        case MemorySet(target=target):
            returned = frozenset({target}) if call.result is not None else none
            return replace(calm, writes=frozenset({target}), returns=returned)
        case Sorting(base=base, compare=compare):
            touched = frozenset({base})
            return Behaviour(reads=touched, writes=touched, calls=frozenset({compare}))
        case Searching(key=key, base=base, compare=compare):
            return Behaviour(
                reads=frozenset({key, base}),
                returns=frozenset({base}),
                calls=frozenset({compare}),
            )


@cache
def _computing(meaning: Math, pointers: frozenset[int]) -> Behaviour:
    """What a function with a rule does: it reads complex numbers that are passed in memory."""
    writes = frozenset(i for i in meaning.stores if i is not None)
    reads = pointers - writes
    return Behaviour(meaning, reads=reads, writes=writes, throws=False, returns_always=True)


def _inactive(name: str, call: CallLike, pointers: frozenset[int]) -> Behaviour:
    if name.startswith(("llvm.", f"{LOST}.")):
        return Behaviour(returns=pointers, throws=False, returns_always=True)
    if name.startswith("rz.inactive."):  # the program's own: it may do anything to its memory
        return _unknown(call, pointers, intrinsic=False)
    if has(call.attrs, ONLY_ASKED):
        return Behaviour(reads=pointers, throws=False, returns_always=True)
    returned = frozenset({0}) & pointers if name in INSIDE else pointers
    base = Behaviour(reads=pointers, returns=returned, outside=True, throws=name.startswith("_Z"))
    counted = call.result is None or not ty.is_pointer(call.result.type)
    if counted and (name in _LOOKING or name in _BYTES):  # a length, an order, a number read
        base = replace(base, returns=frozenset())
    if name in WAITS or name in openmp.ASKED:
        return replace(base, reads=frozenset(), returns=frozenset())
    if name in openmp.BOUNDS or name in openmp.CHOICES:
        return replace(base, writes=pointers, returns=frozenset())
    if name in _LOOKING or name in LARGEST:
        return base
    if name in NOTING:
        return replace(base, reads=frozenset(), returns=frozenset())
    if counts(name):
        return replace(base, writes=pointers, returns=frozenset())
    if name in EXCEPTION_HANDLING:
        return replace(base, writes=pointers, foreign=True)
    if name in _BYTES:
        return replace(base, writes=pointers)
    if is_string(name):
        self_only = frozenset({0}) & pointers
        returns = frozenset() if counted or "9_M_create" in name else self_only
        foreign = not counted and not returns_first(name)
        return replace(base, writes=pointers, stores=True, foreign=foreign, returns=returns)
    if returns_first(name):
        returns = frozenset({0}) & pointers
        writes = pointers if extracts(name) else returns
        return replace(base, writes=writes, stores=True, returns=returns)
    return replace(base, writes=pointers, stores=True, foreign=True)


def _unknown(call: CallLike, pointers: frozenset[int], *, intrinsic: bool) -> Behaviour:
    return Behaviour(
        reads=pointers,
        writes=pointers,
        reads_any=not intrinsic,
        writes_any=not intrinsic,
        stores=not intrinsic,
        keeps=frozenset() if intrinsic else pointers,
        returns=pointers,
        foreign=not intrinsic,
        calls=frozenset() if intrinsic else pointers,
        outside=not intrinsic,
        throws=not intrinsic,
        returns_always=intrinsic,
    )


def _captures(attrs: Attrs) -> bool:
    """Whether an argument may be used as an address after the call, other than by its result."""
    if has(attrs, "nocapture"):
        return False
    text = value_of(attrs, "captures")
    return not isinstance(text, str) or "provenance" in text.split("ret:")[0]


OF_LIBRARY: Final = '"rz.of.library"'
"""Said of calls by address that mean functions of the C++ library: they are inactive."""
ONLY_ASKED: Final = '"rz.only.asked"'
"""Said of calls whose result nobody follows: it is only compared with null."""

_READ: Final = frozenset({"read", "readwrite"})
_WRITE: Final = frozenset({"write", "readwrite"})


def memory(attrs: Attrs) -> dict[str, str]:
    """`memory(argmem: read, …: readwrite)` as a table; the key "" is what is not named."""
    table = {"": "readwrite"}
    for attr in attrs:
        match attr.name:
            case "memory" if isinstance(attr.value, str):
                fresh = {"": "none"}
                for part in attr.value.split(","):
                    place, _, access = part.rpartition(":")
                    fresh[place.strip()] = access.strip()
                table = fresh if table == {"": "readwrite"} else _both(table, fresh)
            case "readnone":
                table = {"": "none"}
            case "readonly":
                table = _both(table, {"": "read"})
            case _:
                pass
    return table


def _both(one: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for place in {*one, *other}:
        first, second = one.get(place, one[""]), other.get(place, other[""])
        reads = first in _READ and second in _READ
        writes = first in _WRITE and second in _WRITE
        found[place] = {
            (True, True): "readwrite",
            (True, False): "read",
            (False, True): "write",
        }.get((reads, writes), "none")
    return found


def _narrowed(
    known: Behaviour,
    program: Program,
    call: CallLike,
    target: Function | InlineAsm | None,
    attrs: Attrs,
) -> Behaviour:
    table = memory(attrs)
    arguments, rest = table.get("argmem", table[""]), table[""]
    reads, writes, keeps = set(known.reads), set(known.writes), set(known.keeps)
    for index in known.reads | known.writes | known.keeps:
        own = call.arg_attrs[index] if index < len(call.arg_attrs) else ()
        if isinstance(target, Function) and index < len(target.params):
            own = (*own, *target.params[index].attrs)
        if has(own, "readnone"):
            reads.discard(index)
            writes.discard(index)
        if has(own, "readonly"):
            writes.discard(index)
        if has(own, "writeonly"):
            reads.discard(index)
        if not _captures(own):
            keeps.discard(index)
    silent = arguments == "none" and rest == "none"
    returned = known.returns
    result_attrs = call.result_attrs
    if isinstance(target, Function):
        result_attrs = (*result_attrs, *target.result_attrs)
        for index, param in enumerate(target.params):
            if has(param.attrs, "returned"):
                returned = frozenset({index})
    fresh = has(result_attrs, "noalias")
    return replace(
        known,
        reads=frozenset(reads) if arguments in _READ else frozenset(),
        writes=frozenset(writes) if arguments in _WRITE else frozenset(),
        reads_any=known.reads_any and rest in _READ,
        writes_any=known.writes_any and rest in _WRITE,
        stores=known.stores and (arguments in _WRITE or rest in _WRITE),
        keeps=frozenset(keeps) if rest in _WRITE or arguments in _WRITE else frozenset(),
        returns=frozenset() if fresh else returned,
        fresh=known.fresh or fresh,
        foreign=known.foreign and not silent and not fresh,
        calls=known.calls if not silent else frozenset(),
        outside=known.outside and (rest != "none" or table.get("inaccessiblemem", rest) != "none"),
    )
