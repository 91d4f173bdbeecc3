"""Records: frozen values like `@dataclass(frozen=True, slots=True)`, made at a tenth of its price.

A dataclass compiles six methods when its module is imported. More than two hundred are on the way
to a first derivative, and were a quarter of its imports. The methods of a record are compiled when
they are first called, and its `__init__` takes half as long. A record compares, hashes and shows
itself by its fields, matches by position, and pickles.

    @final
    @record
    class Span:          Span("a.c", 7) == Span("a.c", 7)    replaced(span, line=8)
        file: str
        line: int = 0

What compares by identity, as instructions do, is made in such numbers that nothing guards its
fields at run time: the type checker alone does.

`dataclass`, `field` and `replace` stand for those of `dataclasses`, which a type checker takes them
for. A dataclass is made like a record, with or without slots, frozen or not. It inherits no fields.
"""

from __future__ import annotations

from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeVar, dataclass_transform, final

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """The class as a record; its annotations are the fields."""
    return _record(cls, eq=True, guarded=True)


@dataclass_transform(frozen_default=True)
def light_record(cls: type[T]) -> type[T]:
    """A record that is made at half the price: the type checker alone guards its fields."""
    return _record(cls, eq=True, guarded=False)


def fields(of: Any) -> tuple[str, ...]:
    """The names of a record's fields, in order."""
    names: tuple[str, ...] = of.__match_args__
    return names


def replaced(value: T, /, **changes: Any) -> T:
    """The record with some fields changed."""
    kind: Any = type(value)
    names = kind.__match_args__
    values = [changes.pop(name) if name in changes else getattr(value, name) for name in names]
    if changes:
        raise TypeError(f"a {kind.__qualname__} has no field '{next(iter(changes))}'")
    made: T = kind(*values)
    return made


