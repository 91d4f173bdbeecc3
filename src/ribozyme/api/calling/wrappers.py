"""What is written around functions that were made: adapters under their names, derivatives in their
plain form, halves of split ones, bodies that are called.

    { double, double } @rz.d.77(…)   →   void @rz.f.77(…, ptr %r0, ptr %r1)
    define void @rz.body.77(ptr %block) {  load arguments;  call @rz.f.77;  store the result  }
"""

from typing import Final, final

from ribozyme.api.calling.routine import (
    FORWARD,
    REVERSE,
    SLOT,
    WITH_SHADOW,
    Derived,
    Routine,
    body_name,
    derivative_results,
    derivative_slots,
    held,
    quoted,
)
from ribozyme.base.record import record


def adapter_text(routine: Routine) -> str:
    """The adapter's definition under the routine's name; empty where the primal is plain itself."""
    if isinstance(routine.recipe, Derived):
        return ""
    return routine.recipe.adapter.replace("@NAME(", f"@{quoted(routine.symbol)}(", 1)


def wrapper_text(routine: Routine, made: str, made_results: tuple[str, ...]) -> str:
    """The routine's definition around the function `made`, which returns a bundle."""
    recipe = routine.recipe
    assert isinstance(recipe, Derived)
    wanted = derivative_results(recipe)
    inner = derivative_slots(recipe)
    names = [f"%a{i}" for i in range(len(inner))]
    outs = [f"%r{i}" for i in range(len(routine.slots) - len(inner))]
    head = ", ".join(f"{t} {n}" for t, n in zip(routine.slots, (*names, *outs), strict=True))
    arguments = ", ".join(f"{t} {n}" for t, n in zip(inner, names, strict=True))
    bundle = f"{{ {', '.join(made_results)} }}" if made_results else "void"
    call = f"call {bundle} @{quoted(made)}({arguments})"
    lines = [f"  %all = {call}" if made_results else f"  {call}"]
    skipped = len(made_results) - len(wanted)
    for i, type in enumerate(wanted):
        lines.append(f"  %v{i} = extractvalue {bundle} %all, {i + skipped}")
        if outs:
            lines.append(f"  store {type} %v{i}, ptr {outs[i]}, align 1")
    lines.append(f"  ret {routine.result} %v0" if routine.result != "void" else "  ret void")
    text = "\n".join(lines)
    return f"define {routine.result} @{quoted(routine.symbol)}({head}) {{\n{text}\n}}\n"


# ---- forward mode in two passes ------------------------------------------------------------------

FROM_TAPE_DECLARED = """
declare void @rz.arena.init(ptr)
declare void @rz.arena.free(ptr)
declare i32 @__gcc_personality_v0(...)
"""


@final
@record
class Half:
    """A function that keeps or reads a tape, and what it returns."""

    name: str
    results: tuple[str, ...]


def from_tape_text(
    recipe: Derived, name: str, first: Half, second: Half, frame: int
) -> tuple[str, tuple[str, ...]]:
    """A forward derivative that runs the primal, keeping a tape, and then reads tangents off it."""
    inner = derivative_slots(recipe)
    given = [f"{type} %a{i}" for i, type in enumerate(inner)]
    kept: list[str] = []
    at = 0
    for slot, kind in zip(recipe.of.slots, recipe.kinds, strict=True):
        count = 1 + (recipe.width if kind in WITH_SHADOW else 0)
        kept += given[at : at + (count if slot == "ptr" else 1)]
        at += count
    primal = recipe.primal and recipe.of.result != "void"
    results = (*([recipe.of.result] if primal else []), *second.results)
    whole = f"{{ {', '.join(results)} }}" if results else "void"
    lines = [
        f"  %arena = alloca [{_TAPE_HEAD} x i8], align 64",
        f"  %frame = alloca [{max(frame, 1)} x i8], align 64",
        "  call void @rz.arena.init(ptr %arena)",
        *_invoked("first", first, [*kept, "ptr %frame", "ptr %arena"]),
        *_invoked("second", second, [*given, "ptr %frame", "ptr %arena"]),
        "  call void @rz.arena.free(ptr %arena)",
    ]
    parts = [("first", first, 0)] if primal else []
    parts += [("second", second, k) for k in range(len(second.results))]
    for k, (call, half, place) in enumerate(parts):
        before = f"%w{k - 1}" if k else "poison"
        bundle = f"{{ {', '.join(half.results)} }}"
        lines.append(f"  %e{k} = extractvalue {bundle} %{call}, {place}")
        lines.append(f"  %w{k} = insertvalue {whole} {before}, {results[k]} %e{k}, {k}")
    lines.append(f"  ret {whole} %w{len(parts) - 1}" if parts else "  ret void")
    lines += [
        "out:",
        "  %caught = landingpad { ptr, i32 } cleanup",
        "  call void @rz.arena.free(ptr %arena)",
        "  resume { ptr, i32 } %caught",
    ]
    text = "\n".join(lines)
    head = f"define {whole} @{quoted(name)}({', '.join(given)})"
    return f"{head} personality ptr @__gcc_personality_v0 {{\n{text}\n}}\n", results


