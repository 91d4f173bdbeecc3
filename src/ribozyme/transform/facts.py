"""The facts emission and planning stand on, one view per function.

`ProgramFacts` runs the analyses of a program once for a request; `FunctionFacts` answers about one
function in the words of the transformation: is this value active, which of its leaves, is its
pointer shadowed, may this load be repeated at the end. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from itertools import accumulate, cycle, islice
from operator import or_
from types import MappingProxyType
from typing import Final, final

from ribozyme.analysis import objects
from ribozyme.analysis.activity import Activity, Question, Role, Shadow, activity
from ribozyme.analysis.affine import Induction
from ribozyme.analysis.callgraph import Program
from ribozyme.analysis.cfg import Flow, flow
from ribozyme.analysis.curves import curve
from ribozyme.analysis.effects import Effects, effects
from ribozyme.analysis.kept import Group, Word, kept_blocks, left_blocks
from ribozyme.analysis.loops import Loops, loops
from ribozyme.analysis.losses import Losses
from ribozyme.analysis.overwritten import Overwritten, overwritten
from ribozyme.analysis.pointsto import PointsTo, points_to
from ribozyme.analysis.tripcount import Evolution, evolution
from ribozyme.analysis.typetree import ADDRESS, POINTER, SEEN, Image
from ribozyme.analysis.typing import Typing, typing
from ribozyme.analysis.zerobits import ZeroBits
from ribozyme.base.diag import Step
from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Alloca, AtomicRMW, Instr, Invoke, Phi, Ret, Store
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import attached
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.custom import STANDARD, Rulebook
from ribozyme.rules.rule import Nonsmooth, Rule
from ribozyme.transform.bitflow import BitFlow
from ribozyme.transform.interface import HALVES, Kind, Mode, Request
from ribozyme.transform.regions import Region
from ribozyme.transform.shape import Leaf, PointerLeaf, float_leaves, pointer_leaves
from ribozyme.transform.words import Words


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
    ) -> None:
        self.module = module
        self.shown = shown or module  # with the bodies of what has derivatives by hand
        self.request = request
        self.copies = copies  # of functions whose callers were told apart, and of which
        self.book = book
        self.nonsmooth: Nonsmooth = nonsmooth
        self.program = Program(module, root, book, ours)
        self.layout = DataLayout(module.layout)
        self.pointsto: PointsTo = points_to(self.program)
        self.typing: Typing = typing(self.pointsto)
        self.bits = BitFlow(self.typing, self.pointsto)
        self.kept = kept_blocks(self.pointsto, self.typing) if request.mode in _ALONE else ()
        self.activity: Activity = activity(
            self.pointsto, question(module, request, self.kept), self.bits.carries
        )
        self.losses = Losses(self.activity)
        self.effects: Effects = effects(self.program, self.pointsto)
        self.overwritten: Overwritten = overwritten(
            self.program,
            self.pointsto,
            self.effects,
            split=request.mode in HALVES,
            kept=request.kept,
        )
        self._functions: dict[str, FunctionFacts] = {}
        self.called_below: dict[str, tuple[Function, ...] | None] = {}  # see `callsites`

    @cached_property
    def words(self) -> Words:
        """The words that are numbers at one time and addresses at another."""
        return Words(self)

    def function(self, function: Function) -> FunctionFacts:
        """The view of one function."""
        found = self._functions.get(function.name)
        if found is None:
            found = self._functions[function.name] = FunctionFacts(self, function)
        return found

    @cached_property
    def left(self) -> tuple[tuple[Word, str], ...]:
        """Words of variables with blocks whose shadows end with the call, and what frees them."""
        if self.request.mode not in _ALONE:
            return ()
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
            if definition is None:
                steps.append(Step(f"an active argument of '{origin.function.name}'"))
                continue
            span = location(self.module, definition)
            step = Step("depends on it", span)
            if span is not None and step not in steps[-1:]:  # several of a line, in a library
                steps.append(step)
        return tuple(steps)


STACK: Final = 1 << 16  # bytes of an activation's variables; what is more lies in the arena
STACK_AGAIN: Final = 1 << 8  # the same of a function that calls itself
_ALONE: Final = (Mode.FORWARD, Mode.REVERSE)
"""Modes in which one call of a derivative is over before another one begins."""


def question(module: Module, request: Request, kept: Iterable[Group] = ()) -> Question:
    """The request in the words of activity analysis."""
    roles: dict[Kind, Role] = {Kind.CONST: "const", Kind.ACTIVE: "active", Kind.DUP: "dup"}
    args = tuple(roles[kind] for kind in request.args)
    return Question(
        args,
        roles[request.result],
        inactive_globals=_said(module, "enzyme_inactive"),
        shadowed_globals=_said(module, "enzyme_shadow"),
        shadowed_blocks=reduce(or_, (group.objects for group in kept), 0),
        at_run_time=request.runtime_activity,
    )


def _said(module: Module, word: str) -> frozenset[str]:
    """The globals whose metadata say a word of the C interface."""
    return frozenset(
        name for name, item in module.globals.items() if attached(item.meta, word) is not None
    )


@final
class FunctionFacts:
    """What is known of one function; blocks and edges here are the live ones.

    A block is live when normal control (no unwinding) can reach it and go on to a return; the
    reverse sweep passes through live blocks only.
    """

    def __init__(self, whole: ProgramFacts, function: Function) -> None:
        self.whole = whole
        self.function = function
        self.layout = whole.layout
        self._floats: dict[int, tuple[Leaf, ...]] = {}
        self._inductions: dict[int, Induction | None] = {}

    @cached_property
    def flow(self) -> Flow:
        """Control flow."""
        return flow(self.function)

    @cached_property
    def loops(self) -> Loops:
        """Natural loops."""
        return loops(self.flow)

    @cached_property
    def evolution(self) -> Evolution:
        """Induction variables and trip counts."""
        return evolution(self.function, self.flow, self.loops, self.layout)

    # ---- live control flow -------------------------------------------------------------------

    @cached_property
    def normal_successors(self) -> tuple[tuple[int, ...], ...]:
        """Successors without the unwind edges."""
        return tuple(
            (block.terminator.normal,) if isinstance(block.terminator, Invoke) else successors
            for block, successors in zip(
                self.function.blocks, self.function.successors, strict=True
            )
        )

    @cached_property
    def live(self) -> tuple[bool, ...]:
        """Per block, whether it is live."""
        count = len(self.function.blocks)
        forward = _reach([0], self.normal_successors, count)
        back: list[list[int]] = [[] for _ in range(count)]
        for block, targets in enumerate(self.normal_successors):
            for target in targets:
                back[target].append(block)
        returns = [
            index
            for index, block in enumerate(self.function.blocks)
            if isinstance(block.terminator, Ret)
        ]
        backward = _reach(returns, back, count)
        return tuple(f and b for f, b in zip(forward, backward, strict=True))

    @cached_property
    def live_successors(self) -> tuple[tuple[int, ...], ...]:
        """Per live block its live successors."""
        return tuple(
            tuple(t for t in targets if self.live[t]) if self.live[block] else ()
            for block, targets in enumerate(self.normal_successors)
        )

    @cached_property
    def live_predecessors(self) -> tuple[tuple[int, ...], ...]:
        """Per live block its live predecessors, ascending."""
        found: list[list[int]] = [[] for _ in self.function.blocks]
        for block, targets in enumerate(self.live_successors):
            for target in targets:
                found[target].append(block)
        return tuple(tuple(blocks) for blocks in found)

    @cached_property
    def returns(self) -> tuple[int, ...]:
        """The live blocks that return."""
        return tuple(
            index
            for index, block in enumerate(self.function.blocks)
            if self.live[index] and isinstance(block.terminator, Ret)
        )

    def way_type(self, block: int) -> ty.Type:
        """What holds the number of a live predecessor, or of a return behind the last block."""
        last = block == len(self.function.blocks)
        ways = self.returns if last else self.live_predecessors[block]
        return ty.I8 if len(ways) <= 1 << 8 else ty.I32

    @property
    def blocks(self) -> range:
        """The numbers of the blocks."""
        return range(len(self.function.blocks))

    def loop_of(self, block: int) -> int:
        """The innermost loop around a block, -1 outside."""
        return self.loops.loop_of[block]

    def loop_of_value(self, value: Local) -> int:
        """The innermost loop around a definition; -1 for parameters."""
        home = self.function.home[value.id]
        return -1 if home < 0 else self.loops.loop_of[home]

    def inside(self, inner: int, outer: int) -> bool:
        """Whether loop `inner` is `outer` or nested in it; everything is inside -1."""
        while inner != outer and inner >= 0:
            inner = self.parent(inner)
        return inner == outer

    def parent(self, loop: int) -> int:
        """The loop around a loop, -1 at the top."""
        found = self.loops.loops[loop].parent
        return -1 if found is None else found

    def depth(self, loop: int) -> int:
        """How many loops lie around and including `loop`."""
        return 0 if loop < 0 else self.loops.loops[loop].depth

    def chain(self, loop: int) -> list[int]:
        """`loop` and the loops around it, innermost first."""
        found = []
        while loop >= 0:
            found.append(loop)
            loop = self.parent(loop)
        return found

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
        if isinstance(value.type, ty.PtrType) or value.type is ty.VOID:
            return ()
        if not _has_integers(value.type):
            return float_leaves(self.layout, value.type, ())
        found = self.whole.typing.float_lanes(self.function, value)
        return float_leaves(self.layout, value.type, found or ())

    def active(self, value: Value) -> bool:
        """Whether a value carries a derivative."""
        return isinstance(value, Local) and self.whole.activity.active(self.function, value)

    def floats(self, value: Value) -> tuple[Leaf, ...]:
        """The float leaves of an active value; none for an inactive one."""
        if not self.active(value):
            return ()
        if self.unclear(value):
            raise self.unknown_type(value)
        return self.lanes(value)

    def unclear(self, value: Value) -> bool:
        """Whether integers may hold floats, or parts of some, and nobody knows which.

        A single byte is taken for text where nothing is said of it, but not where floats lie.
        """
        if _has_integers(value.type):
            return not self.whole.typing.value(self.function, value).known
        byte = value.type is ty.I8
        return byte and self.whole.typing.value(self.function, value).holds_float_bytes

    def unknown_type(self, value: Value) -> Error:
        """The refusal of an active value that may or may not be a float."""
        from ribozyme.transform.refuse import refusal

        instr = self.function.definitions[value.id] if isinstance(value, Local) else None
        image = self.whole.typing.value(self.function, value)
        conflict = any(part.kind == "conflict" for part in image.parts)
        code = "RZ303" if conflict else "RZ301"
        return refusal(
            self, instr, code, "the type of this active value is not known", notes=(str(image),)
        )

    def shadow(self, value: Value) -> Shadow:
        """What the shadow of a pointer is."""
        return self.whole.activity.shadow(self.function, value)

    def pointers(self, value: Value) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of a value that is shadowed."""
        if self.shadow(value) is Shadow.NONE:
            return ()
        return pointer_leaves(self.layout, value.type, integers=True)

    def pointer_parts(self, value: Value) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of a value, shadowed or not."""
        return pointer_leaves(self.layout, value.type, integers=True)

    def stored_pointers(self, value: Value, pointer: Value) -> tuple[tuple[int, PointerLeaf], ...]:
        """The pointer leaves of a stored value by number that may hold an address, or end one.

        An integer that is no address ends the one that it is stored over, as null does.
        """
        moved = self.whole.pointsto.mask(self.function, value)
        floats = {leaf.offset for leaf in self.lanes(value)}  # there the shadow holds adjoints
        return tuple(
            (part, leaf)
            for part, leaf in enumerate(self.pointer_parts(value))
            if not _covers(self.layout, leaf, floats)
            and (moved or ty.is_pointer(leaf.type) or self._over_address(value, pointer, leaf))
        )

    def _over_address(self, value: Value, pointer: Value, leaf: PointerLeaf) -> bool:
        """Whether an address may lie where an integer leaf is stored."""
        size = self.layout.size(value.type)
        marks = self.whole.typing.memory(self.function, pointer, size).marks
        end = leaf.offset + self.layout.size(leaf.type)
        there = tuple(islice(cycle(marks), leaf.offset, end))
        if (
            isinstance(value, ConstInt)
            and not any(mark & ~SEEN for mark in there)
            and self.whole.pointsto.is_unknown(self.function, pointer)
        ):  # a shadow stays behind its address if one lies there, an adjoint is lost if none does
            raise self.unknown_type(value)
        return any(mark & POINTER for mark in there)

    def either(self, store: Store) -> bool:
        """Whether words are stored over that are a double at one time and an address at another."""
        size = self.layout.size(store.value.type)
        return bool(self.whole.typing.memory(self.function, store.pointer, size).either)

    def stored_floats(self, store: Store | AtomicRMW) -> tuple[Leaf, ...]:
        """The float leaves that a store writes, active or not."""
        if isinstance(store.value, Local) or not _has_integers(store.value.type):
            return self.lanes(store.value)
        size = self.layout.size(store.value.type)
        image = self.whole.typing.memory(self.function, store.pointer, size)
        whole = Image(tuple(islice(cycle(image.marks), size))) if image.period else image
        return tuple(Leaf((), kind, at) for at, kind in (*whole.floats, *_unsaid(whole)))

    def region(self, instr: Instr, pointers: tuple[Value, ...], size: Value) -> Region | None:
        """What lies in the memory that an instruction copies or fills; None if it is not known."""
        known = size.value if isinstance(size, ConstInt) else None
        image = self.whole.typing.memory(self.function, pointers, known, instr)
        return self._region(image, pointers) if image.known else None

    def copied(self, instr: Instr, pointers: tuple[Value, ...], size: Value) -> Region | None:
        """As `region`, with words that are a double at one time and an address at another."""
        known = size.value if isinstance(size, ConstInt) else None
        image = self.whole.typing.memory(self.function, pointers, known, instr)
        either = () if (image.period or 0) % ADDRESS else image.either
        if not either:
            return self.region(instr, pointers, size)
        image = image.without_either
        found = self._region(image, pointers) if image.known else None
        return None if found is None else replace(found, either=either)

    def _region(self, image: Image, pointers: tuple[Value, ...]) -> Region | None:
        if not image.floats and image.pointers and any(map(self._vague, pointers)):
            return None  # addresses one level up, for all that is known, and numbers here
        period = image.period or max(len(image.marks), 1)
        if image.pointers and period % ADDRESS:  # nothing but addresses, told byte by byte
            whole = Image(image.marks * ADDRESS)
            return Region(period * ADDRESS, whole.floats, whole.pointers)
        return Region(period, image.floats, image.pointers)

    def _vague(self, pointer: Value) -> bool:
        return self.whole.typing.vague(self.function, pointer)

    @cached_property
    def returned(self) -> tuple[Value, ...]:
        """The values that are returned."""
        return tuple(
            block.terminator.value
            for block in self.function.blocks
            if isinstance(block.terminator, Ret) and block.terminator.value is not None
        )

    def result_floats(self) -> tuple[Leaf, ...]:
        """The float leaves of the result, if any returned value is active."""
        return next((self.lanes(value) for value in self.returned if self.active(value)), ())

    def result_pointers(self) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of the result, if any returned value is shadowed."""
        return next((found for value in self.returned if (found := self.pointers(value))), ())

    def shadowed(self, pointer: Value) -> bool:
        """Whether memory behind a pointer may be active."""
        return self.shadow(pointer) is not Shadow.NONE

    def holds_floats(self, pointer: Value) -> bool:
        """Whether floats behind a pointer may be active, not just what addresses there lead to."""
        points, activity = self.whole.pointsto, self.whole.activity
        mask = points.mask(self.function, pointer)
        return bool(mask & 1) or any(activity.object(found) for found in points.members(mask))

    def own(self, pointer: Value) -> bool:
        """Whether a pointer leads to nothing but memory that the program itself made."""
        points = self.whole.pointsto
        mask = points.mask(self.function, pointer)
        made = {found.kind for found in points.members(mask)}
        return bool(made) and made <= {objects.Kind.ALLOCA, objects.Kind.HEAP}

    def mixed(self, pointer: Value) -> bool:
        """Whether a shadowed pointer may at run time be its own primal."""
        return self.shadow(pointer) is Shadow.MIXED

    def stable(self, load: Instr) -> bool:
        """Whether a load may be repeated at any later time until the end of the reverse sweep."""
        return self.whole.overwritten.stable(self.function, load)

    def fixed(self, alloca: Alloca) -> bool:
        """Whether an alloca is one slot of constant size for the whole activation.

        A large one is none: with its shadow it might be more than the stack has room for.
        """
        return alloca.result.id in self._fixed

    def on_stack(self, alloca: Alloca) -> bool:
        """Whether the shadow of an alloca may lie on the stack, that of each activation."""
        return alloca.result.id in (self._fixed_again if self.recursive else self._fixed)

    @cached_property
    def recursive(self) -> bool:
        """Whether the function may call itself, over others too."""
        points, program = self.whole.pointsto, self.whole.program
        component = next((c for c in points.components if self.function in c), ())
        return len(component) > 1 or any(
            self.function in points.known_targets(self.function, call)
            for call in program.calls(self.function)
        )

    @cached_property
    def _fixed(self) -> frozenset[int]:
        return self._first(STACK)

    @cached_property
    def _fixed_again(self) -> frozenset[int]:
        return self._first(STACK_AGAIN)

    def _first(self, room: int) -> frozenset[int]:
        """The allocas of constant size, the smallest first, until they and their shadows are more
        than the stack surely has room for."""
        sizes = []
        for instr in self.function.blocks[0].instrs:
            match instr:
                case Alloca(result=result, allocated=type, count=None):
                    sizes.append((self.layout.alloc_size(type), result.id))
                case Alloca(result=result, allocated=type, count=ConstInt(value=count)):
                    sizes.append((count * self.layout.alloc_size(type), result.id))
                case _:
                    pass
        sizes.sort()
        ends = accumulate(size for size, _ in sizes)
        most = 2 * room // (1 + self.whole.request.width)
        return frozenset(id for (_, id), end in zip(sizes, ends, strict=True) if end <= most)

    # ---- loops -------------------------------------------------------------------------------

    def induction(self, phi: Phi, block: int) -> Induction | None:
        """How a header phi depends on the iteration, if by a line or a curve."""
        if not self.header_phi(phi, block):
            return None
        if phi.result.id not in self._inductions:
            loop = self.loops.loop_of[block]
            found = self.evolution.inductions(loop).get(phi.result)
            self._inductions[phi.result.id] = found or curve(self.evolution, phi, loop)
        return self._inductions[phi.result.id]

    def header_phi(self, phi: Phi, block: int) -> bool:
        """Whether a phi stands in a loop header."""
        loop = self.loops.loop_of[block]
        return loop >= 0 and self.loops.loops[loop].header == block

    @cached_property
    def in_cycle(self) -> tuple[bool, ...]:
        """Per block, whether it lies on an irreducible cycle."""
        found = [False] * len(self.function.blocks)
        for blocks in self.loops.irreducible:
            for block in blocks:
                found[block] = True
        return tuple(found)


