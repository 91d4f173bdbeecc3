"""What Fortran's run time does with objects of derived types, written as C for each program.

    type :: cell                            static void destroy_0(byte *at) {
      real(8), allocatable :: c(:)    →       component_destroyed(at + 0, 1, DOUBLE, 8, no_bytes);
      real(8) :: t                          }
    end type                                … assign_0, initialize_0

flang describes each type in constant tables, which its run time interprets. Interpreted tables have
no types that an analysis could see. So the tables are read here, and functions are written that do
the same to each component: they are inlined, and differentiated like the program's own code.
`final` procedures are called as flang's run time calls them: the type's own, those of its
components, those of its parent. A component whose type has an assignment of its own is not copied:
the program ends with an error that says so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, final

from ribozyme.base.record import record
from ribozyme.ir.module import GlobalVariable
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstCast,
    ConstGep,
    ConstInt,
    GlobalRef,
)
from ribozyme.parse.module import parse_module

_TABLES: Final = re.compile(r"%\S+ = type|@\S*EX(?:dt|c|b|s)X\S* = .*constant")
_OF_TYPE: Final = re.compile(r"\w*EXdtX\w+")
_DATA, _POINTER, _ALLOCATABLE = 1, 2, 3
_CHARACTER, _DERIVED = 4, 6
_ASSIGNMENTS: Final = (1, 2)  # of a type's special bindings: of scalars, elemental
_ELEMENTAL_FINAL, _ANY_RANK_FINAL, _SCALAR_FINAL = 7, 8, 9  # from here on by rank
_CODES: Final[Mapping[tuple[int, int], str]] = {
    (0, 1): "INT8", (0, 2): "INT16", (0, 4): "INT32", (0, 8): "INT64", (2, 4): "FLOAT",
    (2, 8): "DOUBLE", (3, 4): "COMPLEX4", (3, 8): "COMPLEX8", (4, 1): "CHARACTER",
    (5, 1): "BOOL", (5, 2): "LOGICAL16", (5, 4): "LOGICAL32", (5, 8): "LOGICAL64",
}  # fmt: skip


@final
@record
class Component:
    """A component of a derived type, as flang's tables have it."""

    genre: int
    category: int
    kind: int
    rank: int
    offset: int
    length: int | None  # of text; None where that is no constant
    derived: str  # the symbol of its type's table
    elements: int | None  # of an array in place; None where that is no constant
    initial: str  # the symbol of its initial value


@final
@record
class FinalProcedure:
    """A `final` procedure: its symbol, the rank of what it takes, how it takes that."""

    symbol: str
    rank: int | None  # None: of any rank
    elemental: bool
    by_descriptor: bool


@final
@record
class DerivedType:
    """A derived type: its table's symbol, its bytes, and its components."""

    symbol: str
    size: int
    components: tuple[Component, ...]
    extends: str  # the table of its parent
    finals: tuple[FinalProcedure, ...]
    assigns: bool  # an assignment of its own, where it is a component


# ---- reading the tables --------------------------------------------------------------------------


def read(texts: Iterable[str]) -> tuple[DerivedType, ...]:
    """The derived types that some modules' text describes, each once."""
    found: dict[str, DerivedType] = {}
    for text in texts:
        lines = [line for line in text.splitlines() if _TABLES.match(line)]
        if not any(_OF_TYPE.search(line) for line in lines):
            continue
        text = "\n".join(re.sub(r", comdat.*$", "", one) for one in lines)
        every = parse_module(text).globals
        tables = {name: one for name, one in every.items() if isinstance(one, GlobalVariable)}
        for name, table in tables.items():
            if _OF_TYPE.fullmatch(name) and isinstance(table.initialiser, ConstAggregate):
                found.setdefault(name, _type(name, table.initialiser, tables))
    return tuple(found.values())


def _type(name: str, of: ConstAggregate, tables: Mapping[str, GlobalVariable]) -> DerivedType:
    listed = tables.get(_name(_parts(of.elements[6])[0]))
    rows = _parts(listed.initialiser) if listed is not None and listed.initialiser else ()
    components = tuple(_component(_parts(row), tables) for row in rows)
    place = next(iter(_parts(of.elements[8])), None)
    special = None if place is None else tables.get(_name(place))
    bindings = _parts(special.initialiser) if special is not None and special.initialiser else ()
    parent = components[0].derived if _number(of.elements[10]) and components else ""
    return DerivedType(
        name,
        _number(of.elements[2]),
        components,
        parent,
        tuple(one for row in bindings if (one := _final(_parts(row)))),
        any(_number(_parts(row)[0]) in _ASSIGNMENTS for row in bindings),
    )


