"""The derivatives under test: a program compiled at some level, differentiated, loaded, called.

Every derivative is reached through a body of one pointer, `rz.guard`'s own convention: its
arguments lie in slots of eight bytes, results are written behind them. What a derivative throws is
so an exception here. Modes that the differentiator does not have yet raise RZ511, and are counted
as absent, not as refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, cast, final

import numpy as np
from tests.fuzz.inputs import RESULT, SIZE, SLICES, Input, Vector
from tests.fuzz.mutate import shaken
from tests.fuzz.tree import Lang, Program

from ribozyme.api.programs.texts import merged_support
from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.runtime import arena, guard
from ribozyme.backend.runtime.symbols import GUARD
from ribozyme.backend.target import Target, emit_object
from ribozyme.base.errors import error
from ribozyme.frontends.c.clang import Level, compile_c
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive

PRELUDE: Final = "".join(
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("prelude.h", "shapes.h", "tagged.h")
)
Order = Literal["before", "scalar", "reference", "raw", "bare", "twice"]
Effort = Literal[0, 1, 2, 3]
ModeName = Literal["primal", "reverse", "forward", "split", "nested"]
MODES: Final[tuple[ModeName, ...]] = ("primal", "reverse", "forward", "split", "nested")
_PARAMETERS: Final = ("x", "z", "s", "a", "b")
_TYPES: Final = {"x": "ptr", "z": "ptr", "s": "ptr", "a": "double", "b": "float"}
_STRUCT: Final = np.dtype([("u", "f8"), ("k", "i4"), ("v", "f4"), ("w", "f8", 3)], align=True)


@final
@dataclass(frozen=True, slots=True)
class Way:
    """How a module comes about: the front end's level, the pipelines before and after."""

    level: str | None = None
    order: Order = "before"
    poison: bool = False
    debug: bool = True
    after: Effort = 3
    shake: int = 0  # the seed of mutations that mean the same; 0 for none

    def __str__(self) -> str:
        words = [f"at {self.level or 'own'}, {self.order}"]
        words += ["poisoned"] * self.poison + ["without debug info"] * (not self.debug)
        words += [f"shaken by {self.shake}"] * bool(self.shake)
        words += [f"then O{self.after}"] * (self.after < 3)
        return ", ".join(words)


@final
@dataclass(frozen=True, slots=True)
class Setting:
    """A derivative of each program: what, how wide, and the way its module goes."""

    way: Way = Way()
    mode: ModeName = "reverse"
    width: int = 1

    @property
    def stem(self) -> str:
        """What its functions' names begin with."""
        return f"{self.mode}{self.width}"

    def __str__(self) -> str:
        wide = f" width {self.width}" if self.width > 1 else ""
        return f"{self.mode}{wide} {self.way}"


def prepared(programs: Sequence[Program], lang: Lang, way: Way) -> Module:
    """The module of programs of one language, ready to be differentiated."""
    text = PRELUDE + "".join(map(str, programs))
    made = compile_c(text, lang=lang, level=cast(Level | None, way.level), debug=way.debug)
    whole = _ordered(llvm.without_target_attributes(llvm.to_text(made.code)), way.order)
    if way.shake:  # what is differentiated has its loops in canonical form
        whole = llvm.canonical(pipeline.run("reference", shaken(whole, way.shake)))
    return parse_module(whole)


def _ordered(whole: str, order: Order) -> str:
    """The text after the pipelines of an order."""
    match order:
        case "raw":
            return llvm.canonical(llvm.optimisable(whole))
        case "scalar":  # what is differentiated has its loops in canonical form
            return pipeline.run("reference", pipeline.run("scalar", llvm.canonical(whole)))
        case "bare":  # and here they are not
            return pipeline.run("scalar", llvm.canonical(whole))
        case "twice":
            return pipeline.run("before", pipeline.run("before", llvm.canonical(whole)))
        case _:
            return pipeline.run(order, llvm.canonical(whole))


def derived(module: Module, program: Program, setting: Setting) -> Module:
    """The module with one derivative of one program more, its stem before its name."""
    match setting.mode:
        case "primal":
            return module
        case "reverse" | "forward":
            return derive(module, [request(program, setting)])
        case "split":
            whole = request(program, setting)
            first = replace(whole, mode=Mode.AUGMENTED, primal=False, name=f"a.{whole.name}")
            second = replace(whole, mode=Mode.SPLIT, primal=False)
            return derive(module, [first, second])
        case "nested":
            if _name(program, Setting()) not in module.functions:
                # Refused at first; but the module has been tidied since.
                module = derive(module, [request(program, Setting())])
            return derive(module, [_second(program, setting)])
        case _:
            raise error("RZ511", f"mode {setting.mode} is not there yet")


