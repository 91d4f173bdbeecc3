"""Test programs and the truth about them, obtained without the differentiator.

Every file below `tests/run/<family>/` is one C or C++ program, called by its family and its own
name, whatever folder of the family it is in. Its first comment line says what it
exercises; the lines after it, each a comment, say how it is called:

    // A scratch row is reused by every time step.
    // rz: double f(const double x[n] in, double y[n] out, int n=8, double s=0.7, double t const)
    // also: n=0
    // also: n=1, s=2
    // truth: x = 2*x*s ; s = sum(x*x)

`rz:` is the entry point, `extern "C"` in C++. The result is a float type (active: part of the
loss), `void`, or an integer (inactive). A parameter is `TYPE NAME[LENGTH] ROLE DATA` for an array,
where LENGTH is an expression over the integer parameters, and `TYPE NAME ROLE DATA` for a number.

    roles of arrays    in      active, read only
                       out     active, wholly overwritten before it is read: starts as garbage
                       inout   active, an input by its value before, an output by its value after
                       work    active, overwritten before it is read, not part of the loss
                       const   no derivative; what integer arrays always are
    roles of numbers   in      active (floats by default)
                       const   no derivative (integers always)
    data               lo..hi            uniform; the default is 0.5..1.5
                       =value            `=value` or `= value`
                       {a, b, c}         as many as the array has entries, else repeated
                       sorted lo..hi     ascending
                       below m           integers in [0, m)
                       perm              a permutation of 0 .. length-1

`also:` gives another assignment of the integers (and numbers) to run as well; a zero gradient is
allowed there. `truth:` gives closed forms, NumPy expressions of the parameters, checked against the
differences, or used in their place where `needs: closed form` says that differences do not apply (a
kink). `needs:` may also name `stack` (calls nest 10^5 deep), `zero` (a zero gradient is right),
`writes constants` (a `const` array is scribbled on), `no tape` (a word is a number or an address,
and a tape does not say which), `types` (not at -O0, where clang does not say what type an
access is of), `libstdc++` (not with the other standard library) or `eigen`. `tolerance:` is
`default`, `loose` (ill-conditioned) or `half` (`_Float16` inside). `flags:` are handed to the
compiler.

The loss is the result plus the sum of w * output over `out` and `inout` arrays, w fixed at random:
the cotangents. The truth compiles the *primal* with a plain C compiler and takes central
differences with step halving and Richardson extrapolation; each component's best value is chosen by
its own error estimate. A program of another precision is written over a macro `REAL`, and its truth
is taken from a build with `-DREAL=double`. Truth depends on the primal only, so it is kept on disk
by content.
"""

from __future__ import annotations

import ast
import ctypes
import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, final

import numpy as np
from numpy.typing import NDArray

ROOT: Final = Path(__file__).parent / "run"
CACHE: Final = Path(__file__).parent.parent / "build" / "programs"
FAMILIES: Final = (
    "control", "overwriting", "arrays", "structs", "memory", "globals", "calls", "cxx", "types",
    "numerics", "mixed", "sums",
)  # fmt: skip

Role = Literal["in", "out", "inout", "work", "const"]
Value = float | int | NDArray[np.generic]
Arguments = dict[str, Value]
Gradients = dict[str, NDArray[np.float64]]

