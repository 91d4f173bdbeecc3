"""How a program and its derivative become native code here: the one door to the package.

    source → clang → before → parse → derive → print → (driver linked) → after → object → address

Every step is timed by its name, in processor time. `plain` skips the differentiator: the primal,
adjoints by hand.
"""

import re
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, final

from bench.problem import PROGRAMS, Ask, Problem
from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import HOST, Target, emit_object
from ribozyme.base.cache import NO_CACHE, default_cache
from ribozyme.base.options import Options
from ribozyme.frontends.base import Compiled
from ribozyme.frontends.c import cxxruntime
from ribozyme.frontends.c.clang import compile_c


@final
@dataclass(frozen=True, slots=True)
class Flags:
    """A set of compiler flags, for clang and for our own pipelines alike."""

    name: str
    clang: tuple[str, ...]
    plain: tuple[str, ...]  # what clang alone is given besides, for the primal it makes
    level: Literal["O2", "O3"]
    after: pipeline.After
    target: Target = HOST


GENERIC: Final = Target(cpu="x86-64", features="", opt=2)
FLAGS: Final = {
    flags.name: flags
    for flags in (
        Flags("-O3 host", (), ("-march=native",), "O3", pipeline.After(3)),
        Flags("-O3 -ffast-math host", ("-ffast-math",), ("-march=native",), "O3",
              pipeline.After(3)),
        Flags("-O2 -ffast-math", ("-ffast-math",), (), "O2",
              pipeline.After(2, vector_math=False), GENERIC),
        Flags("-O2", (), (), "O2", pipeline.After(2, vector_math=False), GENERIC),
    )
}  # fmt: skip
MAIN: Final = FLAGS["-O3 host"]


def worked() -> float:
    """Seconds of processor time of this process and of its children that ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@final
@dataclass(frozen=True)
class Built:
    """Loaded code, the optimised IR it came from, and how long each step took."""

    library: jit.Library
    text: str
    stages: dict[str, float] = field(default_factory=dict)

    def address(self, name: str) -> int:
        return self.library.address(name)

    @property
    def stage_seconds(self) -> float:
        """The differentiation stage: from optimised text to the derivative's text."""
        return sum(self.stages.get(step, 0.0) for step in ("parse", "derive", "print"))


@final
class Clock:
    """Seconds by the name of a step: of the processor, here and in processes that ended meanwhile.

    One thread works, so on a quiet machine these are seconds by the clock; on a busy one they stay.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        start = worked()
        try:
            yield
        finally:
            spent = worked() - start
            self.seconds[name] = self.seconds.get(name, 0.0) + spent


def gradient(
    problem: Problem,
    flags: Flags = MAIN,
    *,
    optimise_first: bool = True,
    counted: bool = False,
    fresh: bool = False,
) -> Built:
    """The problem's derivative as native code; with `counted` it tells the size of its tape."""
    clock = Clock()
    with clock.step("compile"):
        compiled = [_compiled(problem.source, problem.flags, flags, fresh)]
        if problem.driver:
            compiled.append(_compiled(problem.driver, (), flags, fresh))
    with clock.step("before"):
        how: pipeline.Name = "before" if optimise_first else "reference"
        text = pipeline.run(how, text_of(compiled[0]))
    for number, asks in enumerate(rounds(problem.gradient_asks())):
        text = between(text, clock) if number and optimise_first else text
        text = derived(text, asks, clock, optimise_first)
    with clock.step("after"):
        if not optimise_first:
            text = pipeline.run("before", text)
        if problem.driver:
            text = llvm.link([text, text_of(compiled[1])])
    return _native(text, flags, clock, compiled, counted)


def rounds(asks: tuple[Ask, ...]) -> list[tuple[Ask, ...]]:
    """Derivatives that are made at once, as those of a user's program: all that need no other."""
    out: list[tuple[Ask, ...]] = []
    for ask in asks:
        if out and ask.function not in {made.name for made in out[-1]}:
            out[-1] += (ask,)
        else:
            out.append((ask,))
    return out


def derived(
    text: str,
    asks: tuple[Ask, ...],
    clock: Clock,
    optimise_first: bool = True,
    deterministic: bool = False,
) -> str:
    """The module with some derivatives more."""
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.core.interface import Kind, Mode, Request
    from ribozyme.transform.derive import derive

    requests = [
        Request(
            ask.function,
            Mode(ask.mode),
            tuple(Kind(kind) for kind in ask.kinds),
            Kind.ACTIVE if ask.active_result else Kind.CONST,
            ask.width,
            ask.primal,
            ask.name,
        )
        for ask in asks
    ]
    with clock.step("parse"):
        module = parse_module(text)
    with clock.step("derive"):
        options = Options(optimise_first=optimise_first, deterministic=deterministic)
        module = derive(module, requests, options)
    with clock.step("print"):
        out = print_module(module)
    with clock.step("between"):
        return llvm.canonical(out)


def between(text: str, clock: Clock) -> str:
    """The module as the next derivative is made from it."""
    with clock.step("between"):
        return pipeline.run("tidy", text)


def primal(problem: Problem, flags: Flags = MAIN) -> Built:
    """The primal through the same pipelines as its derivative."""
    return plain([problem.source], problem.flags, flags)


