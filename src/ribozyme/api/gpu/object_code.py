"""From what one thread does to code: an object for the emulator, with the count of its tape.

thread  →  `rz.gpu.thread`, all inlined  →  its tape in the launch's memory  →  entries  →  object
                                         →  `rz.gpu.count`, simplified       ↗
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from ribozyme.api.signatures import linkage
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass
from ribozyme.base.source import Span

_ACCESS: Final = re.compile(r"^.*(?: load |  store | @llvm\.mem).*$", re.M)
_LARGE: Final = re.compile(r"\balign (?:16|32|64|128)\b")
"""Accesses of short vectors: arrays of NumPy begin at any multiple of their elements' size."""
_CHECK: Final = """
@rz.gpu.tape.over = internal constant [41 x i8] c"a kernel wants more tape than it counted\\00"
declare void @rz.throw(i32, ptr) cold noreturn
define void @rz_gpu_tape_check(i1 %fits) alwaysinline {
  br i1 %fits, label %good, label %bad
good:
  ret void
bad:
  call void @rz.throw(i32 1, ptr @rz.gpu.tape.over)
  unreachable
}
"""

if TYPE_CHECKING:
    from ribozyme.ir.instrs import Instr
    from ribozyme.ir.module import Function, Module
    from ribozyme.transform.gpu.emulator_entry import Half
    from ribozyme.transform.gpu.tapewords import Tape, Together


@final
@dataclass(frozen=True, slots=True)
class Need:
    """What the size of a tape depends on: arguments whose memory is read, and whether threads need
    different sizes. `lines` says where each allocation is from."""

    reads: frozenset[int]
    by_thread: bool
    word: int  # 0: not coalesced
    lines: tuple[Span | None, ...]


@final
@dataclass(frozen=True, slots=True)
class Made:
    """An object, the places that its faults may name, and what it needs of a tape."""

    image: bytes
    sites: tuple[Span | None, ...]
    need: Need | None


@final
@dataclass(frozen=True, slots=True)
class Threads:
    """The module of what one thread does, its tape, and the module that counts that."""

    module: "Module"
    tape: "Tape | None" = None
    count: "Module | None" = None
    need: Need | None = None
    untold: Span | None = None  # where a tape is asked for whose size only the kernel knows


def inlined(module: "Module", name: str, first_place: int, half: "Half | None" = None) -> "Module":
    """The module in which `rz.gpu.thread` has all that a thread does."""
    from ribozyme.backend import pipeline
    from ribozyme.base.record import replace
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.gpu import emulator_entry as entry
    from ribozyme.transform.gpu import slices

    whole = entry.with_thread(slices.with_even_segments(module), name, first_place, half)
    made = parse_module(pipeline.run("inline", print_module(whole)))
    thread = slices.straight(made.functions[entry.THREAD])
    return replace(made, functions={**made.functions, entry.THREAD: thread})


def threads(
    module: "Module",
    arguments: int,
    halves: "tuple[Module, Module] | None" = None,
    *,
    only: int | None = None,
    coalesced: bool = True,
) -> Threads:
    """What one thread does, its tape in memory of the launch if its size can be told before.

    A module that is one of the `halves` of a split derivative is laid out as both need it. `only`
    counts one of the allocations alone. The launch has so many `arguments`.
    """
    from ribozyme.base.record import replace
    from ribozyme.ir.debug import location
    from ribozyme.ir.layout import DataLayout
    from ribozyme.transform.gpu import slices
    from ribozyme.transform.gpu import tape_count as counted
    from ribozyme.transform.gpu.tapewords import WORD, asks

    layout = DataLayout(module.layout)
    module, together = _settled(module, layout, coalesced=coalesced and halves is None)
    first = module if halves is None else halves[0]
    asked = any(asks(_thread(one)) for one in halves or (module,))
    if not asked and together.end is None:
        return Threads(slices.without_arena(module, "rz.gpu.thread"))
    tape = _laid_out(module, halves, layout)
    tape = tape if coalesced else replace(tape, word=0)
    if together.end is not None:
        tape = replace(tape, word=WORD, together=together)
    of_first = tape if first is module else _laid_out(first, halves, layout)
    count = _simplified(counted.counting(first, "rz.gpu.thread", of_first, only))
    found = counted.dependence(count, arguments)
    lines = tuple(location(first, one) for one in counted.allocations(_thread(first)))
    if found.cause:
        return Threads(module, untold=next((s for s in lines if s), Span("", 0)))
    need = Need(found.reads, found.by_thread, tape.word, lines)
    return Threads(slices.sliced(module, "rz.gpu.thread", tape, layout), tape, count, need)