def as_dict(value: Any) -> dict[str, Any]:
    """The fields of a record by name, those of records in them as well."""
    return {name: _plain(getattr(value, name)) for name in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return as_dict(value) if hasattr(type(value), "__match_args__") else value


# ---- in the place of dataclasses -----------------------------------------------------------------

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    replace = replaced

    def dataclass(*, frozen=False, slots=False, eq=True):
        """The decorator: a class made like a record."""

        def made(cls):
            if any(hasattr(base, "__match_args__") for base in cls.__bases__):
                raise TypeError(f"{cls.__qualname__} inherits fields")
            return _record(cls, eq=eq, guarded=frozen and eq, frozen=frozen, slots=slots)

        return made

    def field(**asked):
        return _Field(asked)


@final
class _Field:
    """What is said of a field, as the value of its name in the class."""

    __slots__ = ("asked",)

    def __init__(self, asked: dict[str, Any]) -> None:
        self.asked = asked


# ---- how a record is made ------------------------------------------------------------------------


def _record(
    cls: type[T], *, eq: bool, guarded: bool, frozen: bool = True, slots: bool = True
) -> type[T]:
    names: tuple[str, ...] = tuple(getattr(cls, "__annotations__", ()))
    given = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    dropped = {"__dict__", "__weakref__", *given}
    body = {name: value for name, value in cls.__dict__.items() if name not in dropped}
    said = {name: value.asked for name, value in given.items() if isinstance(value, _Field)}
    compared = tuple(name for name in names if said.get(name, {}).get("compare", True))
    shown = tuple(name for name in names if said.get(name, {}).get("repr", True))
    taken = tuple(name for name in names if said.get(name, {}).get("init", True))

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        made.__init__ = _initialiser(made, taken, given, guarded=guarded)
        made.__init__(self, *values, **named)

    def __eq__(self: Any, other: object) -> Any:
        made.__eq__ = _compiled("__eq__", "self, other", _EQUAL.format(*_compare(compared)))
        return made.__eq__(self, other)

    def __hash__(self: Any) -> int:
        made.__hash__ = _compiled("__hash__", "self", f"hash({_compare(compared)[0]})")
        return made.__hash__(self)  # type: ignore[no-any-return]

    def __repr__(self: Any) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{made.__qualname__}({parts})"

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return made, tuple(getattr(self, name) for name in taken)

    by_fields = (__eq__, *((__hash__,) if frozen else ())) if eq else ()
    guards = (_refused_set, _refused_delete) if guarded else ()
    shared = (__init__, __repr__, __reduce__, *guards, *by_fields)
    for method in shared:
        body.setdefault(_SPELLED.get(method.__name__, method.__name__), method)
    body |= {"__match_args__": taken, "__qualname__": cls.__qualname__}
    body |= {"__slots__": names} if slots else {}
    body["__dataclass_fields__"] = _FIELDS
    made: Any = type(cls.__name__, cls.__bases__, body)
    return made  # type: ignore[no-any-return]


_EQUAL: Final = "{} == {} if other.__class__ is self.__class__ else NotImplemented"


def _compare(names: tuple[str, ...]) -> tuple[str, str]:
    """The fields of a record and of another, as expressions of tuples."""
    mine, theirs = (
        "({})".format("".join(f"{of}.{name}, " for name in names)) for of in ("self", "other")
    )
    return mine, theirs


def _compiled(name: str, parameters: str, result: str) -> Any:
    known: dict[str, Any] = {}
    exec(f"def {name}({parameters}):\n return {result}", known)
    return known[name]


def _initialiser(made: Any, names: tuple[str, ...], given: dict[str, Any], *, guarded: bool) -> Any:
    """`__init__`, which sets each slot by its descriptor where anything else is refused."""
    known = {f"set_{name}": made.__dict__[name].__set__ for name in names if guarded}
    defaults: list[Any] = []
    anew: list[bool] = []
    for name in names:
        default, factory = given.get(name, _MISSING), None
        if isinstance(default, _Field):
            factory = default.asked.get("default_factory")
            default = default.asked.get("default", _MISSING if factory is None else _MADE)
        if factory is not None:
            known |= {f"make_{name}": factory, f"default_{name}": default}
        if default is not _MISSING:
            defaults.append(default)
        elif defaults:
            raise TypeError(f"a field without a default, '{name}', follows one that has one")
        anew.append(factory is not None)
    code = _setting(tuple(anew), guarded, hasattr(made, "__post_init__"))
    words = [word.rpartition("f") for word in code.co_names]
    own = [f"{head}{names[int(at)]}" if at.isdigit() else head + f + at for head, f, at in words]
    code = code.replace(co_varnames=("self", *names), co_names=tuple(own))
    return FunctionType(code, known, "__init__", tuple(defaults))


@cache
def _setting(anew: tuple[bool, ...], guarded: bool, post: bool) -> CodeType:
    """The code of an `__init__` whose fields are `f0`, `f1`, …: compiled once for all records of a
    shape, which only rename its variables."""
    lines = []
    for at, factory in enumerate(anew):
        value = f"make_f{at}() if f{at} is default_f{at} else f{at}" if factory else f"f{at}"
        lines.append(f" set_f{at}(self, {value})" if guarded else f" self.f{at} = {value}")
    lines.append(" self.__post_init__()" if post else " pass")
    taken = ", ".join(["self", *(f"f{at}" for at in range(len(anew)))])
    known: dict[str, Any] = {}
    exec("\n".join([f"def __init__({taken}):", *lines]), known)
    code: CodeType = known["__init__"].__code__
    return code


_MISSING: Final = object()
_MADE: Final = object()
"""The default of a field that is made anew."""


@final
class _Fields:
    """The fields as `dataclasses` describes them, for its `fields`, `asdict` and `replace`."""

    def __get__(self, _: object, of: Any) -> dict[str, Any]:
        import dataclasses

        kinds = [(name, object) for name in of.__match_args__]
        like: Any = dataclasses.make_dataclass("Like", kinds)
        return like.__dataclass_fields__  # type: ignore[no-any-return]


_FIELDS: Final = _Fields()


def _refused_set(self: Any, name: str, value: object) -> None:
    raise AttributeError(f"a {type(self).__name__} does not change: {name!r} cannot be set")


def _refused_delete(self: Any, name: str) -> None:
    raise AttributeError(f"a {type(self).__name__} does not change: {name!r} cannot be deleted")


_SPELLED: Final[dict[str, str]] = {"_refused_set": "__setattr__", "_refused_delete": "__delattr__"}