def _invoked(call: str, half: Half, arguments: list[str]) -> list[str]:
    """A call that unwinds to `out`."""
    bundle = f"{{ {', '.join(half.results)} }}" if half.results else "void"
    result = f"%{call} = " if half.results else ""
    ways = f"to label %{call}.done unwind label %out"
    given = ", ".join(arguments)
    return [f"  {result}invoke {bundle} @{quoted(half.name)}({given}) {ways}", f"{call}.done:"]


# ---- the two halves of a split derivative --------------------------------------------------------


@final
@record
class Halves:
    """The two functions of a split derivative, what each returns, and the bytes of their frame."""

    forward: str
    forward_results: tuple[str, ...]
    reverse: str
    reverse_results: tuple[str, ...]
    frame: int


def split_text(routine: Routine, made: Halves) -> str:
    """One routine of both halves: its last two parameters say where the tape is, and what to do.

    The tape lies in one block: an arena, then the frame. The forward half stores its address before
    it fills it, so that a tape is freed even when the program threw.
    """
    recipe = routine.recipe
    assert isinstance(recipe, Derived)
    inner = derivative_slots(recipe)
    names = [f"%a{i}" for i in range(len(inner))]
    outs = [f"%r{i}" for i in range(len(routine.slots) - len(inner))]
    head = ", ".join(f"{t} {n}" for t, n in zip(routine.slots, (*names, *outs), strict=True))
    given = [f"{t} {n}" for t, n in zip(inner, names, strict=True)]
    cell, phase = names[-2:]
    seeds = recipe.width if recipe.result == "active" else 0
    shadowed = ", ".join((*given[: len(given) - 2 - seeds], "ptr %frame", "ptr %tape"))
    seeded = ", ".join((*given[:-2], "ptr %frame", "ptr %scratch"))
    primal = 1 if recipe.primal and recipe.of.result != "void" else 0
    size = (_TAPE_HEAD + made.frame + 63) // 64 * 64
    failed = f"@rz.no.tape.{routine.digest}"
    cases = f"i32 {FORWARD}, label %fwd i32 {REVERSE}, label %rev"
    lines = (
        f"  switch i32 {phase}, label %drop [ {cases} ]",
        "fwd:",
        f"  %tape = call ptr @aligned_alloc(i64 64, i64 {size})",
        f"  store ptr %tape, ptr {cell}, align 8",
        "  %lacks = icmp eq ptr %tape, null",
        "  br i1 %lacks, label %failed, label %begin",
        "failed:",
        f"  call void @rz.throw(i32 1, ptr {failed})",
        "  unreachable",
        "begin:",
        "  call void @rz.arena.init(ptr %tape)",
        f"  %frame = getelementptr i8, ptr %tape, i64 {_TAPE_HEAD}",
        *_stored("fwd", made.forward, made.forward_results, shadowed, outs[:primal]),
        "  ret void",
        "rev:",
        f"  %scratch = alloca [{_TAPE_HEAD} x i8], align 64",
        "  call void @rz.arena.init(ptr %scratch)",
        f"  %kept = load ptr, ptr {cell}, align 8",
        f"  %frame.kept = getelementptr i8, ptr %kept, i64 {_TAPE_HEAD}",
        *_stored(
            "rev", made.reverse, made.reverse_results, seeded.replace("%frame", "%frame.kept"),
            outs[primal:],
        ),
        "  call void @rz.arena.free(ptr %scratch)",
        "  ret void",
        "drop:",
        f"  %old = load ptr, ptr {cell}, align 8",
        "  call void @rz.arena.free(ptr %old)",
        "  call void @free(ptr %old)",
        "  ret void",
    )  # fmt: skip
    message = "there is no memory left for a tape"
    body = "\n".join(lines)
    return (
        f'{failed} = private constant [{len(message) + 1} x i8] c"{message}\\00"\n'
        f"define void @{quoted(routine.symbol)}({head}) {{\n{body}\n}}\n"
    )


