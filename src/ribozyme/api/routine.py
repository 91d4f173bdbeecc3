"""Routines: functions of the IR with plain parameters, and the text that makes them.

A `Routine` takes numbers and addresses and returns one number or nothing. What is passed in another
way (structs in registers, results in memory, complex numbers) is behind addresses here;
derivatives, which return several numbers, write them through addresses too. So whatever is
differentiated or called has one simple shape, and a derivative can be differentiated like the
function it came from.

    { double, double } @g(double, double, i32)   struct in two registers, struct as result
    void @rz.f.4f21(ptr %s, i32 %n, ptr %result)

A routine is called through a *body*, `void (ptr block)`, which takes arguments from a block of
8-byte slots and leaves the result behind them.
"""

import hashlib
from typing import Final, final

from ribozyme.api.ctype import Array, Number, Opaque, Struct, size_of
from ribozyme.api.signature import Parameter, Signature
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import record
from ribozyme.rules.added import in_force

SLOT: Final = 8
_ALIGNED: Final = 16

Kinds = tuple[str, ...]  # "const" | "active" | "dup", one per parameter


@final
@record
class Primal:
    """A function of the library, by its symbol; `adapter` is its plain form's text, if needed."""

    symbol: str
    adapter: str = ""


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
        return _quoted(self.symbol)

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
    def order(self) -> int:
        count, found = 0, self
        while isinstance(found.recipe, Derived | Around):
            count, found = count + isinstance(found.recipe, Derived), found.recipe.of
        return count


# ---- the primal in its plain form ----------------------------------------------------------------


def primal(signature: Signature) -> Routine:
    """The plain form of a library's function: parameters, then the result's memory if needed."""
    if signature.obstacle:
        raise error(
            "RZ012",
            f"'{signature.name}' cannot be called from here: {signature.obstacle}",
            helps=("write a small function around it that takes and returns plain types",),
        )
    slots = tuple(_slot(p) for p in signature.parameters)
    direct = result_is_direct(signature)
    if not direct:
        slots = (*slots, "ptr")
    result = signature.ir_result if direct else "void"
    by_value = [p for p in signature.parameters if is_in_memory(p)]
    if direct and not by_value:
        return Routine(Primal(signature.symbol), slots, result)
    adapter = _adapter(signature, slots, result)
    return Routine(Primal(signature.symbol, adapter), slots, result)


def is_in_memory(parameter: Parameter) -> bool:
    """Whether a routine takes the parameter's value by address."""
    return isinstance(parameter.type, Struct | Array) or (
        isinstance(parameter.type, Number) and parameter.type.kind == "complex"
    )


def result_is_direct(signature: Signature) -> bool:
    """Whether a routine returns the result as a number, or there is none."""
    match signature.result:
        case Opaque(spelling="void"):
            return True
        case Number(kind=kind):
            return kind != "complex" and not signature.returned_in_memory
        case _:
            return False


def _slot(parameter: Parameter) -> str:
    return "ptr" if is_in_memory(parameter) else parameter.ir[0]


def _adapter(signature: Signature, slots: tuple[str, ...], result: str) -> str:
    """The function `@rz.f.…` that takes values by address and calls the primal as its ABI wants."""
    lines: list[str] = []
    arguments: list[str] = []
    spelled = list(signature.ir_parameters)
    position = 0
    for index, p in enumerate(signature.parameters):
        for part, type in enumerate(p.ir):
            if spelled[position].partition(" ")[0] == "ptr" and " sret(" in spelled[position]:
                arguments.append(f"{spelled[position]} %result")
                position += 1
            value = f"%a{index}"
            if is_in_memory(p) and not p.indirect:
                value = f"%a{index}.{part}"
                at = f"%a{index}"
                if part:
                    at = f"{value}.at"
                    lines.append(f"  {at} = getelementptr i8, ptr %a{index}, i64 {8 * part}")
                lines.append(f"  {value} = load {type}, ptr {at}, align {4 if '<2' in type else 1}")
            arguments.append(f"{spelled[position]} {value}")
            position += 1
    for rest in spelled[position:]:
        arguments.append(f"{rest} %result")
    call = f"call {signature.ir_result} @{_quoted(signature.symbol)}({', '.join(arguments)})"
    if result != "void":
        lines += [f"  %r = {call}", f"  ret {result} %r"]
    elif signature.ir_result == "void":
        lines += [f"  {call}", "  ret void"]
    else:
        lines += [
            f"  %r = {call}",
            f"  store {signature.ir_result} %r, ptr %result, align 1",
            "  ret void",
        ]
    names = [f"%a{i}" for i in range(len(signature.parameters))]
    names += ["%result"] * (len(slots) - len(names))
    parameters = ", ".join(f"{t} {n}" for t, n in zip(slots, names, strict=True))
    body = "\n".join(lines)
    return f"define {result} @NAME({parameters}) {{\n{body}\n}}\n"


