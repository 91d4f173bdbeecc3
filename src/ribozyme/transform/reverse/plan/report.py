"""The text of a plan: the cost of each source line in the gradient.

    for (int i = 0; i < n; i++) s += sin(x[i]) * w;       keeps    x[i]: 8 bytes × n, in a block
                                                          call     sin by its rule

Everything here is a plain value. What is not known before a program runs is named (`n`); for an
estimate every unknown number is taken as `UNKNOWN`, or as given by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.base.source import Span
from ribozyme.ir import types as ty
from ribozyme.ir.debug import declared, location, subprogram, subprogram_name
from ribozyme.ir.instrs import Call, CallLike, FBinary, Instr, Invoke, Load, Phi
from ribozyme.ir.values import Local
from ribozyme.rules.algebra import spoken
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Mirrored
from ribozyme.transform.checkpoint.labels import is_counted, snapshots, window
from ribozyme.transform.checkpoint.schedule import told
from ribozyme.transform.core.masked import Masked
from ribozyme.transform.core.site_kinds import (
    AtOnce,
    Callee,
    Differential,
    Drop,
    Indirect,
    Plain,
    Refused,
    Site,
    Tape,
    TextMove,
    Waiting,
    Whole,
)
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.parallel.exclusive import borders, exclusive
from ribozyme.transform.parallel.locked import locked
from ribozyme.transform.parallel.private_sums import is_only_read
from ribozyme.transform.reverse.accesses.summed import Summed, summed
from ribozyme.transform.reverse.plan.converging import iterations
from ribozyme.transform.reverse.plan.masks import masks
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.predicted import UNKNOWN, Predicted
from ribozyme.transform.reverse.plan.slots import Slot
from ribozyme.transform.reverse.plan.wording import Words

IN_FRAME: Final = "in the frame"
_STORAGES: Final = {
    "fixed": "in an array of the frame",
    "block": "in a block allocated once",
    "segments": "in an array that grows",
}


_COMPUTED: Final = ("value", "shadow", "choice")
_OPERATIONS: Final = ("fma", "fmuladd")  # no calls to a user


@final
@dataclass(frozen=True, slots=True)
class Kept:
    """What the forward sweep keeps: `bytes` each time, `times` times in one call of the function.

    `estimate` is the product, with unknown numbers taken as given or `UNKNOWN`; 0 if it is no tape.
    At `least` unknown loops run once; at `most` memory ranges that might overlap do.
    """

    span: Span | None
    what: str
    bytes: int
    times: str
    storage: str
    estimate: int
    least: int = 0
    most: int = 0


@final
@dataclass(frozen=True, slots=True)
class Note:
    """Something else to say of a line: `kind` is again, call, masked, turn, sweeps, solver, atomic,
    aside, border, summed, exclusive, locked, private, vector or scalar.

    Masked is a call whose result may not count for the output: guarded against 0·∞. Turn is a loop
    each of whose turns is reversed where it ends, sweeps a sum that is not, with the reason. Atomic
    is a read of parallel code to whose shadow other threads may add, aside one whose amounts each
    thread keeps first, summed one that it adds up over a loop, border one where threads meet at the
    ends of their chunks only, exclusive one that each thread does elsewhere, locked one in a
    critical section, private one of memory that a thread has for itself. Vector and scalar are
    loops that run several rounds at once, and those that do not, with the reason. Solver is a loop
    that numbers end, with what it keeps.
    """

    span: Span | None
    kind: str
    what: str


@final
@dataclass(frozen=True, slots=True)
class Report:
    """What the gradient of one function keeps and does."""

    function: str
    symbol: str
    span: Span | None
    form: str
    frame_bytes: int
    kept: tuple[Kept, ...]
    notes: tuple[Note, ...]
    unknown: tuple[str, ...] = ()  # what the estimate does not know, in words
    calls: tuple[tuple[str, float], ...] = ()  # symbols of split calls, and how often each is made

    @property
    def estimate(self) -> int:
        """Bytes kept in one call."""
        return sum(one.estimate for one in self.kept)


def report(plan: Plan, sizes: Mapping[str, int] | None = None) -> Report:
    """The report of a plan; `sizes` gives numbers by the names the user knows."""
    return _Reporter(plan, sizes or {}).report()


@final
class _Reporter:
    def __init__(self, plan: Plan, sizes: Mapping[str, int]) -> None:
        self.plan = plan
        self.facts = plan.facts
        self.function = plan.facts.function
        self.module = plan.facts.whole.module
        self.words = Words(self.module, self.function)
        self.sizes = sizes
        self.predicted = Predicted(self.facts, self.words, sizes)

    def report(self) -> Report:
        notes = (
            *self.again(), *self.calls(), *self.masked(), *self.turns(), *self.threads(),
            *self.solvers(),
        )  # fmt: skip
        name = subprogram_name(subprogram(self.module, self.function))
        kept = tuple(self.kept(slot) for _, slot in sorted(self.plan.slots.items()))
        calls = tuple(self.split())
        return Report(
            name or self.function.name,
            self.function.name,
            declared(self.module, self.function),
            "split in two functions" if self.plan.split else "forward and backward in one function",
            self.plan.frame_size if self.plan.split else 0,
            kept,
            tuple(dict.fromkeys(notes)),  # a line says a thing once
            tuple(self.unknown()),
            calls,
        )

    def split(self) -> Iterator[tuple[str, float]]:
        """The functions called in two halves, whose tapes stay, and how often."""
        blocks = self.function.blocks
        home = {id(i): at for at, block in enumerate(blocks) for i in block.instrs}
        for call, site in self.plan.calls:
            if isinstance(site, Callee):
                often = 1.0
                for around in self.facts.chain(self.facts.loop_of(home[id(call)])):
                    if around not in self.plan.merged.loops:
                        often *= self.predicted.often(around)[0]
                yield site.function.name, often

    def unknown(self) -> Iterator[str]:
        """The numbers that were guessed."""
        yield from self.predicted.unknown
        for loop in self.predicted.uncounted:
            span = self.of_loop(loop)
            where = f" of line {span.line}" if span is not None and span.line else ""
            yield f"the iterations of the loop{where}"

    # ---- what is kept ------------------------------------------------------------------------

    def kept(self, slot: Slot) -> Kept:
        """A slot of the tape."""
        times = self.times(slot)
        estimate, least, most = self.numbers(slot)
        where = IN_FRAME
        if slot.loop < 0 and not self.plan.split:
            where, estimate, least, most = "in a register or on the stack", 0, 0, 0
        if slot.loop >= 0:
            where = _STORAGES[self.plan.storages[slot.key].kind]
        what = self.described(slot.node)
        bytes = (round(number * slot.size) for number in (estimate, least, most))
        return Kept(self.place(slot.node), what, slot.size, times, where, *bytes)

    def described(self, node: Node) -> str:
        """What a node is, in the user's words."""
        match node.kind:
            case "value":
                return self.words.value(self.function.handle(node.id))
            case "shadow":
                what = self.words.value(self.function.handle(node.id))
                return f"where the derivative of what is at {what} is"
            case "choice":
                return f"how {self.words.value(self.function.handle(node.id))} was decided"
            case "from" if node.id >= len(self.function.blocks):
                return "which return was taken"
            case "from":
                return "which way control came"
            case "count":
                return "how often the loop ran"
            case "mask":
                return "whether memory overlaps"
            case "cursor":
                return "where the arrays of the loop ended"
            case "block":
                return "where the arrays of the loop begin"
            case "frame":
                return f"what the call of {self.called(self.plan.calls[node.id][0])} keeps"
            case "out":
                return f"what {self.called(self.plan.calls[node.id][0])} stored"
            case "given":
                return f"what {self.called(self.plan.calls[node.id][0])} was given"
            case _:
                return node.kind

    def place(self, node: Node) -> Span | None:
        """The line of a node."""
        match node.kind:
            case "value" | "shadow" | "choice":
                instr = self.function.definitions[node.id]
                return self.line(instr) or self.of_block(self.function.home[node.id])
            case "from":
                return self.of_block(node.id) if node.id < len(self.function.blocks) else None
            case "count" | "cursor" | "block" | "mask":
                return self.of_loop(node.id)
            case _:
                return self.line(self.plan.calls[node.id][0])

    def line(self, instr: Instr | None) -> Span | None:
        return None if instr is None else location(self.module, instr)

    def of_block(self, block: int) -> Span | None:
        """The first line of a block that is known."""
        if block < 0:
            return None
        lines = (self.line(instr) for instr in self.function.blocks[block].instrs)
        return next((span for span in lines if span is not None), None)

    def of_loop(self, loop: int) -> Span | None:
        """The line of a loop: where it decides whether to go on."""
        found = self.facts.loops.loops[loop]
        ends = [self.function.blocks[block].terminator for block, _ in found.exits]
        lines = [span for end in ends if (span := self.line(end)) is not None]
        return lines[0] if lines else self.of_block(found.header)

    def times(self, slot: Slot) -> str:
        """How many of a slot are kept in one call, in words."""
        parts: list[str] = []
        shared = slot.shared.loops if slot.shared is not None else ()
        for around in self.dimensions(slot):
            count = self.facts.evolution.count(around)
            if around in shared:
                continue
            if count is None or not count.exact:
                parts.append("?")
            else:
                parts.append(self.words.count(count.sym, self.sizes, UNKNOWN).factor)
        return " · ".join(parts) or "1"

    def numbers(self, slot: Slot) -> tuple[float, float, float]:
        """The same as numbers: an estimate, at least, and at most where memory overlaps."""
        estimate = least = most = 1.0
        shared = slot.shared.loops if slot.shared is not None else ()
        for around in self.dimensions(slot):
            often, known = self.predicted.often(around)
            often += slot.behind if around == slot.loop else 0
            most *= often
            if around not in shared:
                estimate *= often
                least *= often if known else min(often, 1.0)
        return estimate, least, most

    def dimensions(self, slot: Slot) -> list[int]:
        """The loops in each of whose iterations a slot is kept, outermost first."""
        without = (*slot.dropped, *self.plan.merged.loops)
        return [loop for loop in reversed(self.facts.chain(slot.loop)) if loop not in without]

    # ---- what is done ------------------------------------------------------------------------

    def again(self) -> Iterator[Note]:
        """What the reverse sweep loads or computes again, as far as it costs anything."""
        for node in self.recomputed():
            instr = self.function.definitions[node.id]
            what = self.words.value(self.function.handle(node.id))
            if isinstance(instr, Load):
                shadow = "the shadow of " if node.kind == "shadow" else ""
                yield Note(self.line(instr), "again", f"{shadow}{what}")
            elif isinstance(instr, Call) or (
                instr is not None
                and not isinstance(instr, Phi)
                and ty.is_float(self.function.handle(node.id).type)
            ):
                yield Note(self.line(instr), "again", what)

    def recomputed(self) -> list[Node]:
        """The values that are needed and not kept, and what they are computed from."""
        plan = self.plan
        work: list[Node] = []
        for index, block in enumerate(self.function.blocks):
            if self.facts.live[index]:
                for instr in block.instrs:
                    work.extend(plan.needs.of(instr))
        for way in plan.ways.values():
            work.extend(
                Node("value", value.id)
                for value in way.conditions or ()
                if isinstance(value, Local)
            )
        seen: dict[Node, None] = {}
        while work:
            node = work.pop()
            if node in seen or plan.saved(node) or node.kind not in _COMPUTED:
                continue
            seen[node] = None
            work.extend(plan.needs.recipe(node) or ())
        computed = (node for node in seen if node.kind != "choice")
        return sorted(computed, key=lambda node: (node.id, node.kind))

    def calls(self) -> Iterator[Note]:
        """What becomes of the calls."""
        for call, site in self.plan.calls:
            how = _how(site)
            callee = site.function if isinstance(site, Callee) else None
            count = None if callee is None else snapshots(callee)
            if callee is not None and count is not None:
                yield Note(self.line(call), "call", told(count, is_counted(callee), window(callee)))
            elif isinstance(site, Waiting):
                yield Note(self.line(call), "call", how)
            elif how:
                yield Note(self.line(call), "call", f"{self.called(call)} {how}")

    def called(self, call: CallLike) -> str:
        """A call's function as the user named it."""
        name = callee_name(call)
        function = self.module.functions.get(name) if name is not None else None
        if function is None:
            return name or "a function by its address"
        return subprogram_name(subprogram(self.module, function)) or self.words.function(
            spoken(function.name)
        )

    def masked(self) -> Iterator[Note]:
        """The values whose adjoint may be zero although the value was computed."""
        for id in sorted(masks(self.facts).seeds):
            instr = self.function.definitions[id]
            if self.may_be_unbounded(instr):
                what = self.words.value(self.function.handle(id))
                yield Note(self.line(instr), "masked", what)

    def turns(self) -> Iterator[Note]:
        """The loops whose turns are reversed one by one, and why others that sum up are not."""
        for loop in self.plan.merged.loops:
            yield Note(self.of_loop(loop), "turn", "value and gradient of a turn at once")
        for loop, why in self.plan.merged.refused.items():
            yield Note(self.of_loop(loop), "sweeps", why)

    def solvers(self) -> Iterator[Note]:
        """The loops that may be solvers and keep something of each iteration."""
        for loop in iterations(self.facts):
            sizes: dict[str, int] = {}
            for slot in self.plan.slots.values():
                if loop in self.facts.chain(slot.loop):
                    times = self.times(slot)[0]
                    sizes[times] = sizes.get(times, 0) + slot.size
            sizes.pop("1", None)
            if sizes:
                parts = (f"{size} bytes × {times}" for times, size in sizes.items())
                yield Note(self.of_loop(loop), "solver", " + ".join(parts))

    def threads(self) -> Iterator[Note]:
        """How each read of parallel code adds to its shadow."""
        parallel = self.facts.whole.effects.parallel
        if self.function not in parallel.functions:
            return
        for index, block in enumerate(self.function.blocks):
            for instr in block.instrs if self.facts.live[index] else ():
                if isinstance(instr, Load) and self.adds(instr):
                    what = self.words.value(instr.result)
                    yield Note(self.line(instr), self.way(instr), what)

    def way(self, load: Load) -> str:
        """The class of an increment."""
        if load.result.id in exclusive(self.facts):
            return "exclusive"
        met = self.facts.whole.effects.parallel.meets(self.function, load.pointer)
        if not met:
            return "private"
        if load.result.id in locked(self.facts):
            return "locked"
        if any(load.result.id in one.reads for one in borders(self.facts)):
            return "border"
        if any(one.load is load for one in self.summed):
            return "summed"
        aside = self.facts.whole.deterministic or is_only_read(self.facts, load.pointer)
        return "aside" if aside else "atomic"

    @cached_property
    def summed(self) -> tuple[Summed, ...]:
        """The reads whose increments each thread adds up for itself."""
        return summed(self.facts)

    def adds(self, load: Load) -> bool:
        """Whether the reverse sweep adds to the shadow of what is read."""
        return self.facts.active(load.result) and self.facts.shadowed(load.pointer)

    def may_be_unbounded(self, instr: Instr | None) -> bool:
        """Whether an instruction's derivative may be infinite, to be cautious."""
        match instr:
            case FBinary(op="fdiv"):
                return True
            case Call() | Invoke():
                return isinstance(self.plan.site(instr), Differential)
            case _:
                return False