def request(program: Program, setting: Setting) -> Request:
    """What is asked of the differentiator."""
    reverse = setting.mode in {"reverse", "split"}
    kinds = [_kind(name, program, reverse) for name in _PARAMETERS]
    return Request(
        program.entry,
        Mode.REVERSE if reverse else Mode.FORWARD,
        (*kinds, Kind.CONST, Kind.CONST),
        Kind.ACTIVE if reverse else Kind.DUP,
        setting.width,
        True,
        _name(program, setting),
    )


def _name(program: Program, setting: Setting) -> str:
    return f"{setting.stem}.{program.entry}"


def inner(module: Module, programs: Sequence[Program]) -> Module:
    """The module with the gradients that nested derivatives are of; without those that fail."""
    for program in programs:
        try:
            module = derive(module, [request(program, Setting())])
        except Exception:
            continue  # `derived` asks again, and says what it was
    return parse_module(pipeline.run("tidy", llvm.canonical(print_module(module))))


def _second(program: Program, setting: Setting) -> Request:
    """Forward over reverse: the tangent of the gradient."""
    kinds = tuple(
        Kind.DUP if _follows(what, program) else Kind.CONST
        for what, _ in _slots(program, Setting()).takes
    )
    name, gradient = _name(program, setting), _name(program, Setting())
    return Request(gradient, Mode.FORWARD, kinds, Kind.DUP, setting.width, True, name)


def _follows(what: str, program: Program) -> bool:
    """Whether a parameter of a gradient has a tangent: what is differentiated, and its shadow."""
    return what.partition(".")[0] in program.active


def _kind(name: str, program: Program, reverse: bool) -> Kind:
    if name not in program.active:
        return Kind.CONST
    return Kind.ACTIVE if reverse and name in "ab" else Kind.DUP


@final
@dataclass(frozen=True, slots=True)
class _Slots:
    """What the derivative takes and gives, slot by slot: (what it is, its type)."""

    takes: tuple[tuple[str, str], ...]
    gives: tuple[tuple[str, str], ...]


def _slots(program: Program, setting: Setting) -> _Slots:
    if setting.mode == "nested":
        return _nested_slots(program)
    reverse, lanes = setting.mode in {"reverse", "split"}, range(setting.width)
    takes: list[tuple[str, str]] = []
    derives = setting.mode != "primal"
    for name in _PARAMETERS:
        takes.append((name, _TYPES[name]))
        if derives and name in program.active and not (reverse and name in "ab"):
            takes += [(f"{name}.{lane}", _TYPES[name]) for lane in lanes]
    takes += [("ix", "ptr"), ("n", "i32")]
    gives = [("r", "double")]
    if not derives:
        return _Slots(tuple(takes), tuple(gives))
    if reverse:
        takes += [(f"r.{lane}", "double") for lane in lanes]
        for name in "ab":
            if name in program.active:
                gives += [(f"{name}.{lane}", _TYPES[name]) for lane in lanes]
    else:
        gives += [(f"r.{lane}", "double") for lane in lanes]
    return _Slots(tuple(takes), tuple(gives))


def _nested_slots(program: Program) -> _Slots:
    """A tangent, `~` behind its name, behind each parameter and result of the gradient."""
    whole = _slots(program, Setting())
    takes: list[tuple[str, str]] = []
    for what, type in whole.takes:
        takes.append((what, type))
        if _follows(what, program):
            takes.append((f"{what}~", type))
    return _Slots(tuple(takes), (*whole.gives, *((f"{what}~", type) for what, type in whole.gives)))


def door(module: Module, program: Program, setting: Setting) -> str:
    """`void body(ptr slots)` around a derivative."""
    slots = _slots(program, setting)
    lines, words = [], []
    for n, (_, type) in enumerate(slots.takes):
        lines.append(f"  %p{n} = getelementptr i64, ptr %slots, i64 {n}")
        lines.append(f"  %v{n} = load {type}, ptr %p{n}, align 8")
        words.append(f"{type} %v{n}")
    result = f"{{ {', '.join(type for _, type in slots.gives)} }}"
    if setting.mode == "primal":
        lines.append(f"  %v = call double @{program.entry}({', '.join(words)})")
        lines.append(f"  %r = insertvalue {result} poison, double %v, 0")
    elif setting.mode == "nested":
        lines += _tangents(_name(program, setting), slots, words, result)
    elif setting.mode == "split":
        lines += _halves(module, _name(program, setting), slots, words)
    else:
        lines.append(f"  %r = call {result} @{_name(program, setting)}({', '.join(words)})")
    for k, (_, type) in enumerate(slots.gives):
        lines.append(f"  %o{k} = getelementptr i64, ptr %slots, i64 {k + len(slots.takes)}")
        lines.append(f"  %e{k} = extractvalue {result} %r, {k}")
        lines.append(f"  store {type} %e{k}, ptr %o{k}, align 8")
    body = "\n".join(lines)
    name = f"go.{_name(program, setting)}"
    return f"\ndefine void @{name}(ptr %slots) {{\n{body}\n  ret void\n}}\n"