def adapter_text(routine: Routine) -> str:
    """The adapter's definition under the routine's name; empty where the primal is plain itself."""
    if isinstance(routine.recipe, Derived):
        return ""
    return routine.recipe.adapter.replace("@NAME(", f"@{_quoted(routine.symbol)}(", 1)


def _quoted(symbol: str) -> str:
    return f'"{symbol}"' if any(not (c.isalnum() or c in "-_.$") for c in symbol) else symbol


@final
@record
class Setting:
    """How a variable is set: its symbol, the IR type of the parameter it comes in, and what is
    copied from memory: so many bytes, or floats of a struct at offsets.
    """

    symbol: str
    slot: str
    size: int = 0
    floats: tuple[tuple[int, str], ...] = ()


def around(of: Routine, variables: tuple[Setting, ...]) -> Routine:
    """A routine with a parameter more for each variable of the program, which it sets before it
    calls the one inside.

        double @rz.f.1(double %a0, double %v0) {  store double %v0, ptr @g;  call double @f(%a0)
    """
    names = [f"%a{i}" for i in range(len(of.slots))]
    given = [f"%v{i}" for i in range(len(variables))]
    slots = (*of.slots, *(one.slot for one in variables))
    lines = [f"  {line}" for n, v in zip(given, variables, strict=True) for line in _set(n, v)]
    passed = ", ".join(f"{t} {n}" for t, n in zip(of.slots, names, strict=True))
    call = f"call {of.result} @{of.quoted}({passed})"
    if of.result == "void":
        lines += [f"  {call}", "  ret void"]
    else:
        lines += [f"  %r = {call}", f"  ret {of.result} %r"]
    head = ", ".join(f"{t} {n}" for t, n in zip(slots, (*names, *given), strict=True))
    body = "\n".join(lines)
    text = f"define {of.result} @NAME({head}) {{\n{body}\n}}\n"
    return Routine(Around(of, text), slots, of.result)


def _set(given: str, variable: Setting) -> list[str]:
    to = f"@{_quoted(variable.symbol)}"
    if variable.slot != "ptr":
        return [f"store {variable.slot} {given}, ptr {to}, align 1"]
    if variable.size:
        copied = f"ptr {to}, ptr {given}, i64 {variable.size}, i1 false"
        return [f"call void @llvm.memcpy.p0.p0.i64({copied})"]
    lines = []
    for at, type in variable.floats:
        name = f"{given}.{at}"
        lines += [
            f"{name}.from = getelementptr i8, ptr {given}, i64 {at}",
            f"{name}.to = getelementptr i8, ptr {to}, i64 {at}",
            f"{name} = load {type}, ptr {name}.from, align 1",
            f"store {type} {name}, ptr {name}.to, align 1",
        ]
    return lines


MEMCPY_DECLARED: Final = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"


# ---- derivatives in their plain form -------------------------------------------------------------


def derived(
    of: Routine,
    mode: str,
    kinds: Kinds,
    result: str,
    *,
    primal: bool,
    width: int = 1,
    options: Options,
) -> Routine:
    """The plain form of a derivative; see `derivative_results` for what follows the parameters."""
    recipe = Derived(of, mode, kinds, result, primal, width, options, in_force())
    slots = _derivative_slots(recipe)
    returned = derivative_results(recipe)
    if len(returned) == 1 and mode != "split":
        return Routine(recipe, slots, returned[0])
    return Routine(recipe, (*slots, *("ptr" for _ in returned)), "void")


def _derivative_slots(recipe: Derived) -> tuple[str, ...]:
    slots: list[str] = []
    for type, kind in zip(recipe.of.slots, recipe.kinds, strict=True):
        shadows = recipe.width if kind == "dup" else 0
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


