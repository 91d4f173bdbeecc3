"""What is asked of a transform: its function, its options, and inputs by position.

    rz.grad(f, argnums=(0, 2))      is rz.grad(f, wrt=(0, 2))

What an equation defines (`implicit`), and what another compiler of Python made (`adopted`), answers
with its own method.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from operator import index
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from ribozyme.api.calling.adopted import adopted
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.base.options import Options, current

P = ParamSpec("P")
R = TypeVar("R")


class Defined(Protocol):
    """What an equation defines: it has transforms of its own, by their names."""

    @property
    def own_transforms(self) -> bool: ...


Taken = Function | Defined
"""What has derivatives."""


def transform(made: Callable[Concatenate[Function, P], R]) -> Callable[Concatenate[Taken, P], R]:
    """A transform as users call it."""
    name = made.__name__
    names = made.__code__.co_varnames[: made.__code__.co_argcount]
    place = names.index("wrt") if "wrt" in names else None
    takes_inputs = "wrt" in made.__annotations__

    @wraps(made)
    def asked(*args: Any, **kwargs: Any) -> R:
        if takes_inputs and "argnums" in kwargs:
            kwargs["wrt"] = _positions(name, args, kwargs, place)
        if not args and "f" in kwargs:
            args = (kwargs.pop("f"),)
        f = adopted(args[0] if args else None)
        if not hasattr(f, "own_transforms") and not hasattr(f, "dispatcher"):
            if "has_aux" in kwargs:
                raise _no_aux(name)
            return made(*args, **kwargs)
        own: Callable[..., R] | None = getattr(f, name, None)
        if own is None:
            raise error("RZ511", f"{name} of '{getattr(f, 'name', f)}' does not exist")
        return own(*args[1:], **kwargs)

    return asked


def _positions(
    name: str, args: Sequence[object], kwargs: dict[str, Any], place: int | None
) -> object:
    """What `argnums` says, taken out of the keywords, as `wrt` says it."""
    given: Any = kwargs.pop("argnums")
    if "wrt" in kwargs or (place is not None and len(args) > place):
        raise error("RZ001", f"{name} takes wrt or argnums, not both: they say the same")
    several = isinstance(given, tuple | list)
    try:
        found = tuple(index(one) for one in (given if several else (given,)))
    except TypeError:
        raise error(
            "RZ008",
            f"argnums is a position or a tuple of them, not {given!r}",
            helps=(f"by name: wrt={given!r}",),
        ) from None
    return found if several else found[0]


def _no_aux(name: str) -> Exception:
    return error(
        "RZ006",
        f"{name} has no option 'has_aux': what else a function writes is in its arrays",
        helps=(
            'of="return", or the name of an array, says which output is differentiated',
            "the other arrays are written as by the function",
            "rz.pure(f) gives what it writes, and has has_aux",
        ),
    )


def prepared(f: object, what: str, options: dict[str, Any]) -> Options:
    """The options in force; raises where `f` is no function, or options are those of others."""
    if not isinstance(f, Function):
        raise error(
            "RZ008",
            f"{what} takes a function of a library, not {f!r}",
            helps=('f = rz.load("model.c").f',),
        )
    how = current().replace(**options) if options else current()
    if what in _OF_COMPLEX:
        return how
    said = next((name for name in ("holomorphic", "as_real") if options.get(name)), None)
    if said is not None:
        raise error(
            "RZ006",
            f"'{said}' is an option of jacobian and hessian, not of {what}",
            helps=(f"rz.jacobian(f, {said}=True)",),
        )
    return how.of_code


_OF_COMPLEX: Final = ("jacobian", "jacfwd", "jacrev", "value_and_jacobian", "hessian")