def _thread(module: "Module") -> "Function":
    return module.functions["rz.gpu.thread"]


def _settled(module: "Module", layout: object, *, coalesced: bool) -> "tuple[Module, Together]":
    """The module in which it is settled whether a block keeps anything together."""
    from ribozyme.ir.layout import DataLayout
    from ribozyme.transform.gpu import block_tapes, tapewords

    assert isinstance(layout, DataLayout)
    found = block_tapes.together(module, "rz.gpu.thread", layout) if coalesced else None
    if found is not None and tapewords.tape(_thread(found[0]), layout).word:
        return found
    return block_tapes.apart(module, "rz.gpu.thread"), tapewords.Together()


def _laid_out(module: "Module", halves: "tuple[Module, Module] | None", layout: object) -> "Tape":
    """The tape of a module; halves agree on how it is laid out."""
    from ribozyme.base.record import replace
    from ribozyme.ir.layout import DataLayout
    from ribozyme.transform.gpu import tapewords

    assert isinstance(layout, DataLayout)
    own = tapewords.tape(_thread(module), layout)
    if halves is None:
        return own
    first = tapewords.tape(_thread(halves[0]), layout)
    second = tapewords.tape(_thread(halves[1]), layout, first.keeps)
    words = first.word, second.word
    own = first if module is halves[0] else second
    return replace(own, word=max(words) if all(words) else 0)


def _simplified(module: "Module") -> "Module":
    """A count of which only that is left which decides the size."""
    from ribozyme.backend import pipeline
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.gpu.tape_count import COUNT, alone

    text = linkage.internal(print_module(module), {COUNT})
    after = pipeline.After(level=2, vectorise=False)
    return alone(parse_module(pipeline.run("after", text, after=after)))


def built(found: Threads, *, checks: bool, limit: int | None) -> Made:
    """The object that runs launches in the emulator."""
    from ribozyme.backend import llvm, pipeline
    from ribozyme.backend.gpu import warps
    from ribozyme.backend.passes import startup
    from ribozyme.backend.runtime import arena
    from ribozyme.backend.target import emit_object
    from ribozyme.frontends.c.clang import compile_c
    from ribozyme.ir.layout import DataLayout
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.rules.device_functions import WARP_ADD
    from ribozyme.transform.gpu import emulator_entry as entry
    from ribozyme.transform.gpu.checked import checked
    from ribozyme.transform.gpu.coroutine import as_coroutine, waiting

    text = _ACCESS.sub(lambda line: _LARGE.sub("align 8", line[0]), print_module(found.module))
    if found.need is not None:
        text = llvm.link([text, _CHECK])
    if WARP_ADD in text:
        text = llvm.link([text, warps.plain(WARP_ADD)])
    text = arena.linked(text, limit=limit)
    module = parse_module(pipeline.run("inline", text))
    waits = waiting(module)
    if set(waits) - {entry.THREAD}:
        raise error("RZ901", f"threads wait in {', '.join(waits)}, which were not inlined")
    sites = Sites(module)
    if checks:
        module = checked(module, entry.THREAD, DataLayout(module.layout), sites.number)
    module = entry.with_entries(module, waits=bool(waits))
    if waits:
        module = parse_module(pipeline.run("inline", print_module(module)))
        sites.module = module
        module = as_coroutine(module, entry.BEGIN, sites.number)
    parts: list[str | bytes] = [print_module(module)]
    if found.count is not None:
        parts.append(print_module(entry.with_measure(found.count)))
    parts.append(compile_c(scheduler(), lang="c", debug=False, flags=("-w",)).code)
    after = pipeline.After(level=2, vectorise=False)
    whole = pipeline.run("after", llvm.link(parts), after=after)
    return Made(emit_object(startup.for_loading(whole)), tuple(sites.spans), found.need)


@final
class Sites:
    """Places in the source by number; 0 is none."""

    def __init__(self, module: "Module") -> None:
        self.module = module
        self.spans: list[Span | None] = [None]
        self._known: dict[Span, int] = {}

    def number(self, instr: "Instr") -> int:
        """The number of where an instruction stands."""
        from ribozyme.ir.debug import location

        span = location(self.module, instr)
        if span is None:
            return 0
        if span not in self._known:
            self._known[span] = len(self.spans)
            self.spans.append(span)
        return self._known[span]


def scheduler() -> str:
    """The source of the emulator's scheduler."""
    from ribozyme.backend.gpu import emulator

    return Path(emulator.__file__).with_name("emulator.c").read_text(encoding="utf-8")