_TAPE_HEAD: Final = 64
SPLIT_DECLARED: Final = """
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @rz.arena.init(ptr)
declare void @rz.arena.free(ptr)
declare void @rz.throw(i32, ptr) cold noreturn
"""


def _stored(
    name: str,
    made: str,
    results: tuple[str, ...],
    arguments: str,
    outs: list[str],
) -> list[str]:
    """Call one half, and put its numbers where they go, those that are wanted."""
    bundle = f"{{ {', '.join(results)} }}" if results else "void"
    call = f"call {bundle} @{quoted(made)}({arguments})"
    lines = [f"  %{name}.all = {call}" if results else f"  {call}"]
    for i, (type, out) in enumerate(zip(results, outs, strict=False)):
        lines.append(f"  %{name}.v{i} = extractvalue {bundle} %{name}.all, {i}")
        lines.append(f"  store {type} %{name}.v{i}, ptr {out}, align 1")
    return lines


# ---- calling -------------------------------------------------------------------------------------


def body_text(routine: Routine) -> str:
    """`void @rz.body.…(ptr block)`: arguments from slots, the result into the slot behind them."""
    lines: list[str] = []
    arguments: list[str] = []
    for i, type in enumerate(routine.slots):
        lines.append(f"  %p{i} = getelementptr i8, ptr %block, i64 {SLOT * i}")
        kept, fix = held(type)
        lines.append(f"  %h{i} = load {kept}, ptr %p{i}, align 8")
        if fix:
            lines.append(f"  %v{i} = {fix} {kept} %h{i} to {type}")
        arguments.append(f"{extended(type)} {'%v' if fix else '%h'}{i}")
    call = f"call {routine.result} @{quoted(routine.symbol)}({', '.join(arguments)})"
    if routine.result == "void":
        lines.append(f"  {call}")
    else:
        kept, fix = held(routine.result)
        back = {"trunc": "zext", "fpext": "fptrunc", "fptrunc": "fpext"}.get(fix, "")
        lines.append(f"  %r = {call}")
        lines.append(f"  %out = getelementptr i8, ptr %block, i64 {SLOT * len(routine.slots)}")
        if back:
            lines.append(f"  %rh = {back} {routine.result} %r to {kept}")
        lines.append(f"  store {kept} {'%rh' if back else '%r'}, ptr %out, align 8")
    body = "\n".join(lines)
    return f"define void @{body_name(routine)}(ptr %block) {{\n{body}\n  ret void\n}}\n"


def constant(name: str, type: str, value: float) -> str:
    """The line that gives a floating constant a name."""
    way = {"double": "fadd", "x86_fp80": "fpext", "fp128": "fpext"}.get(type, "fptrunc")
    if way == "fadd":
        return f"  {name} = fadd double {value:e}, -0.0"
    return f"  {name} = {way} double {value:e} to {type}"


def extended(type: str) -> str:
    """A parameter's type, with what C's calls promise of it."""
    return f"{type} zeroext" if type == "i1" else type
