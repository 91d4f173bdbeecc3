"""The facts emission and planning stand on, one view per function.

`ProgramFacts` has the analyses of a program for a request, each run once, those that cost most when
they are first asked for; `FunctionFacts` answers about one function in the words of the
transformation: is this value active, which of its leaves, is its pointer shadowed, may this load be
repeated at the end. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar, cast, final

from ribozyme.analysis.activity.activity import Activity, Shadow, activity
from ribozyme.analysis.activity.kept_blocks import Group, kept_blocks, left_blocks
from ribozyme.analysis.activity.losses import Losses
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.flow.zerobits import ZeroBits
from ribozyme.analysis.memory.effects import Effects, effects
from ribozyme.analysis.memory.freed import Word
from ribozyme.analysis.memory.groups import Groups
from ribozyme.analysis.memory.overwritten import Overwritten, overwritten
from ribozyme.analysis.pointsto import objects
from ribozyme.analysis.pointsto.pointsto import PointsTo, points_to
from ribozyme.analysis.provenance.numberbits import NumberBits
from ribozyme.analysis.types.typing import Typing, typing
from ribozyme.base.bitset import union
from ribozyme.base.diag import Step
from ribozyme.base.errors import Error
from ribozyme.base.stages import staged
from ribozyme.ir import types as ty
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Alloca, Instr, Load, Phi
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import Local, Value
from ribozyme.rules.custom import STANDARD, Rulebook
from ribozyme.rules.rule import Nonsmooth, Rule
from ribozyme.transform.core.interface import HALVES, Request
from ribozyme.transform.core.punned_words import Words, in_both, whole_vectors
from ribozyme.transform.core.question import question
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import (
    Leaf,
    PointerLeaf,
    float_leaves,
    has_integers,
    is_word,
    pointer_leaves,
)
from ribozyme.transform.core.walk import Walk
from ribozyme.transform.state.stack_budget import AGAIN, ONCE, on_stack

T = TypeVar("T")
UNKNOWN: Final = 1
"""The bit of the object `unknown`: an address made of a number."""


@final
class ProgramFacts:
    """All analyses of one program under one request."""

    def __init__(
        self,
        module: Module,
        root: Function,
        request: Request,
        book: Rulebook = STANDARD,
        nonsmooth: Nonsmooth = "subgradient",
        ours: frozenset[str] = frozenset(),
        copies: Mapping[str, str] = MappingProxyType({}),
        shown: Module | None = None,
        deterministic: bool = False,
        words: bool = False,
    ) -> None:
        self.module = module
        self.deterministic = deterministic
        self.ours = ours
        self.shown = shown or module  # with the bodies of what has derivatives by hand
        self.request = request
        self.copies = copies  # of functions whose callers were told apart, and of which
        self.book = book
        self.nonsmooth: Nonsmooth = nonsmooth
        self.program = Program(module, root, book, ours)
        self.layout = DataLayout(module.layout)
        self.pointsto, self.typing = _memory(self.program, words=words)
        self.bits = NumberBits(self.typing, self.pointsto)
        self.words = Words(self.typing, self.pointsto)
        self._functions: dict[str, FunctionFacts] = {}
        self._further: dict[Callable[[ProgramFacts], object], object] = {}

    def changed(
        self, module: Module, root: str | None = None, copies: Mapping[str, str] | None = None
    ) -> ProgramFacts:
        """The facts of the program after it was rewritten."""
        return ProgramFacts(
            module,
            module.functions[root or self.program.root.name],
            self.request,
            self.book,
            self.nonsmooth,
            self.ours,
            self.copies if copies is None else dict(copies),
            self.shown,
            self.deterministic,
            self.words.any,
        )

    @cached_property
    @staged("facts")
    def kept(self) -> tuple[Group, ...]:
        """Blocks of variables whose shadows stay after the call."""
        return kept_blocks(self.pointsto, self.typing)

    @cached_property
    def texts(self) -> int:
        """The objects in which numbers may lie where strings do at other times, as a bit set: that
        of a string whose place in them is not known may be theirs."""
        table, found = self.pointsto.table, self.typing.numbers_in_strings
        for place, size in self.pointsto.constraints.strings.sizes.items():
            object = table.objects[table.object[place]]
            if 0 < table.stride[place] < size and self.typing.may_hold_floats(object):
                found |= 1 << object.id
        return found

    @cached_property
    @staged("facts")
    def activity(self) -> Activity:
        """What depends on the inputs and influences the outputs."""
        asked = question(self.module, self.request, self.kept, self.book, self.texts)
        return activity(self.pointsto, asked, self.bits.carries)

    @cached_property
    @staged("facts")
    def losses(self) -> Losses:
        """Where active values go through memory without a shadow."""
        return Losses(self.activity)

    @cached_property
    @staged("facts")
    def effects(self) -> Effects:
        """What calls read, write and free."""
        return effects(self.program, self.pointsto)

    @cached_property
    @staged("facts")
    def overwritten(self) -> Overwritten:
        """What reverse mode finds changed."""
        return overwritten(
            self.program,
            self.pointsto,
            self.effects,
            split=self.request.mode in HALVES,
            kept=self.request.kept,
        )

    @cached_property
    @staged("facts")
    def concerned(self) -> int:
        """The objects that are called, hold numbers, or lead to such, as a bit set."""
        found = union(
            1 << object.id
            for object in self.pointsto.objects
            if object.kind is objects.Kind.FUNCTION or self.typing.may_hold_floats(object)
        )
        return self.activity.leading_to(found) & ~UNKNOWN

    def ask(self, analysis: Callable[[ProgramFacts], T]) -> T:
        """The result of an analysis that stands on these facts, made when it is first asked for."""
        if analysis not in self._further:
            self._further[analysis] = _further(analysis, self)
        return cast("T", self._further[analysis])

    def function(self, function: Function) -> FunctionFacts:
        """The view of one function."""
        found = self._functions.get(function.name)
        if found is None:
            found = self._functions[function.name] = FunctionFacts(self, function)
        return found

    @cached_property
    def left(self) -> tuple[tuple[Word, str], ...]:
        """Words of variables with blocks whose shadows end with the call, and what frees them."""
        return left_blocks(self.pointsto, self.typing, self.kept)

    @cached_property
    def zero_bits(self) -> ZeroBits:
        """Bits of integers that are surely zero."""
        return ZeroBits()

    def drops_zero(self, rule: Rule, operand: int) -> bool:
        """Whether nothing comes of a zero by contract, a partial being more than a number."""
        return self.request.strong_zero and bool(rule.uses(operand))

    def rule(self, op: str) -> Rule | None:
        """The rule of an operation, under the option for kinks."""
        return self.book.rule_for(op, self.nonsmooth)

    def active_global(self, name: str) -> bool:
        """Whether a global has a shadow."""
        known = self.pointsto.constraints.globals.get(name)
        return known is not None and self.activity.shadowed(known)

    def why(self, function: Function, value: Value) -> tuple[Step, ...]:
        """How a value depends on an active input, a step for each place on the way."""
        steps: list[Step] = []
        for origin in self.activity.why(function, value):
            if origin.function is None or origin.value is None:
                continue
            definition = origin.function.definitions[origin.value.id]
            if definition is None and origin.function.name.startswith("rz."):
                continue  # what is called for Python: its argument is that of the user's function
            if definition is None:
                steps.append(Step(f"an active argument of '{origin.function.name}'"))
                continue
            span = location(self.module, definition)
            step = Step("depends on it", span)
            if span is not None and step not in steps[-1:]:  # several of a line, in a library
                steps.append(step)
        return tuple(steps)


@staged("facts")
def _memory(program: Program, *, words: bool) -> tuple[PointsTo, Typing]:
    """Where pointers lead and what bytes hold, in the form that `words` asks for.

    Types say whether a word may be a number at one time and an address at another. Only then
    points-to has to follow addresses through numbers, and types have to count with addresses in
    them; elsewhere both would be less precise and cost more. So in such a program, which types
    alone can tell, both run a second time, unless it is known of the program as it was before a
    step of `refine` (`words`). No other analysis runs twice on one program.
    """
    if not words:
        points = points_to(program)
        found = typing(points)
        if not found.words:
            return points, found
    points = points_to(program, numbers=True)
    return points, typing(points, addresses=True)


@staged("facts")
def _further(analysis: Callable[[ProgramFacts], T], facts: ProgramFacts) -> T:
    return analysis(facts)


@final
class FunctionFacts(Walk):
    """What is known of one function, and the way through it."""

    def __init__(self, whole: ProgramFacts, function: Function) -> None:
        super().__init__(function, whole.layout)
        self.whole = whole
        self._floats: dict[int, tuple[Leaf, ...]] = {}
        self._shadows: dict[int, Shadow] = {}
        self._pointers: dict[int, tuple[PointerLeaf, ...]] = {}
        self._both: dict[int, dict[int, int]] = {}
        self._further: dict[Callable[[FunctionFacts], object], object] = {}
        self.loop_writes: dict[int, tuple[tuple[Instr, int], ...] | None] = {}  # see `dropped`

    def ask(self, analysis: Callable[[FunctionFacts], T]) -> T:
        """The result of an analysis of this function, made when it is first asked for."""
        if analysis not in self._further:
            self._further[analysis] = analysis(self)
        return cast("T", self._further[analysis])

    # ---- values ------------------------------------------------------------------------------

    def clear(self, value: Value, bit: int, width: int) -> bool:
        """Whether so many bits of an integer from `bit` on are surely zero."""
        return self.whole.zero_bits.clear(self.function, value, bit, width)

    def lanes(self, value: Value) -> tuple[Leaf, ...]:
        """All float leaves of a value, active or not."""
        if isinstance(value, Local):
            known = self._floats.get(value.id)
            if known is None:
                known = self._floats[value.id] = self._lanes(value)
            return known
        return self._lanes(value)

    def _lanes(self, value: Value) -> tuple[Leaf, ...]:
        if isinstance(value.type, ty.FloatType):
            return (Leaf((), value.type, 0),)
        if value.type is ty.VOID:
            return ()
        words = self.whole.words.any and ty.has_pointer(value.type)
        if isinstance(value.type, ty.PtrType) and not words:
            return ()
        if not words and not has_integers(value.type):
            return float_leaves(self.layout, value.type, ())
        found = self.whole.typing.float_lanes(self.function, value) or ()
        if found and self.whole.words.any:
            found = whole_vectors(self.layout, self.whole.typing, self.function, value, found)
        return float_leaves(self.layout, value.type, found)

    def both(self, value: Value) -> dict[int, int]:
        """The words of a value that are a number or an address: by the offset of their float leaf
        the number of their pointer leaf."""
        if not self.whole.words.any or not isinstance(value, Local):
            return {}
        known = self._both.get(value.id)
        if known is None:
            known = self._both[value.id] = dict(
                in_both(
                    self.layout,
                    self.whole.typing,
                    self.function,
                    value,
                    self.lanes(value),
                    self.pointer_parts(value),
                )
            )
        return known

    def asked(self, load: Load, leaf: PointerLeaf) -> bool:
        """Whether what is loaded for a pointer leaf may be a number."""
        words = self.whole.words.accessed(self.function, load)
        inside = range(leaf.offset, leaf.offset + self.layout.size(leaf.type))
        return is_word(leaf.type) and (
            leaf.offset in self.both(load.result) or any(at in inside for at in words)
        )

    def active(self, value: Value) -> bool:
        """Whether a value carries a derivative."""
        return isinstance(value, Local) and value.id in self._active

    def stays(self, value: Local) -> bool:
        """Whether all uses of a value share the block of its definition."""
        return value.id not in self._leaving

    @cached_property
    def _leaving(self) -> frozenset[int]:
        """The parameters, and the locals that a phi or another block uses."""
        home = self.function.home
        return frozenset(param.local.id for param in self.function.params).union(
            id
            for id, uses in enumerate(self.function.uses)
            for at, use in uses
            if at != home[id] or isinstance(use, Phi)
        )

    @cached_property
    def _active(self) -> frozenset[int]:
        return self.whole.activity.active_values(self.function)

    def floats(self, value: Value) -> tuple[Leaf, ...]:
        """The float leaves of an active value; none for an inactive one."""
        if not self.active(value):
            return ()
        if not isinstance(value.type, ty.FloatType) and self.unclear(value):
            raise self.unknown_type(value)
        return self.lanes(value)

    def unclear(self, value: Value) -> bool:
        """Whether integers may hold floats, or parts of some, and nobody knows which.

        Bytes are taken for text where nothing is said of them, but not where floats lie.
        """
        if ty.scalar(value.type) is ty.I8 and not self.whole.typing.holds_float_bytes(
            self.function, value
        ):
            return False
        if has_integers(value.type) or (self.whole.words.any and ty.has_pointer(value.type)):
            return self.whole.typing.float_lanes(self.function, value) is None
        return value.type is ty.I8

    def unknown_type(self, value: Value) -> Error:
        """The refusal of an active value that may or may not be a float."""
        instr = self.function.definition(value)
        image = self.whole.typing.value(self.function, value)
        conflict = any(part.kind == "conflict" for part in image.parts)
        code = "RZ303" if conflict else "RZ301"
        return refusal(
            self, instr, code, "the type of this active value is not known", notes=(str(image),)
        )

    def shadow(self, value: Value) -> Shadow:
        """What the shadow of a pointer is."""
        if not isinstance(value, Local):
            return self.whole.activity.shadow(self.function, value)
        found = self._shadows.get(value.id)
        if found is None:
            found = self._shadows[value.id] = self.whole.activity.shadow(self.function, value)
        return found

    def pointers(self, value: Value) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of a value that is shadowed."""
        if isinstance(value.type, ty.FloatType) and not self.whole.words.any:
            return ()
        if self.shadow(value) is Shadow.NONE:
            return ()
        if not isinstance(value, Local):
            return self.pointer_parts(value)
        found = self._pointers.get(value.id)
        if found is None:
            found = self._pointers[value.id] = self.pointer_parts(value)
        return found

    def pointer_parts(self, value: Value) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of a value, shadowed or not."""
        numbers = self.whole.words.leads(self.function, value)
        return pointer_leaves(self.layout, value.type, integers=True, numbers=numbers)

    def result_floats(self) -> tuple[Leaf, ...]:
        """The float leaves of the result, if any returned value is active."""
        values = self.function.returned
        return next((self.lanes(value) for value in values if self.active(value)), ())

    def result_pointers(self) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of the result, if any returned value is shadowed."""
        values = self.function.returned
        return next((found for value in values if (found := self.pointers(value))), ())

    def shadowed(self, pointer: Value) -> bool:
        """Whether memory behind a pointer may be active."""
        return self.shadow(pointer) is not Shadow.NONE

    def holds_floats(self, pointer: Value) -> bool:
        """Whether floats behind a pointer may be active, not just what addresses there lead to."""
        points, activity = self.whole.pointsto, self.whole.activity
        mask = points.mask(self.function, pointer)
        return bool(mask & 1) or any(activity.object(found) for found in points.members(mask))

    def own(self, pointer: Value) -> bool:
        """Whether a pointer leads to nothing but memory that the program itself made, and what can
        not be written: constants and code."""
        points = self.whole.pointsto
        found = points.members(points.mask(self.function, pointer))
        written = [o.kind for o in found if not o.constant and o.kind is not objects.Kind.FUNCTION]
        return bool(written) and set(written) <= {objects.Kind.ALLOCA, objects.Kind.HEAP}

    def of_caller(self, pointer: Value) -> bool:
        """Whether a pointer leads to nothing but what the root's arguments lead to at entry."""
        points = self.whole.pointsto
        found = points.members(points.mask(self.function, pointer))
        return bool(found) and all(
            one.kind in objects.ENTRY and one.origin.kind is objects.Kind.ARGUMENT for one in found
        )

    def mixed(self, pointer: Value) -> bool:
        """Whether a shadowed pointer may at run time be its own primal."""
        return self.shadow(pointer) is Shadow.MIXED

    def stable(self, load: Instr) -> bool:
        """Whether a load may be repeated at any later time until the end of the reverse sweep."""
        return self.whole.overwritten.stable(self.function, load)

    @cached_property
    def groups(self) -> Groups:
        """Memory that is never that of another group, of what the function accesses."""
        return Groups(self.whole.pointsto, self.function)

    def fixed(self, alloca: Alloca) -> bool:
        """Whether an alloca is one slot of constant size for the whole activation.

        A large one is none: with its shadow it might be more than the stack has room for.
        """
        return alloca.result.id in self._fixed

    def on_stack(self, alloca: Alloca) -> bool:
        """Whether the shadow of an alloca may lie on the stack, that of each activation."""
        again = self.function in self.whole.pointsto.recursive
        return alloca.result.id in (self._fixed_again if again else self._fixed)

    @cached_property
    def _fixed(self) -> frozenset[int]:
        return on_stack(self.function, self.layout, ONCE, self.whole.request.width)

    @cached_property
    def _fixed_again(self) -> frozenset[int]:
        return on_stack(self.function, self.layout, AGAIN, self.whole.request.width)