def by_hand(problem: Problem, flags: Flags = MAIN) -> Built:
    """The adjoint written by hand, with the driver or the primal beside it."""
    sources = [f"hand/{problem.hand}", problem.source]
    return plain([*sources, problem.driver] if problem.driver else sources, problem.flags, flags)


def plain(sources: list[str], own: tuple[str, ...], flags: Flags) -> Built:
    """Programs as they are, through the pipelines `before` and `after`."""
    clock = Clock()
    compiled = [_compiled(source, own, flags, False) for source in sources]
    texts = [text_of(one) for one in compiled]
    text = llvm.link(texts) if len(texts) > 1 else texts[0]
    return _native(pipeline.run("before", text), flags, clock, compiled)


def clang(problem: Problem, flags: Flags = MAIN) -> Built:
    """The primal by clang alone: its own optimiser, its own flags."""
    compiled = compile_c(
        PROGRAMS / problem.source,
        flags=(*problem.flags, *_plain_c(problem.source), *flags.clang, *flags.plain),
        level=flags.level,
        debug=False,
    )
    image = emit_object(startup.for_loading(text_of(compiled)), flags.target)
    return Built(jit.load(image, libraries=cxxruntime.libraries([compiled])), "")


def _compiled(source: str, own: tuple[str, ...], flags: Flags, fresh: bool) -> Compiled:
    own = own if source.endswith(".cpp") else ()
    return compile_c(
        PROGRAMS / source,
        flags=(*own, *_plain_c(source), *flags.clang),
        debug=True,
        cache=NO_CACHE if fresh else default_cache(),
    )


def _plain_c(source: str) -> tuple[str, ...]:
    return () if source.endswith(".cpp") else ("-std=c11",)


def text_of(compiled: Compiled) -> str:
    """What a compiler made, without what it says of processors."""
    return llvm.canonical(llvm.without_target_attributes(llvm.to_text(compiled.code)))


_COUNTED: Final = re.compile(
    r"^define [^\n]*@rz\.tape\.(alloc|mark|release)\(([^\n]*)\)[^\n{]*\{\n", re.M
)
_COUNTERS: Final = """
@bench.tape = global i64 0
@bench.now = internal global i64 0
@bench.depth = internal global i64 0
@bench.marks = internal global [4096 x { ptr, i64 }] zeroinitializer

define internal void @bench.alloc(i64 %bytes) {
  %had = load i64, ptr @bench.now
  %has = add i64 %had, %bytes
  store i64 %has, ptr @bench.now
  %most = load i64, ptr @bench.tape
  %more = icmp ugt i64 %has, %most
  %new = select i1 %more, i64 %has, i64 %most
  store i64 %new, ptr @bench.tape
  ret void
}

define internal void @bench.mark(ptr %arena) {
  %depth = load i64, ptr @bench.depth
  %deeper = add i64 %depth, 1
  %place = urem i64 %depth, 4096
  %slot = getelementptr { ptr, i64 }, ptr @bench.marks, i64 %place
  %mark = load ptr, ptr %arena
  %now = load i64, ptr @bench.now
  %second = getelementptr i8, ptr %slot, i64 8
  store ptr %mark, ptr %slot
  store i64 %now, ptr %second
  store i64 %deeper, ptr @bench.depth
  ret void
}

define internal void @bench.release(ptr %mark) {
  br label %look

look:
  %depth = load i64, ptr @bench.depth
  %none = icmp eq i64 %depth, 0
  br i1 %none, label %done, label %pop

pop:
  %above = sub i64 %depth, 1
  store i64 %above, ptr @bench.depth
  %place = urem i64 %above, 4096
  %slot = getelementptr { ptr, i64 }, ptr @bench.marks, i64 %place
  %found = load ptr, ptr %slot
  %same = icmp eq ptr %found, %mark
  br i1 %same, label %back, label %look

back:
  %second = getelementptr i8, ptr %slot, i64 8
  %now = load i64, ptr %second
  store i64 %now, ptr @bench.now
  br label %done

done:
  ret void
}
"""
"""The most bytes of tape at a time: what a release gives back is there for the next turn."""


def _counting(text: str) -> str:
    """The module with the largest size of its tape in `@bench.tape`."""

    def hooked(found: re.Match[str]) -> str:
        name, last = found[1], re.findall(r"%\S+?(?=,|$)", found[2])
        told = {"alloc": f"i64 {last[-1]}", "mark": f"ptr {last[0]}", "release": f"ptr {last[-1]}"}
        return f"{found[0]}  call void @bench.{name}({told[name]})\n"

    return _COUNTED.sub(hooked, text) + _COUNTERS


def _native(
    text: str, flags: Flags, clock: Clock, compiled: list[Compiled], counted: bool = False
) -> Built:
    from ribozyme.api.programs.texts import merged_support

    with clock.step("after"):
        text = arena.linked(llvm.canonical(merged_support(text)), guard=False)
        if counted:
            text = _counting(text)
        text = pipeline.run("after", text, flags.target, after=flags.after)
    with clock.step("emit"):
        image = emit_object(startup.for_loading(llvm.canonical(text)), flags.target)
    with clock.step("load"):
        library = jit.load(image, libraries=cxxruntime.libraries(compiled))
    return Built(library, text, clock.seconds)


def failure(error: BaseException) -> str:
    """One line for the table of what does not work yet."""
    code: Any = getattr(error, "code", type(error).__name__)
    return f"{code}: {str(error).strip().splitlines()[0][:100] if str(error).strip() else ''}"
