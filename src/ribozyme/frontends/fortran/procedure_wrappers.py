"""Procedures in Fortran around those whose arguments Python has no values for, as f2py writes them.

    function f(x) result(y)                 subroutine rz_m_f(x, result)
      real(8), intent(in) :: x(:)      →      real(8), intent(in) :: x(:)
      real(8) :: y(size(x))                   real(8), intent(out) :: result(:)
                                              …  result = f(x), where the shapes agree

They are compiled with the program and differentiated like it. An allocatable argument is a copy of
the caller's array, a pointer is associated with it, an object of `class(t)` is one of `type(t)`.
A wrapper stands for its procedure, under the same name.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from ribozyme.base.record import replaced
from ribozyme.frontends.base import Dummy, Procedure

_TYPES: Final = {"float": "real", "complex": "complex", "int": "integer", "bool": "logical"}
_PREFIX: Final = "rz_w_"


def wrapped(procedures: Iterable[Procedure]) -> tuple[Procedure, ...]:
    """Those that a wrapper can stand for."""
    return tuple(one for one in procedures if "::" in one.name and _can_be(one))


def _can_be(one: Procedure) -> bool:
    if not (one.array or (not one.obstacle and any(d.wrapped for d in one.dummies))):
        return False
    return all(_declared(d) is not None for d in one.dummies) and (
        one.array is None or one.array[0] in _TYPES
    )


def source(procedures: Iterable[Procedure]) -> str:
    """The wrappers of some procedures, as one file in free form."""
    return "\n".join(line for one in procedures for line in _wrapper(one))


def standing(for_: Iterable[Procedure], made: Iterable[Procedure]) -> Iterator[Procedure]:
    """What a program has once wrappers stand for some of its procedures."""
    theirs = {one.name: one for one in made}
    for one in for_:
        wrapper = theirs.get(_symbol(one))
        if wrapper is not None:
            yield replaced(one, hidden=True)
            yield replaced(wrapper, name=one.name)


def _symbol(of: Procedure) -> str:
    return _PREFIX + of.name.replace("::", "_")


def _wrapper(of: Procedure) -> Iterator[str]:
    module, _, name = of.name.partition("::")
    names = [d.name for d in of.dummies]
    kind = "subroutine" if of.result is None else "function"
    result = next(n for n in ("result", "result_", "rz_out") if n not in names)
    listed = [*names, *([result] if of.array else [])]
    tail = "" if of.result is None else " result(rz_number)"
    yield f"{kind} {_symbol(of)}({', '.join(listed)}){tail}"
    yield f"  use {module}, only: rz_callee => {name}"
    for type in dict.fromkeys(d.derived for d in of.dummies if d.derived):
        home, _, plain = type.partition("::")
        yield f"  use {home}, only: {_type_name(type)} => {plain}"
    yield "  implicit none"
    for d in of.dummies:
        yield f"  {_declared(d)} :: {d.name}{_shape(d)}"
    for d in of.dummies:
        if d.wrapped in ("allocatable", "pointer"):
            yield f"  {_spelled(d)}, {d.wrapped} :: rz_{d.name}({_colons(len(d.extents))})"
    if of.array:
        basis, size, rank = of.array
        spelled = _spelled(Dummy("", basis, size, "reference"))
        yield f"  {spelled}, intent(out) :: {result}({_colons(rank)})"
        yield f"  {spelled}, allocatable :: rz_result({_colons(rank)})"
    if of.result is not None:
        yield f"  {_spelled(Dummy('', *of.result, 'value'))} :: rz_number"
    yield from _body(of, result)
    yield f"end {kind} {_symbol(of)}"


def _body(of: Procedure, result: str) -> Iterator[str]:
    for d in of.dummies:
        if d.wrapped == "allocatable" and d.intent != "out":
            yield f"  rz_{d.name} = {d.name}"
        elif d.wrapped == "pointer":
            yield f"  rz_{d.name} => {d.name}"
    given = ", ".join(
        f"{d.name}=rz_{d.name}" if d.wrapped in ("allocatable", "pointer") else f"{d.name}={d.name}"
        for d in of.dummies
    )
    call = f"rz_callee({given})"
    if of.array:
        yield f"  rz_result = {call}"
        yield from _copied(result, "rz_result")
    elif of.result is not None:
        yield f"  rz_number = {call}"
    else:
        yield f"  call {call}"
    for d in of.dummies:
        if d.wrapped == "allocatable" and d.intent != "in":
            yield f"  if (.not. allocated(rz_{d.name})) error stop '{d.name} is not allocated'"
            yield from _copied(d.name, f"rz_{d.name}")
        elif d.wrapped == "pointer" and d.intent != "in":
            yield f"  if (.not. associated(rz_{d.name}, {d.name})) &"
            yield f"    error stop '{d.name} leads elsewhere than to the array that was passed'"


def _copied(to: str, made: str) -> Iterator[str]:
    yield f"  if (any(shape({made}) /= shape({to}))) &"
    yield f"    error stop 'the array that was passed for {to} is of another shape'"
    yield f"  {to} = {made}"


def _declared(d: Dummy) -> str | None:
    """The type and attributes of a wrapper's own argument; None where there is none."""
    if d.obstacle and not d.wrapped:
        return None
    spelled = _spelled(d)
    if spelled is None or (d.optional and d.wrapped):
        return None
    intent = d.intent
    if d.wrapped == "pointer":
        intent = "inout"
    words = [spelled]
    if intent:
        words.append(f"intent({intent})")
    if d.wrapped == "pointer":
        words.append("target")
    if d.optional:
        words.append("optional")
    if d.passing == "value":
        words.append("value")
    if _is_contiguous(d):
        words.append("contiguous")
    return ", ".join(words)


def _is_contiguous(d: Dummy) -> bool:
    """Whether an array of unknown extents is passed by its address."""
    return d.passing == "reference" and -1 in d.extents and not d.wrapped


def _shape(d: Dummy) -> str:
    if not d.extents:
        return ""
    if d.passing == "descriptor" or d.wrapped or _is_contiguous(d):
        return f"({_colons(len(d.extents))})"
    return f"({', '.join(map(str, d.extents))})"


def _colons(rank: int) -> str:
    return ", ".join(":" * rank)


def _spelled(d: Dummy) -> str | None:
    if d.basis == "text":
        return "character(*)"
    if d.basis == "struct":
        return f"type({_type_name(d.derived)})" if d.derived else None
    if d.basis not in _TYPES:
        return None
    return f"{_TYPES[d.basis]}({d.size // 2 if d.basis == 'complex' else d.size})"


def _type_name(derived: str) -> str:
    return "rz_type_" + derived.replace("::", "_")