def _tangents(name: str, slots: _Slots, words: list[str], result: str) -> list[str]:
    """The call of a nested derivative, whose first result is all that the gradient returns."""
    types = [type for _, type in slots.gives[: len(slots.gives) // 2]]
    first = f"{{ {', '.join(types)} }}"
    whole = f"{{ {', '.join((first, *types))} }}"
    lines = [f"  %w = call {whole} @{name}({', '.join(words)})"]
    lines.append(f"  %w0 = extractvalue {whole} %w, 0")
    source = [(first, "%w0", k) for k in range(len(types))]
    source += [(whole, "%w", k + 1) for k in range(len(types))]
    for k, (holder, name, index) in enumerate(source):
        before = f"%q{k - 1}" if k else "poison"
        type = slots.gives[k][1]
        lines.append(f"  %y{k} = extractvalue {holder} {name}, {index}")
        lines.append(f"  %q{k} = insertvalue {result} {before}, {type} %y{k}, {k}")
    lines.append(f"  %r = freeze {result} %q{len(source) - 1}")
    return lines


def _halves(module: Module, name: str, slots: _Slots, words: list[str]) -> list[str]:
    """Both halves of a split derivative, with a frame and an arena between them."""
    frame = _frame_bytes(module, name)
    first = ", ".join(
        w for w, (what, _) in zip(words, slots.takes, strict=True) if what[:2] != "r."
    )
    second, given = ", ".join(words), [type for _, type in slots.gives[1:]]
    adjoints = f"{{ {', '.join(given)} }}" if given else "void"
    whole = f"{{ {', '.join(type for _, type in slots.gives)} }}"
    lines = [
        "  %arena = alloca [64 x i8], align 64",
        f"  %frame = alloca [{frame} x i8], align 64",
        "  call void @rz.arena.init(ptr %arena)",
        f"  %v = call {{ double }} @a.{name}({first}, ptr %frame, ptr %arena)",
        (f"  {'%w = ' if given else ''}call {adjoints} @{name}({second}, ptr %frame, ptr %arena)"),
        "  call void @rz.arena.free(ptr %arena)",
        "  %r0 = extractvalue { double } %v, 0",
        f"  %q0 = insertvalue {whole} poison, double %r0, 0",
    ]
    for k, type in enumerate(given):
        lines.append(f"  %w{k} = extractvalue {adjoints} %w, {k}")
        lines.append(f"  %q{k + 1} = insertvalue {whole} %q{k}, {type} %w{k}, {k + 1}")
    lines.append(f"  %r = freeze {whole} %q{len(given)}")
    return lines


def _runtime(module: Module) -> list[str]:
    """Declarations of what doors call and the module may not."""
    names = ("rz.arena.init", "rz.arena.free")
    return [f"declare void @{name}(ptr)\n" for name in names if name not in module.functions]


def _frame_bytes(module: Module, name: str) -> int:
    """The size the augmented half says its frame has."""
    attrs = module.functions[f"a.{name}"].attrs
    found = (attr.value for attr in attrs if attr.name == '"rz.frame"')
    return int(next(found, '"0"').strip('"'))


def loaded(module: Module, doors: Sequence[str], way: Way) -> jit.Library:
    """The module with doors to its derivatives, optimised and loaded."""
    text = print_module(module) + "".join((*doors, *_runtime(module)))
    how = pipeline.After(level=way.after, vectorise=way.after > 1, unroll=way.after > 1)
    whole = arena.linked(merged_support(text), poison=way.poison)
    after = pipeline.run("after", whole, after=how)
    machine = Target(opt=3 if way.after > 1 else 1)
    return jit.load(emit_object(startup.for_loading(llvm.canonical(after)), machine))


@final
@dataclass(frozen=True, slots=True)
class Found:
    """What a derivative gave: outputs of the primal, and per lane a gradient or a tangent."""

    values: Vector
    lanes: tuple[Vector, ...]
    index: Any


@final
class Derivative:
    """One derivative of one program, callable."""

    def __init__(self, program: Program, setting: Setting, library: jit.Library) -> None:
        self.program, self.setting = program, setting
        self._library = library
        self._slots = _slots(program, setting)

    def __call__(self, given: Input, seeds: Sequence[Vector]) -> Found:
        """Run at a point: with cotangents of the outputs (reverse), or with tangents (forward)."""
        if self.setting.mode == "nested":
            return self._nested(given, *seeds)
        state = _memory(given.state, given.k)
        shadows = [_memory(seed, given.k) for seed in seeds]
        index = given.index.copy()
        words = np.zeros(len(self._slots.takes) + len(self._slots.gives), np.uint64)
        for n, (what, type) in enumerate(self._slots.takes):
            name, _, lane = what.partition(".")
            if name == "ix":
                words[n] = index.ctypes.data
            elif name == "n":
                words[n] = 6
            else:
                _put(words, n, type, (shadows[int(lane)] if lane else state)[name])
        door, body = self._library.address(GUARD), f"go.{_name(self.program, self.setting)}"
        guard.call(door, self._library.address(body), words.ctypes.data)
        return self._found(words, state, shadows, index)

    def _nested(self, given: Input, weights: Vector, direction: Vector) -> Found:
        """Values, then two lanes: the gradient, and its tangent along a direction."""
        zero = np.zeros(SIZE)
        memory = {
            "": _memory(given.state, given.k),
            "~": _memory(direction, 0),
            ".0": _memory(weights, given.k),
            ".0~": _memory(zero, 0),
        }
        index = given.index.copy()
        words = np.zeros(len(self._slots.takes) + len(self._slots.gives), np.uint64)
        for n, (what, type) in enumerate(self._slots.takes):
            if what in {"ix", "n"}:
                words[n] = index.ctypes.data if what == "ix" else 6
                continue
            name = what.rstrip("~.0")
            _put(words, n, type, memory[what.removeprefix(name)][name])
        door, body = self._library.address(GUARD), f"go.{_name(self.program, self.setting)}"
        guard.call(door, self._library.address(body), words.ctypes.data)
        given_back = self._returned(words)
        values = _vector(memory[""])
        values[RESULT] = given_back["r"]
        lanes = []
        for mark in (".0", ".0~"):
            vector = _vector(memory[mark])
            vector[RESULT] = given_back.get(f"a{mark}", 0.0)
            vector[16] = given_back.get(f"b{mark}", 0.0)
            lanes.append(vector)
        return Found(values, tuple(lanes), index)

    def _returned(self, words: Any) -> dict[str, float]:
        given: dict[str, float] = {}
        for k, (what, type) in enumerate(self._slots.gives):
            word = words[k + len(self._slots.takes) :][:1]
            given[what] = float(word.view(np.float64 if type == "double" else np.float32)[0])
        return given

    def _found(self, words: Any, state: Any, shadows: list[Any], index: Any) -> Found:
        given = self._returned(words)
        values = _vector(state)
        values[RESULT], values[16] = given["r"], 0.0
        lanes = []
        for lane, shadow in enumerate(shadows):
            vector = _vector(shadow)
            vector[RESULT] = given.get(f"r.{lane}", given.get(f"a.{lane}", 0.0))
            vector[16] = given.get(f"b.{lane}", 0.0)
            lanes.append(vector)
        return Found(values, tuple(lanes), index)


def _put(words: Any, n: int, type: str, value: Any) -> None:
    match type:
        case "ptr":
            words[n] = value.ctypes.data
        case "double":
            words[n : n + 1].view(np.float64)[0] = value
        case _:
            words[n : n + 1].view(np.float32)[0] = value


def _memory(vector: Vector, k: int) -> dict[str, Any]:
    """A state, or a shadow of one, as the program wants it."""
    s = np.zeros(1, _STRUCT)
    s["u"], s["k"], s["v"], s["w"] = vector[10], k, vector[11], vector[12:15]
    x, z = vector[SLICES["x"]].copy(), vector[SLICES["z"]].astype(np.float32)
    a, b, r = float(vector[15]), float(vector[16]), float(vector[RESULT])
    return {"x": x, "z": z, "s": s, "a": a, "b": b, "r": r}


def _vector(memory: dict[str, Any]) -> Vector:
    vector = np.zeros(SIZE)
    vector[SLICES["x"]], vector[SLICES["z"]] = memory["x"], memory["z"]
    s = memory["s"]
    vector[10], vector[11], vector[12:15] = s["u"][0], s["v"][0], s["w"][0]
    return vector
