"""Routines: functions of the IR with plain parameters, and how each is made, as plain values.

A `Routine` takes numbers and addresses and returns one number or nothing. What is passed in another
way (structs in registers, results in memory, complex numbers) is behind addresses here;
derivatives, which return several numbers, write them through addresses too. So whatever is
differentiated or called has one simple shape, and a derivative can be differentiated like the
function it came from. What a routine looks like as IR is said in `adapters.py` and `wrappers.py`.

A routine is called through a *body*, `void (ptr block)`, which takes arguments from a block of
8-byte slots and leaves the result behind them.
"""

import hashlib
from typing import Final, final

from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options
from ribozyme.base.record import record, replaced
from ribozyme.rules.added import in_force

SLOT: Final = 8
PADDING: Final = 16  # registers may be loaded whole from the end of a struct
_ALIGNED: Final = 16

Kinds = tuple[str, ...]  # "const" | "active" | "dup" | "scratch", one per parameter
WITH_SHADOW: Final = ("dup", "scratch")


@final
@record
class Primal:
    """A function of the library, by its symbol; `adapter` is its plain form's text, if needed, and
    `glue` the C++ source of what that calls.
    """

    symbol: str
    adapter: str = ""
    glue: str = ""


@final
@record
class Derived:
    """A derivative of a routine: a request in plain values."""

    of: "Routine"
    mode: str  # "forward" | "reverse" | "split" | "from tape"
    kinds: Kinds
    result: str  # the kind of the result
    primal: bool  # whether the primal's result is returned as well
    width: int
    options: Options
    rules: str = ""  # the key of the rules that were added when it was asked for
    kept: tuple[int, ...] = ()  # parameters whose memory does not change between two halves
    sets: str = ""  # sets of inputs in place of tangents: "any" or "here"


@final
@record
class Around:
    """A routine called by another one, whose definition is `adapter`: variables are set first."""

    of: "Routine"
    adapter: str


Recipe = Primal | Derived | Around


@final
@record
class Routine:
    """How to make a function of plain parameters, and what it then is."""

    recipe: Recipe
    slots: tuple[str, ...]  # IR types: numbers and ptr
    result: str  # the IR type of a number, or void

    @property
    def symbol(self) -> str:
        match self.recipe:
            case Primal(symbol=symbol, adapter=""):
                return symbol
            case _:
                return f"rz.f.{self.digest}"

    @property
    def quoted(self) -> str:
        """The symbol as IR spells it behind `@`."""
        return quoted(self.symbol)

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def root(self) -> "Routine":
        """The primal that this is a derivative of, of whatever order."""
        found = self
        while isinstance(found.recipe, Derived | Around):
            found = found.recipe.of
        return found

    @property
    def disk(self) -> tuple[int, str | None] | None:
        """How much its checkpointed loops may keep in a file, and where."""
        recipe = self.recipe
        return recipe.options.disk if isinstance(recipe, Derived) else None

    @property
    def order(self) -> int:
        count, found = 0, self
        while isinstance(found.recipe, Derived | Around):
            count, found = count + isinstance(found.recipe, Derived), found.recipe.of
        return count


FORWARD_MODE, FROM_TAPE = "forward", "from tape"

FORWARD, REVERSE, DROP = 0, 1, 2
"""What a split derivative is called for, its last parameter before the results."""


def quoted(symbol: str) -> str:
    return f'"{symbol}"' if any(not (c.isalnum() or c in "-_.$") for c in symbol) else symbol


# ---- derivatives ---------------------------------------------------------------------------------


def derived(
    of: Routine,
    mode: str,
    kinds: Kinds,
    result: str,
    *,
    primal: bool,
    width: int = 1,
    options: Options,
    kept: tuple[int, ...] = (),
    sets: str = "",
) -> Routine:
    """The plain form of a derivative; see `derivative_results` for what follows the parameters."""
    how = options.of_code
    if not may_be_exchanged(of, mode):
        of = in_full(of)
    elif isinstance(of.recipe, Derived) and how.memory is None:  # its bound is the gradient's
        how = replaced(how, memory=of.recipe.options.memory, disk=of.recipe.options.disk)
    return routine_of(Derived(of, mode, kinds, result, primal, width, how, in_force(), kept, sets))