def _final(of: tuple[Const, ...]) -> FinalProcedure | None:
    which = _number(of[0])
    if which < _ELEMENTAL_FINAL:
        return None
    rank = 0 if which == _ELEMENTAL_FINAL else which - _SCALAR_FINAL
    return FinalProcedure(
        _name(_parts(of[-1])[0]),
        None if which == _ANY_RANK_FINAL else rank,
        which == _ELEMENTAL_FINAL,
        bool(_number(of[1]) & 1),
    )


def _component(of: tuple[Const, ...], tables: Mapping[str, GlobalVariable]) -> Component:
    genre, category, kind, rank = (_number(part) for part in of[1:5])
    return Component(
        genre,
        category,
        kind,
        rank,
        _number(of[6]),
        _explicit(of[7]),
        _name(_parts(of[8])[0]),
        _elements(rank, tables.get(_name(_parts(of[10])[0]))) if genre == _DATA else None,
        next((_name(part) for part in _parts(of[11])), ""),
    )


def _elements(rank: int, bounds: GlobalVariable | None) -> int | None:
    """The number of elements of an array with constant bounds, by flang's table of them."""
    total = 1
    if rank == 0:
        return total
    if bounds is None or bounds.initialiser is None:
        return None
    for row in _parts(bounds.initialiser):
        low, high = [_explicit(value) for value in _parts(row)] or [None, None]
        if low is None or high is None:
            return None
        total *= max(high - low + 1, 0)
    return total


def _explicit(of: Const) -> int | None:
    """A value of flang's tables that is a constant."""
    parts = _parts(of)
    return _number(parts[2]) if len(parts) == 3 and _number(parts[0]) == 2 else None


def _parts(of: Const) -> tuple[Const, ...]:
    return of.elements if isinstance(of, ConstAggregate) else ()


def _number(of: Const) -> int:
    return of.value if isinstance(of, ConstInt) else 0


def _name(of: Const) -> str:
    match of:
        case GlobalRef(name=name):
            return name
        case ConstCast(value=inner):
            return _name(inner)
        case ConstGep(base=inner):
            return _name(inner)
        case _:
            return ""


# ---- writing the functions -----------------------------------------------------------------------


def functions(types: tuple[DerivedType, ...]) -> str:
    """C that defines `managed` and the functions `…_of` that `assign.h` declares."""
    own = {one.symbol: n for n, one in enumerate(types) if _is_written(one)}
    lines = ['#include "components.h"']
    for n, one in enumerate(types):
        lines.append(f'extern const byte type_{n}[] __asm__("{one.symbol}");')
    initials = dict.fromkeys(c.initial for one in types for c in one.components if c.initial)
    named = {symbol: f"initial_{n}" for n, symbol in enumerate(initials)}
    lines += [f'extern const byte {name}[] __asm__("{s}");' for s, name in named.items()]
    for n in own.values():
        lines.append(f"static void assign_{n}(byte *to, const byte *from);")
        lines.append(f"static void initialize_{n}(byte *at);")
        lines.append(f"static void destroy_{n}(byte *at);")
        lines.append(f"static void finalize_{n}(byte *at, int rank);")
        lines.append(f"static void finalize_array_{n}(const descriptor *d);")
    finals = dict.fromkeys(one for type in types for one in type.finals)
    called = {one: f"final_{n}" for n, one in enumerate(finals)}
    for procedure, name in called.items():
        takes = "const descriptor *" if procedure.by_descriptor else "byte *"
        lines.append(f'extern void {name}({takes}) __asm__("{procedure.symbol}");')
    parents = {one.extends for one in types}
    for one in types:
        if one.symbol in own:
            lines += _written(one, types, own, parents, named)
            lines += _finalized(one, types, own, parents, called)
    lines += _dispatch(types, own)
    return "\n".join(lines) + "\n"


def _is_written(of: DerivedType) -> bool:
    """Whether all that the functions of a type have to know is in its table."""
    return all(_size(c, {}) is not None or c.category == _DERIVED for c in of.components)