def wrapper_text(routine: Routine, made: str, made_results: tuple[str, ...]) -> str:
    """The routine's definition around the function `made`, which returns a bundle."""
    recipe = routine.recipe
    assert isinstance(recipe, Derived)
    wanted = derivative_results(recipe)
    inner = _derivative_slots(recipe)
    names = [f"%a{i}" for i in range(len(inner))]
    outs = [f"%r{i}" for i in range(len(routine.slots) - len(inner))]
    head = ", ".join(f"{t} {n}" for t, n in zip(routine.slots, (*names, *outs), strict=True))
    arguments = ", ".join(f"{t} {n}" for t, n in zip(inner, names, strict=True))
    bundle = f"{{ {', '.join(made_results)} }}" if made_results else "void"
    call = f"call {bundle} @{_quoted(made)}({arguments})"
    lines = [f"  %all = {call}" if made_results else f"  {call}"]
    skipped = len(made_results) - len(wanted)
    for i, type in enumerate(wanted):
        lines.append(f"  %v{i} = extractvalue {bundle} %all, {i + skipped}")
        if outs:
            lines.append(f"  store {type} %v{i}, ptr {outs[i]}, align 1")
    lines.append(f"  ret {routine.result} %v0" if routine.result != "void" else "  ret void")
    text = "\n".join(lines)
    return f"define {routine.result} @{_quoted(routine.symbol)}({head}) {{\n{text}\n}}\n"


# ---- forward mode in two passes ------------------------------------------------------------------

FORWARD_MODE, FROM_TAPE = "forward", "from tape"
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
    inner = _derivative_slots(recipe)
    given = [f"{type} %a{i}" for i, type in enumerate(inner)]
    kept: list[str] = []
    at = 0
    for slot, kind in zip(recipe.of.slots, recipe.kinds, strict=True):
        count = 1 + (recipe.width if kind == "dup" else 0)
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
    head = f"define {whole} @{_quoted(name)}({', '.join(given)})"
    return f"{head} personality ptr @__gcc_personality_v0 {{\n{text}\n}}\n", results


def _invoked(call: str, half: Half, arguments: list[str]) -> list[str]:
    """A call that unwinds to `out`."""
    bundle = f"{{ {', '.join(half.results)} }}" if half.results else "void"
    result = f"%{call} = " if half.results else ""
    ways = f"to label %{call}.done unwind label %out"
    given = ", ".join(arguments)
    return [f"  {result}invoke {bundle} @{_quoted(half.name)}({given}) {ways}", f"{call}.done:"]


# ---- the two halves of a split derivative --------------------------------------------------------

FORWARD, REVERSE, DROP = 0, 1, 2
"""What a split derivative is called for, its last parameter before the results."""


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
    inner = _derivative_slots(recipe)
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
        f"define void @{_quoted(routine.symbol)}({head}) {{\n{body}\n}}\n"
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
    """Call one half, and put its numbers where they go."""
    bundle = f"{{ {', '.join(results)} }}" if results else "void"
    call = f"call {bundle} @{_quoted(made)}({arguments})"
    lines = [f"  %{name}.all = {call}" if results else f"  {call}"]
    for i, (type, out) in enumerate(zip(results, outs, strict=True)):
        lines.append(f"  %{name}.v{i} = extractvalue {bundle} %{name}.all, {i}")
        lines.append(f"  store {type} %{name}.v{i}, ptr {out}, align 1")
    return lines


# ---- calling -------------------------------------------------------------------------------------


def body_name(routine: Routine) -> str:
    return f"rz.body.{routine.digest}"


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
    call = f"call {routine.result} @{_quoted(routine.symbol)}({', '.join(arguments)})"
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


def constant(name: str, type: str, value: float) -> str:
    """The line that gives a floating constant a name."""
    way = {"double": "fadd", "x86_fp80": "fpext", "fp128": "fpext"}.get(type, "fptrunc")
    if way == "fadd":
        return f"  {name} = fadd double {value:e}, -0.0"
    return f"  {name} = {way} double {value:e} to {type}"


def extended(type: str) -> str:
    """A parameter's type, with what C's calls promise of it."""
    return f"{type} zeroext" if type == "i1" else type


_CODES: Final = {"double": "d", "float": "f4x", "ptr": "Q", "x86_fp80": "d", "fp128": "d"} | {
    "half": "f4x",
    "bfloat": "f4x",
}


def block_format(routine: Routine) -> str:
    """How `struct` packs the arguments; integers of every width fill their slot."""
    return "<" + "".join(_CODES.get(type, "Q") for type in routine.slots)


def result_size(signature: Signature) -> int:
    """Bytes of a result that is returned in memory, with room for whole registers."""
    size = size_of(signature.result, signature.layouts)
    return (size + _ALIGNED + 7) // 8 * 8