_DTYPES: Final[dict[str, np.dtype[np.generic]]] = {
    "double": np.dtype(np.float64),
    "float": np.dtype(np.float32),
    "long double": np.dtype(np.longdouble),
    "char": np.dtype(np.int8),
    "unsigned char": np.dtype(np.uint8),
    "short": np.dtype(np.int16),
    "int": np.dtype(np.int32),
    "unsigned": np.dtype(np.uint32),
    "long": np.dtype(np.int64),
    "size_t": np.dtype(np.uint64),
}
_CTYPES: Final[dict[str, type[ctypes._SimpleCData[float]] | type[ctypes._SimpleCData[int]]]] = {
    "double": ctypes.c_double,
    "float": ctypes.c_float,
    "long double": ctypes.c_longdouble,
    "char": ctypes.c_int8,
    "unsigned char": ctypes.c_uint8,
    "short": ctypes.c_short,
    "int": ctypes.c_int,
    "unsigned": ctypes.c_uint,
    "long": ctypes.c_long,
    "size_t": ctypes.c_size_t,
}
_FLOATS: Final = ("double", "float", "long double")
_NAMES: Final[dict[str, object]] = {
    name: getattr(np, name)
    for name in ("sin", "cos", "tan", "exp", "log", "sqrt", "where", "sum", "ones", "zeros", "abs",
                 "arange", "cumsum", "array", "sign", "tanh", "sinh", "cosh", "prod", "outer",
                 "maximum", "minimum", "concatenate", "roll", "flip", "pi", "add")
} | {"sum": np.sum, "len": len}  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an entry point: `const double x[n] in 0.5..1.5`."""

    name: str
    ctype: str
    length: str | None  # an expression over the integer parameters; None for a number
    role: Role
    data: str

    @property
    def is_float(self) -> bool:
        return self.ctype in _FLOATS

    @property
    def is_active(self) -> bool:
        return self.role != "const"

    @property
    def is_input(self) -> bool:
        return self.role in ("in", "inout")

    @property
    def is_output(self) -> bool:
        return self.role in ("out", "inout")


@final
@dataclass(frozen=True, slots=True)
class Truth:
    """Gradients of the loss by input, and the estimate of their own relative error."""

    gradients: Gradients
    error: float


@final
@dataclass(frozen=True, eq=False)  # a case has identity: it is the key of what was built of it
class Case:
    """One program under test, as its header describes it."""

    path: Path
    description: str
    function: str
    returns: str
    parameters: tuple[Parameter, ...]
    variants: tuple[Mapping[str, float], ...]  # the first one assigns nothing
    closed: Mapping[str, str] = field(default_factory=dict)
    tolerance_class: str = "default"
    needs: frozenset[str] = frozenset()
    flags: tuple[str, ...] = ()

    @functools.cached_property
    def name(self) -> str:
        return f"{self.family}/{self.path.stem}"

    @functools.cached_property
    def family(self) -> str:
        inside = self.path.is_relative_to(ROOT)
        return self.path.relative_to(ROOT).parts[0] if inside else self.path.parent.name

    @property
    def is_cxx(self) -> bool:
        return self.path.suffix == ".cpp"

    @functools.cached_property
    def source(self) -> str:
        return self.path.read_text()

    @functools.cached_property
    def is_generic(self) -> bool:
        """Is it written over `REAL`, so that its truth is taken in double?"""
        return re.search(r"\bREAL\b", self.source) is not None

    @property
    def active(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.is_active)

    @property
    def returns_float(self) -> bool:
        return self.returns in _FLOATS

    @property
    def is_single(self) -> bool:
        """Does anything on the active path have single precision?"""
        floats = any(p.ctype == "float" for p in self.active) or self.returns == "float"
        return floats or "#define REAL float" in self.source

    @property
    def tolerance(self) -> float:
        """How far a gradient may lie from the truth, relative to the largest component."""
        if self.tolerance_class == "half":
            return 3e-2
        if self.is_single:
            return 2e-3 if self.tolerance_class == "loose" else 2e-4
        return 1e-5 if self.tolerance_class == "loose" else 1e-7

    @property
    def duality_tolerance(self) -> float:
        """How far w.(Jv) may lie from v.(J'w), relative to the sum of the terms' sizes."""
        if self.tolerance_class == "half":
            return 3e-2
        if self.is_single:
            return 1e-3 if self.tolerance_class == "loose" else 1e-4
        return 1e-7 if self.tolerance_class == "loose" else 1e-10

    def arguments(self, rng: np.random.Generator | None = None, variant: int = 0) -> Arguments:
        """Values for every parameter; the same ones each time when no generator is given."""
        rng = rng or np.random.default_rng(zlib.crc32(f"{self.name}:{variant}".encode()))
        assigned = self.variants[variant]
        sizes: dict[str, int] = {}
        values: Arguments = {}
        for p in self.parameters:
            if p.length is None and not p.is_float:
                sizes[p.name] = int(assigned.get(p.name, _integer(p.data, sizes)))
        for p in self.parameters:
            if p.length is not None:
                count = int(eval(p.length, {}, dict(sizes)))
                values[p.name] = _array(p, count, sizes, rng)
            elif p.is_float:
                drawn = float(_floats(p.data, 1, rng)[0])
                values[p.name] = float(assigned.get(p.name, drawn))
            else:
                values[p.name] = sizes[p.name]
        return values

    def cotangents(self, args: Arguments) -> Gradients:
        """The fixed weights of the outputs in the loss."""
        rng = np.random.default_rng(zlib.crc32(f"{self.name}:cotangents".encode()))
        return {
            p.name: rng.uniform(0.5, 1.5, np.size(args[p.name])) * rng.choice([-1.0, 1.0])
            for p in self.parameters
            if p.is_output
        }

    def directions(self, args: Arguments) -> Gradients:
        """A fixed tangent of each active input; zero on what is no input."""
        rng = np.random.default_rng(zlib.crc32(f"{self.name}:directions".encode()))
        return {
            p.name: rng.uniform(-1, 1, np.size(args[p.name])) * (1.0 if p.is_input else 0.0)
            for p in self.active
        }

    def primal(self, args: Arguments, *, precise: bool = False) -> tuple[float, Arguments]:
        """The result and the arrays as the primal leaves them; the arguments are not touched."""
        function = _entry(self, precise and self.is_generic)
        passed: list[object] = []
        after: Arguments = {}
        for p in self.parameters:
            value = args[p.name]
            ctype = "double" if precise and self.is_generic and p.is_float else p.ctype
            if isinstance(value, np.ndarray):
                own = np.array(value, dtype=_DTYPES[ctype], order="C")
                after[p.name] = own
                passed.append(ctypes.c_void_p(own.ctypes.data))
            else:
                passed.append(_CTYPES[ctype](value))  # type: ignore[arg-type]
        result = function(*passed)
        return (0.0 if result is None else float(result)), after

    def loss(self, args: Arguments, cotangents: Gradients) -> float:
        result, after = self.primal(args, precise=True)
        total = result if self.returns_float else 0.0
        for name, weights in cotangents.items():
            total += float(np.dot(np.asarray(after[name], np.float64), weights))
        return total

    def truth(self, args: Arguments, cotangents: Gradients | None = None) -> Truth:
        """The gradient of the loss by every active input, by central differences or closed form."""
        weights = self.cotangents(args) if cotangents is None else cotangents
        closed = self.closed_forms(args, weights)
        if "closed form" in self.needs:
            return Truth(closed, 0.0)
        return _remembered(self, args, weights, lambda: _differences(self, args, weights))

    def closed_forms(self, args: Arguments, weights: Gradients) -> Gradients:
        """What the header's `truth:` lines say; `w_<array>` is the cotangent of an output."""
        scope = _NAMES | args | {f"w_{name}": w for name, w in weights.items()}
        scope |= {"np": np}
        forms: Gradients = {}
        for name, expression in self.closed.items():
            value = np.asarray(eval(expression, {"__builtins__": {}}, scope), np.float64)
            forms[name] = np.broadcast_to(value, np.shape(args[name])).reshape(-1).copy()
        return forms


@functools.cache
def discover(root: Path = ROOT) -> tuple[Case, ...]:
    """Every program of every family, in the order of names."""
    return tuple(case for family in FAMILIES for case in read_folder(root / family))


def read_folder(folder: Path) -> list[Case]:
    files = [f for f in folder.rglob("*") if f.suffix in (".c", ".cpp")]
    return [read_case(path) for path in sorted(files, key=lambda path: path.name)]


def read_case(path: Path) -> Case:
    """The case that the comment lines at the head of a file describe."""
    lines = [line[2:].strip() for line in path.read_text().splitlines() if line.startswith("//")]
    fields: dict[str, list[str]] = {}
    for line in lines[1:]:
        key, found, rest = line.partition(":")
        if found and key in ("rz", "also", "truth", "tolerance", "needs", "flags"):
            fields.setdefault(key, []).append(rest.strip())
    if len(fields.get("rz", ())) != 1:
        raise ValueError(f"{path}: exactly one 'rz:' line is needed")
    returns, function, parameters = _signature(path, fields["rz"][0])
    also = tuple(_assignment(text) for text in fields.get("also", ()))
    closed = [text for line in fields.get("truth", ()) for text in line.split(" ; ")]
    return Case(
        path=path,
        description=lines[0],
        function=function,
        returns=returns,
        parameters=parameters,
        variants=({}, *also),
        closed=dict(_definition(text) for text in closed),
        tolerance_class=fields.get("tolerance", ["default"])[0],
        needs=frozenset(n.strip() for line in fields.get("needs", ()) for n in line.split(",")),
        flags=tuple(f for line in fields.get("flags", ()) for f in line.split()),
    )


_TYPE: Final = (
    r"(?P<type>(?:const\s+)?(?:long double|unsigned char|double|float|int|unsigned|long|size_t"
    r"|short|char|void))"
)
_HEAD: Final = re.compile(_TYPE + r"\s+(?P<name>\w+)\s*\((?P<rest>.*)\)\s*$")
_PARAMETER: Final = re.compile(
    _TYPE + r"\s+(?P<name>\w+)\s*(?:\[(?P<length>[^\]]*)\])?"
    r"\s*(?P<role>inout|in|out|work|const)?(?=\s|=|$)\s*(?P<data>.*)$"
)


def _signature(path: Path, text: str) -> tuple[str, str, tuple[Parameter, ...]]:
    head = _HEAD.match(text)
    if head is None:
        raise ValueError(f"{path}: cannot read {text!r}")
    pieces = re.split(r",\s*(?![^{]*\})", head["rest"]) if head["rest"].strip() else []
    return head["type"], head["name"], tuple(_parameter(path, piece) for piece in pieces)


def _parameter(path: Path, text: str) -> Parameter:
    found = _PARAMETER.match(text.strip())
    if found is None:
        raise ValueError(f"{path}: cannot read the parameter {text!r}")
    ctype = re.sub(r"const\s+", "", found["type"])
    role = found["role"] or ("in" if ctype in _FLOATS and found["length"] is None else "const")
    if found["length"] is not None and ctype in _FLOATS and found["role"] is None:
        raise ValueError(f"{path}: the array {found['name']!r} has no role")
    return Parameter(found["name"], ctype, found["length"], role, found["data"].strip())  # type: ignore[arg-type]


def _definition(text: str) -> tuple[str, str]:
    name, _, expression = text.partition("=")
    return name.strip(), expression.strip()


def _assignment(text: str) -> dict[str, float]:
    pairs = (_definition(piece) for piece in text.split(","))
    return {name: ast.literal_eval(value) for name, value in pairs}


def _integer(data: str, sizes: Mapping[str, int]) -> int:
    return int(eval(data.lstrip("= "), {}, dict(sizes)))


def _floats(data: str, count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    if data.startswith("="):
        return np.full(count, float(ast.literal_eval(data[1:].strip())))
    if data.startswith("{"):
        entries = np.array(ast.literal_eval(f"[{data[1:-1]}]"), np.float64)
        return np.resize(entries, count) if count else np.zeros(0)
    bounds = re.fullmatch(r"(sorted\s+)?(?:(\S+)\.\.(\S+))?", data)
    if bounds is None:
        raise ValueError(f"cannot read the data {data!r}")
    low, high = float(bounds[2] or 0.5), float(bounds[3] or 1.5)
    drawn = rng.uniform(low, high, count)
    return np.sort(drawn) if bounds[1] else drawn


def _array(
    p: Parameter, count: int, sizes: Mapping[str, int], rng: np.random.Generator
) -> NDArray[np.generic]:
    dtype = _DTYPES[p.ctype]
    if p.role in ("out", "work"):
        return np.asarray(rng.uniform(3, 9, count)).astype(dtype)  # garbage that would be noticed
    if p.is_float:
        return _floats(p.data, count, rng).astype(dtype)
    if p.data.startswith("perm"):
        return rng.permutation(count).astype(dtype)
    if p.data.startswith("below"):
        limit = int(eval(p.data[5:], {}, dict(sizes)))
        return rng.integers(0, max(limit, 1), count).astype(dtype)
    if p.data.startswith(("{", "=")):
        return _floats(p.data, count, rng).astype(dtype)
    raise ValueError(f"the array {p.name!r} needs data")


# ---------------------------------------------------------------- central differences

_STEPS: Final = range(4, 19)  # h = scale * 2^-k
_ORDER: Final = 6


def _differences(case: Case, args: Arguments, weights: Gradients) -> Truth:
    gradients: Gradients = {}
    errors = [0.0]
    scales = [0.0]
    for p in case.parameters:
        if not p.is_input:
            continue
        base = np.atleast_1d(np.asarray(args[p.name], np.float64))
        gradient = np.zeros(base.size)
        for i in range(base.size):

            def along(t: float, p: Parameter = p, base: NDArray[np.float64] = base, i: int = i,
                      ) -> float:  # fmt: skip
                moved = base.copy()
                moved[i] = t
                value: Value = moved if p.length is not None else float(t)
                return case.loss({**args, p.name: value}, weights)

            gradient[i], error = derivative(along, float(base[i]))
            errors.append(error)
            scales.append(abs(float(gradient[i])))
        gradients[p.name] = gradient
    scale = max(scales)
    return Truth(gradients, max(errors) / scale if scale else max(errors))


def derivative(function: Callable[[float], float], at: float) -> tuple[float, float]:
    """The derivative of a function of one number, and an estimate of the absolute error.

    Central differences at halved steps, extrapolated (Neville); the entry of the tableau with the
    smallest bound (disagreement with its parents, plus rounding) is taken.
    """
    scale = max(abs(at), 0.1)
    best, bound = float("nan"), float("inf")
    previous: list[float] = []
    for k in _STEPS:
        h = scale * 2.0**-k
        high, low = at + h, at - h
        above, below = function(high), function(low)
        row = [(above - below) / (high - low)]
        rounding = 4 * np.finfo(float).eps * max(abs(above), abs(below), 1e-30) / h
        for j in range(1, min(len(previous), _ORDER) + 1):
            row.append(row[-1] + (row[-1] - previous[j - 1]) / (4.0**j - 1))
            apart = max(abs(row[j] - row[j - 1]), abs(row[j] - previous[j - 1]))
            if apart + rounding < bound:
                best, bound = row[j], apart + rounding
        if not np.isfinite(row[0]):
            row = []
        previous = row
    return best, bound


def _remembered(
    case: Case, args: Arguments, weights: Gradients, make: Callable[[], Truth]
) -> Truth:
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(case.source.encode())
    for value in (*args.values(), *weights.values()):
        digest.update(np.asarray(value).astype(np.float64).tobytes())
    place = _folder("truth") / f"{digest.hexdigest()[:32]}.npz"
    if place.exists():
        with np.load(place) as kept:
            read = {name: kept[name] for name in kept.files}
        return Truth({n: v for n, v in read.items() if n != "#error"}, float(read["#error"]))
    truth = make()
    with tempfile.NamedTemporaryFile(dir=place.parent, suffix=".npz", delete=False) as file:
        np.savez(file, **{"#error": np.asarray(truth.error)}, **truth.gradients)  # type: ignore[arg-type]
    Path(file.name).replace(place)
    return truth


# ---------------------------------------------------------------- the primal, by a plain compiler


def clang(path: Path) -> list[str]:
    """The command of the plain compiler for a file; a driver without any pass of ours."""
    import ziglang

    home = Path(str(ziglang.__file__)).parent
    driver = ["--driver-mode=g++"] if path.suffix == ".cpp" else []
    target = ["-resource-dir", str(home / "lib"), "--target=x86_64-linux-gnu"]
    return [str(home / "zig"), "clang", *driver, *target]


def standard(path: Path) -> str:
    return "-std=c++17" if path.suffix == ".cpp" else "-std=gnu17"


def _folder(name: str) -> Path:
    folder = CACHE / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@functools.cache
def _library(case: Case, precise: bool) -> ctypes.CDLL:
    flags = [standard(case.path), "-O1", "-g0", "-fPIC", "-ffp-contract=off", *case.flags]
    if precise:
        flags.append("-DREAL=double")
    content = "\0".join([case.source, *flags])
    built = _folder("primal") / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}.so"
    if not built.exists():
        with tempfile.TemporaryDirectory(dir=built.parent) as scratch:
            made = Path(scratch) / "program.so"
            _build(case.path, flags, made)
            made.replace(built)
    return ctypes.CDLL(str(built))


def _build(path: Path, flags: Iterable[str], made: Path) -> None:
    """Compile by clang and link by the system's compiler, or by the wheel's where there is none."""
    linker = shutil.which("c++" if path.suffix == ".cpp" else "cc")
    if linker is None:
        whole = "c++" if path.suffix == ".cpp" else "cc"
        command = [clang(path)[0], whole, "-target", "x86_64-linux-gnu.2.28", "-fno-sanitize=all"]
        _run([*command, *flags, "-shared", str(path), "-o", str(made), "-lm"])
        return
    compiled = made.with_suffix(".o")
    _run([*clang(path), *flags, "-c", str(path), "-o", str(compiled)])
    _run([linker, "-shared", str(compiled), "-o", str(made), "-lm"])


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")


@functools.cache
def _entry(case: Case, precise: bool) -> Callable[..., float | int | None]:
    function = _library(case, precise)[case.function]
    kinds = dict(_CTYPES)
    if precise:
        kinds |= dict.fromkeys(_FLOATS, ctypes.c_double)
    function.restype = None if case.returns == "void" else kinds[case.returns]
    function.argtypes = [
        ctypes.c_void_p if p.length is not None else kinds[p.ctype] for p in case.parameters
    ]
    return function