def _size(of: Component, sizes: Mapping[str, int]) -> int | None:
    """The bytes that a component takes in its object."""
    if of.genre in (_POINTER, _ALLOCATABLE):
        return 24 + 24 * of.rank + (16 if of.category == _DERIVED else 0)
    if of.genre != _DATA or of.elements is None:
        return None
    if of.category == _DERIVED:
        return sizes.get(of.derived, 0) * of.elements
    if of.category == _CHARACTER:
        return None if of.length is None else of.kind * of.length * of.elements
    return of.kind * (2 if of.category == 3 else 1) * of.elements


def _written(
    one: DerivedType,
    types: tuple[DerivedType, ...],
    own: Mapping[str, int],
    parents: set[str],
    named: Mapping[str, str],
) -> Iterator[str]:
    n = own[one.symbol]
    sizes = {type.symbol: type.size for type in types}
    assigning = frozenset(type.symbol for type in types if type.assigns and type.symbol in own)
    inside = {c: _how(c, sizes, own, parents, assigning) for c in one.components}
    yield f"static void destroy_{n}(byte *at) {{"
    for c, how in inside.items():
        if how:
            yield f"    {how[0]}_destroyed(at + {c.offset}, {how[1]});"
    yield "}"
    yield f"static void initialize_{n}(byte *at) {{"
    for c, how in inside.items():
        if how or c.genre == _POINTER:
            does, what = how or ("pointer", _shape(c, sizes))
            yield f"    {does}_initialized(at + {c.offset}, {what});"
        if c.initial:
            does, what = how or _plain(c, sizes)
            yield f"    {does}_assigned(at + {c.offset}, {named[c.initial]}, {what});"
        if c.genre != _DATA and c.category == _DERIVED and c.derived in sizes:
            place = [type.symbol for type in types].index(c.derived)
            yield f"    typed(at + {c.offset}, {c.rank}, type_{place});"
    yield "}"
    yield f"static void assign_{n}(byte *to, const byte *from) {{"
    start = 0
    for c, how in inside.items():
        size = _size(c, sizes) or 0
        yield from _words_between(start, c.offset)
        does, what = how or _plain(c, sizes)
        yield f"    {does}_assigned(to + {c.offset}, from + {c.offset}, {what});"
        start = c.offset + size
    yield from _words_between(start, one.size)
    yield "}"


def _finalized(
    one: DerivedType,
    types: tuple[DerivedType, ...],
    own: Mapping[str, int],
    parents: set[str],
    called: Mapping[FinalProcedure, str],
) -> Iterator[str]:
    """The `final` procedures of an object that is an element of an array of some rank, or of a
    scalar (0); then those of an array as a whole."""
    n = own[one.symbol]
    sizes = {type.symbol: type.size for type in types}
    elemental = next((f for f in one.finals if f.elemental), None)
    of_arrays = [f for f in one.finals if f.rank and not f.elemental]
    scalar = next((f for f in one.finals if f.rank == 0 and not f.elemental), None)
    any_rank = any(f.rank is None for f in one.finals)
    yield f"static void finalize_{n}(byte *at, int rank) {{"
    yield "    switch (rank) {"
    for f in of_arrays:
        yield f"    case {f.rank}: break;"
    if scalar:
        yield f"    case 0: {_call(scalar, called, 'at')} break;"
    if elemental:
        yield f"    default: {_call(elemental, called, 'at')}"
    elif any_rank:
        yield "    default: unknown_final();"
    yield "    }"
    inherited = one.components[0] if one.extends else None
    for c in one.components:
        if c is inherited or c.category != _DERIVED or c.genre not in (_DATA, _ALLOCATABLE):
            continue
        if c.derived not in own:
            does = "unknown_finalize, unknown_array"
        else:
            does = f"finalize_{own[c.derived]}, finalize_array_{own[c.derived]}"
        size = sizes.get(c.derived, 0)
        if c.genre == _DATA:
            yield f"    part_finalized(at + {c.offset}, {c.elements}, {size}, {c.rank}, {does});"
        elif c.derived in parents and c.derived in own:
            yield f"    dynamic_finalized(at + {c.offset}, {c.rank});"
        else:
            yield f"    component_finalized(at + {c.offset}, {c.rank}, {size}, {does});"
    if inherited:
        yield f"    {_parent(inherited, types, own)}"
    yield "}"
    yield f"static void finalize_array_{n}(const descriptor *d) {{"
    for f in of_arrays:
        yield f"    if (d->rank == {f.rank}) {_call(f, called, 'd')}"
    yield "}"


def _call(of: FinalProcedure, called: Mapping[FinalProcedure, str], given: str) -> str:
    """A call of a `final` procedure: with an element's address, or an array's descriptor."""
    if given == "at":
        return "unknown_final();" if of.by_descriptor else f"{called[of]}(at);"
    return f"{called[of]}({'d' if of.by_descriptor else 'contiguous(d)'});"


