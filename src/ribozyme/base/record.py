"""Records: frozen values like `@dataclass(frozen=True, slots=True)`, made at a tenth of its price.

A dataclass compiles six methods when its module is imported; some forty of them are on the way to
a first gradient out of the cache, and they were a quarter of its time. A record compiles its
`__init__` and shares the rest. It compares, hashes and shows itself by its fields, matches by
position, pickles, and has no other features: what needs them is a dataclass.

    @final
    @record
    class Span:          Span("a.c", 7) == Span("a.c", 7)    replaced(span, line=8)
        file: str
        line: int = 0
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """The class as a record; its annotations are the fields."""
    names: tuple[str, ...] = tuple(getattr(cls, "__annotations__", ()))
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    dropped = {"__dict__", "__weakref__", *defaults}
    body = {name: value for name, value in cls.__dict__.items() if name not in dropped}
    values = _values(names)

    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is made else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    def __repr__(self: Any) -> str:
        shown = zip(names, values(self), strict=True)
        return f"{made.__qualname__}({', '.join(f'{name}={value!r}' for name, value in shown)})"

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return made, values(self)

    shared = (__eq__, __hash__, __repr__, __reduce__, _refused_set, _refused_delete)
    for method in shared:
        body.setdefault(_SPELLED.get(method.__name__, method.__name__), method)
    body |= {"__slots__": names, "__match_args__": names, "__qualname__": cls.__qualname__}
    made: Any = type(cls.__name__, cls.__bases__, body)
    made.__init__ = _initialiser(made, names, defaults)
    return made  # type: ignore[no-any-return]


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The fields of a record as a tuple."""
    if not names:
        return lambda _: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda record: (get(record),)


def _initialiser(made: Any, names: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    known = {f"set_{name}": made.__dict__[name].__set__ for name in names}
    known |= {f"default_{name}": value for name, value in defaults.items()}
    taken = (f"{name}=default_{name}" if name in defaults else name for name in names)
    lines = [f"def __init__({', '.join(('self', *taken))}):"]
    lines += [f" set_{name}(self, {name})" for name in names]
    lines.append(" self.__post_init__()" if hasattr(made, "__post_init__") else " pass")
    exec("\n".join(lines), known)
    return known["__init__"]


def _refused_set(self: Any, name: str, value: object) -> None:
    raise AttributeError(f"a {type(self).__name__} does not change: {name!r} cannot be set")


def _refused_delete(self: Any, name: str) -> None:
    raise AttributeError(f"a {type(self).__name__} does not change: {name!r} cannot be deleted")


_SPELLED = {"_refused_set": "__setattr__", "_refused_delete": "__delattr__"}


def fields(of: Any) -> tuple[str, ...]:
    """The names of a record's fields, in order."""
    names: tuple[str, ...] = of.__match_args__
    return names


def replaced(value: T, **changes: Any) -> T:
    """The record with some fields changed."""
    kind: Any = type(value)
    given = {name: getattr(value, name) for name in fields(value) if name not in changes}
    made: T = kind(**given, **changes)
    return made


def as_dict(value: Any) -> dict[str, Any]:
    """The fields of a record by name, those of records in them as well."""
    return {name: _plain(getattr(value, name)) for name in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return as_dict(value) if hasattr(type(value), "__match_args__") else value