def routine_of(recipe: Derived) -> Routine:
    """The plain form of a derivative, from its recipe."""
    slots = derivative_slots(recipe)
    returned = derivative_results(recipe)
    if len(returned) == 1 and recipe.mode != "split":
        return Routine(recipe, slots, returned[0])
    return Routine(recipe, (*slots, *("ptr" for _ in returned)), "void")


def may_be_exchanged(of: Routine, mode: str) -> bool:
    """Whether a derivative of a derivative may be made in the other order (`exchanged.py`)."""
    recipe = of.recipe
    if mode not in (FORWARD_MODE, "reverse"):
        return False
    if not isinstance(recipe, Derived) or recipe.mode != "reverse":
        return False
    return not isinstance(recipe.of.recipe, Derived) and recipe.width == 1


def again() -> Error:
    """A derivative of a gradient with checkpointed loops that cannot be made in another order."""
    return error(
        "RZ219",
        "a gradient with checkpointed loops can be differentiated once more, in forward or in "
        "reverse mode, but not in two halves and not a third time",
        helps=("leave all loops as they are: checkpoint=False",),
    )


def in_full(of: Routine) -> Routine:
    """A derivative that is to be differentiated again: with a tape that is not bounded."""
    recipe = of.recipe
    if not isinstance(recipe, Derived):
        return of
    if recipe.options.checkpoint:
        raise again()
    inner = in_full(recipe.of)
    if recipe.options.memory is None and inner is recipe.of:
        return of
    options = recipe.options.replace(memory=None)
    return Routine(replaced(recipe, of=inner, options=options), of.slots, of.result)


def derivative_slots(recipe: Derived) -> tuple[str, ...]:
    slots: list[str] = []
    for type, kind in zip(recipe.of.slots, recipe.kinds, strict=True):
        shadows = recipe.width if kind in WITH_SHADOW else 0
        slots.extend([type] * (1 + shadows))
    if recipe.mode not in (FORWARD_MODE, FROM_TAPE) and recipe.result == "active":
        slots.extend([recipe.of.result] * recipe.width)
    if recipe.mode == "split":
        slots.extend(("ptr", "i32"))
    return tuple(slots)


def derivative_results(recipe: Derived) -> tuple[str, ...]:
    """The numbers a derivative gives: the primal's, then tangents or adjoints in order."""
    of = recipe.of
    found = [of.result] if recipe.primal and of.result != "void" else []
    if recipe.mode in (FORWARD_MODE, FROM_TAPE):
        found += [of.result] * recipe.width if recipe.result != "const" else []
    else:
        active = (t for t, kind in zip(of.slots, recipe.kinds, strict=True) if kind == "active")
        found += [t for t in active for _ in range(recipe.width)]
    return tuple(found)


# ---- calling -------------------------------------------------------------------------------------


def body_name(routine: Routine) -> str:
    return f"rz.body.{routine.digest}"


def held(type: str) -> tuple[str, str]:
    """The type a number has in its slot, and the cast from it; none where it is its own."""
    match type:
        case "x86_fp80" | "fp128":
            return "double", "fpext"
        case "half" | "bfloat":
            return "float", "fptrunc"
        case "i1":
            return "i8", "trunc"
        case "float" | "double" | "ptr" | "i8" | "i16" | "i32" | "i64":
            return type, ""
        case _:
            raise error("RZ012", f"a parameter of type {type} cannot be passed from Python")


_CODES: Final = {"double": "d", "float": "f4x", "ptr": "Q", "x86_fp80": "d", "fp128": "d"} | {
    "half": "f4x",
    "bfloat": "f4x",
}


def block_format(routine: Routine) -> str:
    """How `struct` packs the arguments; integers of every width fill their slot."""
    return "<" + "".join(_CODES.get(type, "Q") for type in routine.slots)
