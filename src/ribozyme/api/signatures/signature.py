"""Signatures: what a function takes and gives, in the user's words.

    double energy(const struct body *bodies, size_t n)

Read from debug info (`debuginfo.py`) or, without any, from the types of the IR; loaded again from
the cache without either. `reads` and `writes` are what LLVM could prove about a pointer, joined
with its constness: where nothing is proved, both are true.
"""

from typing import final

from ribozyme.api.signatures.containers import Container
from ribozyme.api.signatures.ctype import (
    NO_LAYOUTS,
    CType,
    Layouts,
    Number,
    Pointer,
    Struct,
    declared,
    holds_floats,
)
from ribozyme.api.signatures.passing import Passed
from ribozyme.base.errors import error
from ribozyme.base.record import record


@final
@record
class Parameter:
    """A parameter of the source, and the IR parameters (`ir`, as spelled types) that carry it."""

    name: str
    type: CType
    ir: tuple[str, ...] = ()
    reads: bool = True
    writes: bool = False
    indirect: bool = False  # a value that the IR takes by address
    nullable: bool = True  # NULL is an address this parameter may have
    container: Container | None = None  # made from the array that is passed

    def __str__(self) -> str:
        return declared(self.declared, self.name).rstrip()

    @property
    def declared(self) -> CType:
        """The type in the source: `type` is the array's where that is a container."""
        return self.type if self.container is None else self.container.declared

    @property
    def is_pointer(self) -> bool:
        return isinstance(self.type, Pointer)


@final
@record
class Signature:
    """A function's name, result and parameters. `str` shows it as the source declares it.

    >>> [p.name for p in lib.energy.signature.parameters]
    ['x', 'n', 'k']
    """

    name: str  # qualified: `ns::f`
    symbol: str  # as the linker knows it
    result: CType
    parameters: tuple[Parameter, ...]
    layouts: Layouts = NO_LAYOUTS
    ir_result: str = "void"
    ir_parameters: tuple[str, ...] = ()
    returned_in_memory: str = ""  # the IR type behind an `sret` parameter
    debug: bool = True  # names and types come from debug info
    variadic: bool = False
    location: str = ""
    obstacle: str = ""  # why it cannot be called from Python
    passed: tuple[Passed, ...] = ()  # what its IR parameters are made from, if not its own
    outs: tuple[tuple[str, Number], ...] = ()  # outputs that are no parameters
    any_case: bool = False  # whether capitals in its name do not count

    def __str__(self) -> str:
        listed = ", ".join(str(p) for p in self.parameters)
        tail = ", ..." if self.variadic else ""
        head = declared(self.result, self.name)
        return f"{head}({(listed + tail) or ('void' if self.debug else '')})"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters)

    @property
    def overload(self) -> str:
        """The name with its parameter types, which tells overloads apart: `ns::f(double)`."""
        types = ", ".join(declared(p.declared, "").rstrip() for p in self.parameters)
        return f"{self.name}({types})"

    def holds_floats(self, type: CType) -> bool:
        return holds_floats(type, self.layouts)

    def position(self, which: object, what: str = "wrt") -> int:
        """The index of a parameter given by its name or position."""
        if isinstance(which, bool) or not isinstance(which, int | str):
            raise error(
                "RZ008",
                f"{what} of '{self.name}' is a parameter's name or position, or a tuple of them, "
                f"not {which!r}",
            )
        if isinstance(which, int):
            if -len(self.parameters) <= which < len(self.parameters):
                return which % len(self.parameters)
            raise error(
                "RZ013",
                f"'{self.name}' has {_counted(len(self.parameters), 'parameter')}, "
                f"there is none at position {which}",
                helps=(str(self),),
            )
        if which not in self.names:
            raise unknown_parameter(self, which)
        return self.names.index(which)


@final
@record
class Variable:
    """A variable of a program; `obstacle` says why nothing can be differentiated by it."""

    name: str
    symbol: str
    type: CType
    layouts: Layouts
    obstacle: str = ""
    offset: int = 0  # bytes behind the symbol: several variables may share its memory


def unknown_parameter(signature: Signature, name: str) -> Exception:
    """RZ013, with the parameter that may have been meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, signature.names, 1)
    helps: tuple[str, ...] = (f"did you mean '{near[0]}'?",) if near else ()
    for parameter in () if near else signature.parameters:
        inner = parameter.type.to if isinstance(parameter.type, Pointer) else parameter.type
        layout = signature.layouts.get(inner.key) if isinstance(inner, Struct) else None
        if layout and name.rpartition(".")[2] in (member.name for member in layout.members):
            whole = parameter.name
            said = f"'{name}' is a member of '{whole}'; wrt='{whole}' gives a dictionary of all"
            helps = (*helps, said)
    return error(
        "RZ013",
        f"'{signature.name}' has no parameter '{name}'",
        helps=(*helps, str(signature)),
    )


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