def _how(site: Site) -> str:
    """What a call is to the derivative; nothing for what is not worth a word."""
    match site:
        case Plain() | Drop() | Tape() | TextMove() | Inactive():
            return ""
        case Waiting(wait="event"):
            return "one thread at a time; the reverse sweep does it in the opposite order"
        case Waiting():
            return "threads wait for each other, in the reverse sweep too"
        case Differential(meaning=meaning):
            return "" if meaning.op in _OPERATIONS else "by its rule"
        case Masked():
            return "reads or writes some of a vector's places"
        case Refused(message=message):
            return f"stops the program if it comes here: {message}"
        case Callee():
            return "split into a forward and a reverse call"
        case AtOnce():
            return "value and gradient at once, by each thread"
        case Whole(early=early):
            return "value and gradient at once" if early else "run again, with its gradient"
        case Indirect(targets=targets, declared=ruled):
            return f"split, one of {len(targets) + len(ruled)} functions by address"
        case Allocation():
            return "allocates; its shadow too"
        case Reallocation():
            return "grows; its shadow too"
        case Deallocation():
            return "freed when reverse has read it"
        case MemoryCopy():
            return "copies; the derivative goes back"
        case MemorySet():
            return "overwrites; derivatives end here"
        case Sorting() | Searching():
            return "its order is followed"
        case Mirrored():
            return "repeated on the shadow"
