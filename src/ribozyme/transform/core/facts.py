"""The facts emission and planning stand on, one view per function.

`ProgramFacts` has the analyses of a program for a request, each run once, those that cost most when
they are first asked for; `FunctionFacts` answers about one function in the words of the
transformation: is this value active, which of its leaves, is its pointer shadowed, may this load be
repeated at the end. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import cycle, islice
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, final

from ribozyme.analysis.activity.activity import Activity, Question, Role, Shadow, activity
from ribozyme.analysis.activity.kept_blocks import Group, kept_blocks, left_blocks
from ribozyme.analysis.activity.losses import Losses
from ribozyme.analysis.declared.marks import ADDRESS, PADDING, POINTER, SEEN, Image, float_size
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.flow.zerobits import ZeroBits
from ribozyme.analysis.memory.effects import Effects, effects
from ribozyme.analysis.memory.freed import Word
from ribozyme.analysis.memory.overwritten import Overwritten, overwritten
from ribozyme.analysis.pointsto import objects
from ribozyme.analysis.pointsto.pointsto import PointsTo, points_to
from ribozyme.analysis.provenance.numberbits import NumberBits
from ribozyme.analysis.types.bytes import has_address
from ribozyme.analysis.types.typing import Typing, typing
from ribozyme.base.diag import Step
from ribozyme.base.errors import Error
from ribozyme.base.stages import staged
from ribozyme.ir import types as ty
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Alloca, AtomicRMW, CallLike, Instr, Load, Phi, Store
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import attached
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.custom import STANDARD, Rulebook
from ribozyme.rules.rule import Nonsmooth, Rule
from ribozyme.transform.checks.cross_object_difference import Afar
from ribozyme.transform.checks.nowhere import Nowhere
from ribozyme.transform.core.interface import HALVES, Kind, Mode, Request
from ribozyme.transform.core.punned_words import Words, in_both, put, stored_in_both, whole_vectors
from ribozyme.transform.core.regions import Region
from ribozyme.transform.core.shape import Leaf, PointerLeaf, float_leaves, is_word, pointer_leaves
from ribozyme.transform.core.walk import Walk
from ribozyme.transform.state.persistent import Persistence
from ribozyme.transform.state.stack_budget import AGAIN, ONCE, on_stack

if TYPE_CHECKING:
    from ribozyme.transform.core.sites import Site
    from ribozyme.transform.sets.influence import Influence


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
        self.ours = ours
        self.shown = shown or module  # with the bodies of what has derivatives by hand
        self.request = request
        self.copies = copies  # of functions whose callers were told apart, and of which
        self.book = book
        self.nonsmooth: Nonsmooth = nonsmooth
        self.program = Program(module, root, book, ours)
        self.layout = DataLayout(module.layout)
        self.pointsto, self.typing = _memory(self.program)
        self.bits = NumberBits(self.typing, self.pointsto)
        self.words = Words(self.typing, self.pointsto)
        self._functions: dict[str, FunctionFacts] = {}
        self.sites: dict[str, list[tuple[CallLike, Site]]] = {}  # see `callsites`
        self.exclusive_reads: dict[str, frozenset[int]] = {}  # see `parallel.exclusive`
        self.called_below: dict[str, tuple[Function, ...] | None] = {}  # see `callsites`

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
        )

    @cached_property
    @staged("facts")
    def kept(self) -> tuple[Group, ...]:
        """Blocks of variables whose shadows stay after the call."""
        return kept_blocks(self.pointsto, self.typing)

    @cached_property
    @staged("facts")
    def activity(self) -> Activity:
        """What depends on the inputs and influences the outputs."""
        asked = question(self.module, self.request, self.kept, self.book)
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
    def afar(self) -> Afar:
        """The distances between blocks that become parts of addresses."""
        return Afar(self)

    @cached_property
    @staged("facts")
    def influence(self) -> Influence:
        """What depends on the inputs in any way at all."""
        from ribozyme.transform.sets.influence import Influence

        return Influence(self)

    @cached_property
    @staged("facts")
    def persistence(self) -> Persistence:
        """The variables in which numbers of earlier calls may be read."""
        return Persistence(self)

    @cached_property
    @staged("facts")
    def nowhere(self) -> Nowhere:
        """The accesses by addresses that lead nowhere, for all that is known."""
        return Nowhere(self)

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
            if definition is None:
                steps.append(Step(f"an active argument of '{origin.function.name}'"))
                continue
            span = location(self.module, definition)
            step = Step("depends on it", span)
            if span is not None and step not in steps[-1:]:  # several of a line, in a library
                steps.append(step)
        return tuple(steps)


@staged("facts")
def _memory(program: Program) -> tuple[PointsTo, Typing]:
    """Where pointers lead and what bytes hold, in the form that `words` asks for.

    Types say whether a word may be a number at one time and an address at another. Only then
    points-to has to follow addresses through numbers, and types have to count with addresses in
    them; elsewhere both would be less precise and cost more. So in such a program, which types
    alone can tell, both run a second time. No other analysis runs twice on one program.
    """
    points = points_to(program)
    found = typing(points)
    if not found.words:
        return points, found
    points = points_to(program, numbers=True)
    return points, typing(points, addresses=True)


def question(
    module: Module, request: Request, kept: Iterable[Group] = (), book: Rulebook = STANDARD
) -> Question:
    """The request in the words of activity analysis."""
    roles: dict[Kind, Role] = {
        Kind.CONST: "const",
        Kind.ACTIVE: "active",
        Kind.DUP: "dup",
        Kind.SCRATCH: "scratch",
    }
    args = tuple(roles[kind] for kind in request.args)
    return Question(
        args,
        roles[request.result],
        ruled_functions=_ruled(module, book),
        inactive_globals=_said(module, "enzyme_inactive"),
        shadowed_globals=_said(module, "enzyme_shadow"),
        shadowed_blocks=tuple(group.objects for group in kept),
        shadow_takers=shadow_takers(book, request.mode),
        at_run_time=request.runtime_activity,
    )


def _ruled(module: Module, book: Rulebook) -> frozenset[str]:
    """The functions of which a custom rule is known and, in this mode, nothing else."""
    named = {*book.pairs, *book.forwards} & module.functions.keys()
    return frozenset(name for name in named if module.functions[name].is_declaration)


def shadow_takers(book: Rulebook, mode: Mode) -> frozenset[str]:
    """The functions whose rule, in this mode, takes the shadow of every pointer, never null."""
    if mode is Mode.FORWARD:
        return frozenset(n for n, of in book.forwards.items() if of.forward not in book.nulls)
    return frozenset(
        name
        for name, pair in book.pairs.items()
        if not book.nulls.issuperset(filter(None, (pair.augment, pair.gradient)))
        or (mode in HALVES and not book.nulls.issuperset((book.splits.get(name, pair.augment),)))
    )


def _said(module: Module, word: str) -> frozenset[str]:
    """The globals whose metadata say a word of the C interface."""
    return frozenset(
        name for name, item in module.globals.items() if attached(item.meta, word) is not None
    )


@final
class FunctionFacts(Walk):
    """What is known of one function, and the way through it."""

    def __init__(self, whole: ProgramFacts, function: Function) -> None:
        super().__init__(function, whole.layout)
        self.whole = whole
        self._floats: dict[int, tuple[Leaf, ...]] = {}
        self._stays: dict[int, bool] = {}
        self._shadows: dict[int, Shadow] = {}
        self._pointers: dict[int, tuple[PointerLeaf, ...]] = {}
        self._both: dict[int, dict[int, int]] = {}

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
        words = self.whole.words.any and has_address(value.type)
        if isinstance(value.type, ty.PtrType) and not words:
            return ()
        if not words and not _has_integers(value.type):
            return float_leaves(self.layout, value.type, ())
        found = self.whole.typing.float_lanes(self.function, value) or ()
        if found and self.whole.words.any:
            found = whole_vectors(self, value, found)
        return float_leaves(self.layout, value.type, found)

    def both(self, value: Value) -> dict[int, int]:
        """The words of a value that are a number or an address: by the offset of their float leaf
        the number of their pointer leaf."""
        if not self.whole.words.any or not isinstance(value, Local):
            return {}
        known = self._both.get(value.id)
        if known is None:
            known = self._both[value.id] = dict(in_both(self, value))
        return known

    def stored_both(self, store: Store) -> dict[int, int]:
        """As `both`, of what is stored where words of both sorts lie."""
        return stored_in_both(self, store)

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
        found = self._stays.get(value.id)
        if found is None:
            home = self.function.home[value.id]
            found = self._stays[value.id] = home >= 0 and all(
                at == home and not isinstance(use, Phi) for at, use in self.function.uses[value.id]
            )
        return found

    @cached_property
    def _active(self) -> frozenset[int]:
        return self.whole.activity.active_values(self.function)

    def floats(self, value: Value) -> tuple[Leaf, ...]:
        """The float leaves of an active value; none for an inactive one."""
        if not self.active(value):
            return ()
        if self.unclear(value):
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
        if _has_integers(value.type) or (self.whole.words.any and has_address(value.type)):
            return self.whole.typing.float_lanes(self.function, value) is None
        return value.type is ty.I8

    def unknown_type(self, value: Value) -> Error:
        """The refusal of an active value that may or may not be a float."""
        from ribozyme.transform.core.refuse import refusal

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

    def stored_pointers(self, value: Value, pointer: Value) -> tuple[tuple[int, PointerLeaf], ...]:
        """The pointer leaves of a stored value by number that may hold an address, or end one.

        An integer that is no address ends the one that it is stored over, as null does.
        """
        moved = self.whole.pointsto.mask(self.function, value)
        lanes = put(self, value, pointer)
        floats = {leaf.offset for leaf in lanes}  # there the shadow holds adjoints
        return tuple(
            (part, leaf)
            for part, leaf in enumerate(self.pointer_parts(value))
            if not _covers(self.layout, leaf, floats)
            and (moved or ty.is_pointer(leaf.type) or self._over_address(value, pointer, leaf))
        )

    def ends_address(self, value: Value, leaf: PointerLeaf) -> bool:
        """Whether an integer that is stored is no address: in the shadow it is neither one nor, in
        a word that may be a number, a derivative."""
        return ty.is_integer(leaf.type) and not self.whole.pointsto.mask(self.function, value)

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

    def either(self, store: Store) -> tuple[int, ...]:
        """Where words are stored over that are a double at one time and an address at another."""
        size = self.layout.size(store.value.type)
        image = self.whole.typing.memory(self.function, store.pointer, size)
        return Image(tuple(islice(cycle(image.marks), size))).either

    def stored_floats(self, store: Store | AtomicRMW) -> tuple[Leaf, ...]:
        """The float leaves that a store writes, active or not."""
        if isinstance(store.value, Local) or not _has_integers(store.value.type):
            return put(self, store.value, store.pointer)
        size = self.layout.size(store.value.type)
        image = self.whole.typing.memory(self.function, store.pointer, size)
        whole = Image(tuple(islice(cycle(image.marks), size))) if image.period else image
        return tuple(Leaf((), kind, at) for at, kind in (*whole.floats, *_unsaid(whole)))

    def region(self, instr: Instr, pointers: tuple[Value, ...], size: Value) -> Region | None:
        """What lies in the memory that an instruction copies or fills; None if it is not known."""
        known = size.value if isinstance(size, ConstInt) else None
        image = self.whole.typing.memory(self.function, pointers, known, instr)
        return self._region(image, pointers) if image.known else None

    def moved(self, instr: Instr, block: Value, pointer: Value, size: Value) -> Region | None:
        """What lies in memory that an instruction moves into a fresh block. Bytes of which nothing
        is known in the old one are left out where nobody looks at them in the new one."""
        pointers = (block, pointer)
        found = self.region(instr, pointers, size)
        if found is not None:
            return found
        known = size.value if isinstance(size, ConstInt) else None
        both = self.whole.typing.memory(self.function, pointers, known, instr)
        fresh = self.whole.typing.memory(self.function, block, known, instr)
        if both.period != fresh.period or len(both.marks) != len(fresh.marks):
            return None
        pairs = zip(both.marks, fresh.marks, strict=True)
        marks = tuple(mark if mark & ~SEEN or now else PADDING for mark, now in pairs)
        image = Image(marks, both.period)
        return self._region(image, pointers) if image.known else None

    def filled(self, instr: Instr, pointer: Value, size: Value) -> Region | None:
        """What lies in memory that an instruction fills. Bytes of which nothing is known, beside
        others, are taken for floats, and for addresses where there is room: whatever they are, they
        are none afterwards."""
        found = self.region(instr, (pointer,), size)
        if found is not None:
            return found
        known = size.value if isinstance(size, ConstInt) else None
        image = self.whole.typing.memory(self.function, pointer, known, instr)
        gaps = [part for part in image.parts if part.kind == "unknown"]
        marks = list(image.marks)
        for gap in gaps:
            marks[gap.offset : gap.offset + gap.size] = [PADDING] * gap.size
        image = Image(tuple(marks), image.period)
        found = self._region(image, (pointer,)) if image.known else None
        if found is None or not (found.floats or found.pointers):
            return None
        floats = [(at, kind) for gap in gaps for at, kind in _floats(gap.offset, gap.size)]
        words = [at for at, kind in floats if kind is ty.DOUBLE and at % ADDRESS == 0]
        return replace(
            found,
            floats=tuple(sorted((*found.floats, *floats), key=itemgetter(0))),
            pointers=tuple(sorted((*found.pointers, *words))),
        )

    def copied(self, instr: Instr, pointers: tuple[Value, ...], size: Value) -> Region | None:
        """As `region`, with words that are a double at one time and an address at another."""
        known = size.value if isinstance(size, ConstInt) else None
        image = self.whole.typing.memory(self.function, pointers, known, instr)
        once = image.period == known
        either = image.either if once or (image.period or 0) % ADDRESS == 0 else ()
        if not either:
            return self.region(instr, pointers, size)
        image = image.without_either
        found = self._region(image, pointers) if image.known else None
        return None if found is None else replace(found, either=either)

    def _region(self, image: Image, pointers: tuple[Value, ...]) -> Region | None:
        if not image.floats and image.pointers and any(map(self._vague, pointers)):
            return None  # addresses one level up, for all that is known, and numbers here
        if image.has_cut_address:
            return None
        period = image.period or max(len(image.marks), 1)
        if image.pointers and period % ADDRESS:  # nothing but addresses, told byte by byte
            whole = Image(image.marks * ADDRESS)
            return Region(period * ADDRESS, whole.floats, whole.pointers)
        return Region(period, image.floats, image.pointers)

    def _vague(self, pointer: Value) -> bool:
        return self.whole.typing.vague(self.function, pointer)

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
        again = self.function in self.whole.pointsto.recursive
        return alloca.result.id in (self._fixed_again if again else self._fixed)

    @cached_property
    def _fixed(self) -> frozenset[int]:
        return on_stack(self.function, self.layout, ONCE, self.whole.request.width)

    @cached_property
    def _fixed_again(self) -> frozenset[int]:
        return on_stack(self.function, self.layout, AGAIN, self.whole.request.width)


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


def _floats(start: int, size: int) -> Iterator[tuple[int, ty.FloatType]]:
    """Floats that together are some bytes, or all but one."""
    for kind in (ty.DOUBLE, ty.FLOAT, ty.HALF):
        step = float_size(kind)
        while size >= step and start % step == 0:
            yield start, kind
            start, size = start + step, size - step
    for kind in (ty.FLOAT, ty.HALF):
        if size >= float_size(kind):
            yield start, kind
            start, size = start + float_size(kind), size - float_size(kind)


def _covers(layout: DataLayout, leaf: PointerLeaf, floats: set[int]) -> bool:
    """Whether a pointer leaf has a float in it."""
    end = leaf.offset + layout.alloc_size(leaf.type)
    return any(leaf.offset <= at < end for at in floats)


def _has_integers(type: ty.Type) -> bool:
    """Whether a type holds integers in which floats may travel."""
    match type:
        case ty.IntType(bits=bits):
            return bits >= 16
        case ty.VectorType(element=ty.IntType(bits=bits), count=count):
            return bits * count >= 16
        case ty.VectorType(element=element) | ty.ArrayType(element=element):
            return _has_integers(element)
        case ty.StructType(fields=fields):
            return any(_has_integers(field) for field in fields or ())
        case _:
            return False
