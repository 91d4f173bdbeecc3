"""Derivative calls of the C interface, read into plain values.

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, n, enzyme_out, s)
    → DerivativeCall("autodiff", f, (x: dup 2 with shadow 3, n: const 4, s: out 6), width 1, …)

Operands are named by their place among the call's arguments. Reading is to be done on IR that no
pass has seen: afterwards markers may be folded, and calls merged. What does not fit is refused with
the user's line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, final

from ribozyme.base.errors import Error
from ribozyme.base.record import dataclass, field
from ribozyme.cinterface.call_places import Site, width, words
from ribozyme.cinterface.markers import (
    DERIVATIVES,
    FLAGS,
    MODIFIERS,
    SHADOWED,
    VALUED,
    Entry,
)
from ribozyme.cinterface.seeds import misfit
from ribozyme.cinterface.source_parameters import Group, groups, result_floats, result_memory
from ribozyme.ir import types as ty
from ribozyme.ir.debug import subprogram, subprogram_name
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef
from ribozyme.transform.core.interface import Kind, Mode, Request

_BATCH: Final = ("scalar", "vector", "buffer")
_FORWARD: Final = ("fwddiff", "fwdsplit")
_MODES: Final[dict[Entry, Mode]] = {
    "autodiff": Mode.REVERSE,
    "fwddiff": Mode.FORWARD,
    "augmentfwd": Mode.AUGMENTED,
    "augmentsize": Mode.AUGMENTED,
    "reverse": Mode.SPLIT,
    "fwdsplit": Mode.FROM_TAPE,
}

_LOWER: Final = "it runs a function in lower precision"
_COMPILE: Final = "write the function for `float`, and differentiate both"
MISSING: Final[dict[Entry, tuple[str, str]]] = {
    "todense": (
        "it stands for sparse memory, of which derivatives are stored by functions of the caller",
        "differentiate code that works on a dense array, or on the values of a sparse one",
    ),
    "error_estimate": (
        "it estimates rounding errors",
        "compare with the same code in another precision: `float`, `double`, `long double`",
    ),
    "truncate_mem_func": (_LOWER, _COMPILE),
    "truncate_op_func": (_LOWER, _COMPILE),
    "truncate_mem_value": ("it lowers the precision of a value", _COMPILE),
    "expand_mem_value": ("it undoes a lower precision of a value", _COMPILE),
}
"""What the entry points are that are not there, and what to do instead."""


@final
@dataclass(frozen=True, slots=True)
class Argument:
    """A source parameter in a derivative call; numbers are places among the call's arguments.

    `shadows` has the pieces of one shadow per lane, or a single base where `stride` is the place of
    the lanes' distance. With `behind` the pieces lie behind one pointer.
    """

    group: Group
    marker: str
    primal: tuple[int, ...]
    shadows: tuple[tuple[int, ...], ...] = ()
    stride: int | None = None
    behind: bool = False
    overwritten: bool = True


@final
@dataclass(frozen=True, slots=True)
class DerivativeCall:
    """One derivative call of one function."""

    entry: Entry
    function: str
    arguments: tuple[Argument, ...]
    width: int = 1
    seeds: tuple[int, ...] = ()
    tape: int | None = None
    allocated: int | None = None
    flags: frozenset[str] = frozenset()
    result: Kind = Kind.CONST
    memory: ty.Type | None = None  # behind the hidden pointer the call returns through
    kinds: tuple[Kind, ...] = ()  # per IR parameter
    scratch: Mapping[int, int | Literal["heap"]] = field(default_factory=dict)  # see `scratch`

    @property
    def mode(self) -> Mode:
        """The mode of the derivative function."""
        return _MODES[self.entry]

    @property
    def promised(self) -> frozenset[int]:
        """The IR parameters whose memory is said to stay as it is between the halves."""
        groups = [argument.group for argument in self.arguments if not argument.overwritten]
        return frozenset(at for group in groups for at in range(group.first, group.end))

    def request(self, name: str) -> Request:
        """What the differentiator is asked for."""
        return Request(
            self.function,
            self.mode,
            self.kinds,
            self.result,
            self.width,
            "primal_return" in self.flags,
            name,
            runtime_activity="runtime_activity" in self.flags,
            strong_zero="strong_zero" in self.flags,
        )


def missing(site: Site) -> Error:
    """The refusal of an entry point that is not there."""
    what, way = MISSING[site.entry]
    return site.failure("RZ511", f"'__enzyme_{site.entry}' does not exist yet: {what}", way)


def read(site: Site, function: str, grouped: tuple[Group, ...] | None = None) -> DerivativeCall:
    """The call as a value, for one of the functions it speaks of and its source parameters."""
    assert site.entry in DERIVATIVES, "others are refused, or answered, before"
    primal = site.module.functions[function]
    found = groups(site.module, primal) if grouped is None else grouped
    return _Reader(site, primal, found).call()


@final
class _Reader:
    """One reading: a cursor over the arguments, and what markers have said so far."""

    def __init__(self, site: Site, primal: Function, found: tuple[Group, ...]) -> None:
        self.site = site
        self.primal = primal
        self.groups = found
        self.args = site.call.args
        self.at = site.start + 1
        self.forward = site.entry in _FORWARD
        self.flags: set[str] = set()
        self.tape: int | None = None
        self.allocated: int | None = None
        self.kind: str | None = None
        self.behind = False
        self.overwritten = True
        self.width = width(site)

    def call(self) -> DerivativeCall:
        self.flags |= {word for _, word in words(self.site) if word in FLAGS}
        if "nocache" in self.flags:
            self.site.warning(
                "RZ514",
                "'enzyme_nocache' changes nothing: what is kept is what costs least",
                "leave the marker out; 'ribozyme explain' says what is kept",
            )
        arguments = [
            self._argument(group, position + 1) for position, group in enumerate(self.groups)
        ]
        if "interleave" in self.flags:
            arguments = [self._with_shadows(argument) for argument in arguments]
        self._markers(last=True)
        result = self._result()
        seeds = self._seeds(result)
        self._markers(last=True)
        reads = self.site.entry in ("reverse", "fwdsplit")
        if reads and self.tape is None and self.at < len(self.args):
            self.tape, self.at = self.at, self.at + 1
            self._markers(last=True)
        if self.at < len(self.args):
            name = self._name()
            raise self.site.failure(
                "RZ503",
                f"{len(self.args) - self.at} arguments too many for '{name}'",
                "a pointer without a marker takes a shadow behind it; enzyme_const takes none",
            )
        return DerivativeCall(
            self.site.entry,
            self.primal.name,
            tuple(arguments),
            self.width,
            seeds,
            self.tape,
            self.allocated,
            frozenset(self.flags),
            result,
            self.site.memory,
            self._kinds(arguments, result),
        )

    # ---- markers -----------------------------------------------------------------------------

    def _markers(self, last: bool = False) -> None:
        """Read markers up to the next plain argument."""
        while self.at < len(self.args):
            word = self.site.marker(self.at)
            if word is None:
                return
            self.at += 1
            if word in FLAGS:
                self.flags.add(word)
            elif word in VALUED:
                self._value(word)
            elif last:
                raise self.site.failure(
                    "RZ503", f"'enzyme_{word}' stands behind the last argument of '{self._name()}'"
                )
            elif word == "not_overwritten":
                self.overwritten = False
            elif word in MODIFIERS:
                self._value(word)
                self.behind = True
            else:
                self.kind = word
                if self.site.entry == "augmentsize":  # nothing stands between its markers
                    return

    def _value(self, word: str) -> None:
        if self.at >= len(self.args):
            raise self.site.failure("RZ502", f"'enzyme_{word}' is the last argument")
        if word == "tape":
            self.tape = self.at
        elif word == "allocated":
            self.allocated = self.at
        self.at += 1

    # ---- arguments ---------------------------------------------------------------------------

    def _argument(self, group: Group, position: int) -> Argument:
        self.kind, self.behind, self.overwritten = None, False, True
        self._markers()
        kind = self._checked(self.kind or self._rule(group), group, position)
        stride = None
        if kind in ("dupv", "dupnoneedv", "buffer"):
            stride = self._take_one(position)
        if self.site.entry == "augmentsize":
            return Argument(group, kind, ())
        if kind == "vector":
            lanes = [self._take(group, position) for _ in range(self.width)]
            return Argument(group, kind, lanes[0], tuple(lanes))
        if kind == "buffer":
            primal: tuple[int, ...] = (self._take_one(position),)
        else:
            primal = self._take(group, position)
        made = Argument(group, kind, primal, (), stride, self.behind, self.overwritten)
        return made if "interleave" in self.flags else self._with_shadows(made)

    def _with_shadows(self, argument: Argument) -> Argument:
        if argument.marker not in SHADOWED:
            return argument
        if self.site.entry == "augmentsize":
            return argument
        lanes = 1 if argument.stride is not None else self.width
        self.behind = argument.behind
        position = argument.group.first + 1
        shadows = tuple(self._take(argument.group, position, "shadow") for _ in range(lanes))
        return Argument(
            argument.group,
            argument.marker,
            argument.primal,
            shadows,
            argument.stride,
            argument.behind,
            argument.overwritten,
        )

    def _rule(self, group: Group) -> str:
        """What an unmarked argument is."""
        if self.site.entry == "batch":
            return "vector"
        if self._is_function():
            return "const"
        if group.pointers:
            return "dup"
        if group.floats:
            return "dup" if self.forward else "out"
        return "const"

    def _is_function(self) -> bool:
        value = self.args[self.at] if self.at < len(self.args) else None
        return isinstance(value, GlobalRef) and value.name in self.site.module.functions

    def _checked(self, kind: str, group: Group, position: int) -> str:
        reason = ""
        if (kind in _BATCH) != (self.site.entry == "batch"):
            reason = "belongs to another entry point"
        elif kind == "out" and self.forward:
            reason = "is of reverse mode: mark it enzyme_dup and give its tangent"
        elif kind == "out" and (group.pointers or not group.floats):
            reason = "is for floats passed by value"
        elif kind in SHADOWED and not self.forward and _is_number(group):
            reason = "is for pointers; a float passed by value is enzyme_out"
        if reason:
            raise self.site.failure(
                "RZ504", f"argument {position} of '{self._name()}': 'enzyme_{kind}' {reason}"
            )
        return kind

    def _take_one(self, position: int) -> int:
        if self.at >= len(self.args):
            raise self._too_few(position, "argument")
        self.at += 1
        return self.at - 1

    def _take(self, group: Group, position: int, what: str = "argument") -> tuple[int, ...]:
        """The places of a parameter's pieces, checked against their types."""
        if self.at < len(self.args) and (self.behind or self.site.is_memory(self.at)):
            self.at += 1
            return (self.at - 1,)
        found = []
        for type in group.types:
            if self.at >= len(self.args) or self.site.marker(self.at) is not None:
                raise self._too_few(position, what)
            self._fits(type, self.args[self.at].type, position, what)
            found.append(self.at)
            self.at += 1
        return tuple(found)

    def _too_few(self, position: int, what: str) -> Error:
        return self.site.failure(
            "RZ502",
            f"no {what} for parameter {position} of '{self._name()}'",
            "a pointer that has no shadow is marked enzyme_const"
            if what == "shadow"
            else "behind a pointer without a marker its shadow is expected",
        )

    def _fits(self, wanted: ty.Type, given: ty.Type, position: int, what: str) -> None:
        if wanted is given or self._promoted(wanted, given):
            return
        if isinstance(wanted, ty.IntType) and isinstance(given, ty.IntType):
            if given.bits < wanted.bits:
                self.site.warning(
                    "RZ512",
                    f"the {what} for parameter {position} of '{self._name()}' has {given.bits} "
                    f"bits and is extended with its sign to {wanted.bits}",
                )
            return
        raise self.site.failure(
            "RZ504",
            f"the {what} for parameter {position} of '{self._name()}' is {given}, not {wanted}",
            "cast it to the parameter's type",
        )

    def _promoted(self, wanted: ty.Type, given: ty.Type) -> bool:
        """C makes doubles of narrow floats where no prototype says otherwise."""
        floats = isinstance(wanted, ty.FloatType) and isinstance(given, ty.FloatType)
        return floats and given is ty.DOUBLE and wanted in (ty.FLOAT, ty.HALF, ty.BFLOAT)

    # ---- the result --------------------------------------------------------------------------

    def _result(self) -> Kind:
        if "const_return" in self.flags or self.site.entry == "batch":
            return Kind.CONST
        memory = result_memory(self.primal)
        type = self.primal.type.result if memory is None else memory
        floats = type is not ty.VOID and result_floats(self.site.module, self.primal, type)
        if "active_return" in self.flags or (floats and "dup_return" not in self.flags):
            if self.site.entry == "fwddiff":
                return Kind.DUP
            return Kind.ACTIVE if not ty.is_pointer(type) else Kind.CONST
        if "dup_return" in self.flags or ty.is_pointer(type):
            halves = ("augmentfwd", "augmentsize", "reverse")  # which are of one mind
            return Kind.DUP if self.site.entry in (*halves, *_FORWARD) else Kind.CONST
        return Kind.CONST

    def _seeds(self, result: Kind) -> tuple[int, ...]:
        """The differential of the result, where it is given."""
        if result is not Kind.ACTIVE or self.site.entry not in ("autodiff", "reverse"):
            return ()
        found: list[int] = []
        while self.at < len(self.args) and self.site.marker(self.at) is None:
            given = self.args[self.at].type
            if isinstance(given, ty.PtrType) and not self.site.is_memory(self.at):
                break
            found.append(self.at)
            self.at += 1
        wrong = misfit(self.primal, [self.args[at].type for at in found], self.width)
        if wrong:
            raise self.site.failure(
                "RZ504",
                f"the seed of '{self._name()}' {wrong}",
                "write it as a value of the type that the function returns, such as 1.0",
            )
        return tuple(found)

    def _kinds(self, arguments: list[Argument], result: Kind) -> tuple[Kind, ...]:
        hidden = (Kind.CONST if result is Kind.CONST else Kind.DUP,)
        found = [*(hidden if result_memory(self.primal) is not None else ())]
        layout = DataLayout(self.site.module.layout)
        for argument in arguments:
            for type, offset in zip(argument.group.types, argument.group.offsets, strict=True):
                found.append(self._kind(layout, argument, type, offset))
        return tuple(found)

    def _kind(self, layout: DataLayout, argument: Argument, type: ty.Type, offset: int) -> Kind:
        if argument.marker not in (*SHADOWED, "out"):
            return Kind.CONST
        if argument.group.memory is not None:
            return Kind.DUP
        end = offset + layout.size(type)
        floats = any(offset <= at < end for at, _ in argument.group.floats)
        # a tape is read as it was kept: a number with a tangent was one with an adjoint there
        number = self.site.entry == "fwdsplit" and _is_number(argument.group)
        if argument.marker == "out" or number:
            return Kind.ACTIVE if floats else Kind.CONST
        pointers = _has_pointer(type)
        return Kind.DUP if pointers or (floats and self.site.entry == "fwddiff") else Kind.CONST

    def _name(self) -> str:
        return subprogram_name(subprogram(self.site.module, self.primal)) or self.primal.name


def _is_number(group: Group) -> bool:
    return bool(group.floats) and not group.pointers and group.memory is None


def _has_pointer(type: ty.Type) -> bool:
    work = [type]
    while work:
        part = work.pop()
        if isinstance(part, ty.PtrType):
            return True
        work.extend(dict.fromkeys(ty.elements(part)))
    return False