def _unsaid(image: Image) -> Iterator[tuple[int, ty.FloatType]]:
    """Bytes of which nothing is known, as floats: what a constant is stored over ends there.

    If they hold none, nobody looks at their shadow.
    """
    for part in image.parts:
        at, end = part.offset, part.offset + part.size
        if part.kind not in ("unknown", "dead"):
            continue
        for kind in (ty.DOUBLE, ty.FLOAT, ty.HALF):
            while at + kind.bits // 8 <= end:
                yield at, kind
                at += kind.bits // 8


def _covers(layout: DataLayout, leaf: PointerLeaf, floats: set[int]) -> bool:
    """Whether an integer leaf has a float in it."""
    end = leaf.offset + layout.alloc_size(leaf.type)
    return ty.is_integer(leaf.type) and any(leaf.offset <= at < end for at in floats)


def _has_integers(type: ty.Type) -> bool:
    """Whether a type holds integers in which floats may travel."""
    match type:
        case ty.IntType(bits=bits):
            return bits >= 16
        case ty.VectorType(element=element) | ty.ArrayType(element=element):
            return _has_integers(element)
        case ty.StructType(fields=fields):
            return any(_has_integers(field) for field in fields or ())
        case _:
            return False


def _reach(starts: Sequence[int], edges: Sequence[Sequence[int]], count: int) -> list[bool]:
    seen = [False] * count
    work = list(starts)
    for start in starts:
        seen[start] = True
    while work:
        for target in edges[work.pop()]:
            if not seen[target]:
                seen[target] = True
                work.append(target)
    return seen