def _parent(of: Component, types: tuple[DerivedType, ...], own: Mapping[str, int]) -> str:
    if of.derived not in own:
        return "unknown_final();"
    above = types[own[of.derived]]
    ranks = sorted(f.rank for f in above.finals if f.rank and not f.elemental)
    guard = " || ".join(f"rank == {rank}" for rank in ranks)
    call = f"finalize_{own[of.derived]}(at + {of.offset}, rank);"
    return f"if ({guard}) unknown_final(); else {call}" if guard else call


def _words_between(start: int, end: int) -> Iterator[str]:
    """What no component fills is padding, or a pointer to a procedure: no table lists these."""
    for at in range((start + 7) // 8 * 8, end - 7, 8):
        yield f"    word_assigned(to + {at}, from + {at});"


def _plain(of: Component, sizes: Mapping[str, int]) -> tuple[str, str]:
    """The function of `components.h` that copies a component which owns no memory.

    It is copied as what it is: bytes of unknown type may be numbers or addresses.
    """
    if of.genre == _POINTER:
        return "pointer", f"{of.rank}, {int(of.category == _DERIVED)}"
    code = _CODES.get((of.category, of.kind), "CHARACTER")
    size = _size(of, sizes) or 0
    if code == "CHARACTER":
        return "bytes", f"{size}"
    return "plain", f"{of.elements}, {code}, {size // (of.elements or 1)}"


def _how(
    of: Component,
    sizes: Mapping[str, int],
    own: Mapping[str, int],
    parents: set[str],
    assigning: frozenset[str],
) -> tuple[str, str] | None:
    """The functions of `components.h` for a component that is more than bytes: name, arguments."""
    named = _DOES.format(own[of.derived]) if of.derived in own else _UNKNOWN
    if of.derived in assigning:
        named = named.replace(f"assign_{own[of.derived]}", "unknown_copy")
    if of.genre == _ALLOCATABLE:
        if of.category != _DERIVED:
            return "component", f"{_shape(of, sizes)}, {_UNKNOWN}"
        if of.derived in parents and of.derived in own:
            return "dynamic", f"{of.rank}, type_{own[of.derived]}"
        return "component", f"{_shape(of, sizes)}, {named}"
    if of.genre == _DATA and of.category == _DERIVED:
        return "part", f"{of.elements}, {sizes.get(of.derived, 0)}, {named}"
    return None


_DOES: Final = "initialize_{0}, destroy_{0}, assign_{0}"
_UNKNOWN: Final = "unknown_bytes, unknown_bytes, unknown_copy"


def _shape(of: Component, sizes: Mapping[str, int]) -> str:
    """Rank, type and bytes of the elements, and whether a type is added, as C's arguments."""
    if of.category == _DERIVED:
        return f"{of.rank}, STRUCT, {sizes.get(of.derived, 0)}"
    code = _CODES.get((of.category, of.kind), "CHARACTER")
    size = of.kind * (2 if of.category == 3 else 1)
    return f"{of.rank}, {code}, {0 if of.category == _CHARACTER else size}"


def _dispatch(types: tuple[DerivedType, ...], own: Mapping[str, int]) -> Iterator[str]:
    known = [n for n, one in enumerate(types) if one.symbol in own]
    yield "PRIVATE int managed(const void *type) { return type != 0; }"
    for head, call in (
        ("assign_of(const void *type, byte *to, const byte *from)", "assign_{}(to, from)"),
        ("initialize_of(const void *type, byte *at)", "initialize_{}(at)"),
        ("destroy_of(const void *type, byte *at)", "destroy_{}(at)"),
        ("finalize_of(const void *type, byte *at, int rank)", "finalize_{}(at, rank)"),
        (
            "finalize_array_of(const void *type, const descriptor *d)",
            "finalize_array_{}(d)",
        ),
    ):
        yield f"PRIVATE void {head} {{"
        for n in known:
            yield f"    if (type == type_{n}) {{ {call.format(n)}; return; }}"
        yield "    unknown();"
        yield "}"
    places = {one.symbol: n for n, one in enumerate(types)}
    yield "PRIVATE const void *parent_of(const void *type) {"
    for n, one in enumerate(types):
        if one.extends in places:
            yield f"    if (type == type_{n}) return type_{places[one.extends]};"
    yield "    return 0;"
    yield "}"
