"""Fixed costs: a call from Python, the first gradient of a small program, the parser's speed.

./do bench overhead [FRAMEWORK …]       with a table of calls in each framework, beside its `sin`
"""

import ctypes
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import child, curve, overhead_frameworks
from bench.problems import PROBLEMS
from bench.table import RESULTS, _write, seconds

FIRSTS: Final = {
    "first gradient, cold (best of 3)": "cold",
    "first gradient, warm": "warm",
    "of which after import": "after_import",
    "processor time, cold": "cold_work",
    "processor time, warm": "warm_work",
    "processor time, after import": "work",
}
LIMITS: Final = {
    "call of grad(f)(double)": 0.5e-6,
    "call of grad(f)(array)": 1e-6,
    "first gradient, cold (best of 3)": 1.5,
    "first gradient, warm": 0.3,
    "of which after import": 0.05,
}
PARSED: Final = 50_000
"""Instructions a second the parser must read."""

SOURCE: Final = """
double square(double x) { return x * x; }
double length(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i];
    return s;
}
struct spring { double k; double rest; };
double energy(struct spring p, double x) { return p.k * (x - p.rest) * (x - p.rest); }
"""


def main(arguments: list[str]) -> int:
    quick = "--quick" in arguments
    if names := tuple(a for a in arguments if not a.startswith("-")):
        frameworks(names)
        return 0
    found = {**calls(quick), **firsts(quick), **parser(quick)}
    table = Table(title="Fixed costs")
    for name in ("what", "figure", "wanted", "status"):
        table.add_column(name)
    for name, value in found.items():
        table.add_row(name, *_words(name, value))
    Console().print(table)
    frameworks(())
    if not quick:
        RESULTS.mkdir(exist_ok=True)
        _write("overhead.json", found)
    return 0


def frameworks(names: tuple[str, ...]) -> None:
    """Each framework in a process of its own: they load threads and allocators of their own."""
    for name in names or overhead_frameworks.FRAMEWORKS:
        if not find_spec(name):
            Console().print(f"{name}: not installed (./do test --all brings it)")
            continue
        words = [sys.executable, "-m", "bench.overhead_frameworks", name]
        subprocess.run(words, check=False, env=os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3"})


def _words(name: str, value: float | None) -> tuple[str, str, str]:
    if value is None:
        return "–", "", "not measured"
    if name.startswith("parser"):
        met = "met" if value >= PARSED else "missed"
        return f"{value:,.0f} instr/s", f"≥ {PARSED:,}", met
    limit = LIMITS.get(name)
    if limit is None:
        return seconds(value), "", ""
    return seconds(value), f"≤ {seconds(limit)}", "met" if value <= limit else "missed"


def calls(quick: bool) -> dict[str, float | None]:
    """Seconds of one call of tiny functions through the Python interface, and of the bare call."""
    import ribozyme as rz

    library = rz.compile(SOURCE)
    x = np.array([1.0, 2.0, 3.0, 4.0])
    square, length = library["square"], library["length"]
    d_square, d_length = rz.grad(square), rz.grad(length, wrt="x")
    d_energy, spring = rz.grad(library["energy"]), {"k": 2.0, "rest": 1.0}
    into = np.zeros(4)
    works: dict[str, Callable[[], Any]] = {
        "call of f(double)": lambda: square(3.0),
        "call of grad(f)(double)": lambda: d_square(3.0),
        "call of f(array)": lambda: length(x, 4),
        "call of grad(f)(array)": lambda: d_length(x, 4),
        "call of grad(f)(array, out=…)": lambda: d_length(x, 4, out=into),
        "call of grad(f)(struct)": lambda: d_energy(spring, 2.0),
        "autodiff, with its marks": lambda: rz.autodiff(rz.Reverse, square, rz.Active(3.0)),
        "look-up of lib.f": lambda: library.square,
        "call by ctypes, for comparison": _bare(),
    }
    return {name: _tried(lambda w=work: _best(w, quick)) for name, work in works.items()}


def _bare() -> Callable[[], Any]:
    sqrt = ctypes.CDLL("libm.so.6").sqrt
    sqrt.argtypes, sqrt.restype = (ctypes.c_double,), ctypes.c_double
    return lambda: sqrt(3.0)


def _tried(work: Callable[[], float]) -> float | None:
    try:
        return work()
    except Exception as error:
        Console(stderr=True).print(f"{type(error).__name__}: {error}", markup=False)
        return None


def _best(work: Callable[[], Any], quick: bool) -> float:
    work()
    reps, times = 200 if quick else 5000, []
    for _ in range(5 if quick else 15):
        start = time.perf_counter()
        for _ in range(reps):
            work()
        times.append((time.perf_counter() - start) / reps)
    return statistics.median(times)


def firsts(quick: bool) -> dict[str, float | None]:
    problem = PROBLEMS["matdescent"]
    found = child.first_gradients(problem, problem.sizes[0], 1 if quick else 3) or {}
    return {name: found.get(key) for name, key in FIRSTS.items()}


def parser(quick: bool) -> dict[str, float | None]:
    """Instructions a second of processor time, over generated code and over the suite."""
    from ribozyme.backend import llvm, pipeline
    from ribozyme.frontends.c.clang import compile_c
    from ribozyme.parse import parse_module

    out: dict[str, float | None] = {}
    for kind in ("straight", "loops"):
        text = curve.KINDS[kind](2000 if quick else 20_000)
        out[f"parser, {kind}"] = _speed(lambda t=text: parse_module(t), text)
    texts = []
    for problem in PROBLEMS.values():
        code = compile_c(problem.path, flags=problem.flags).code
        texts.append(pipeline.run("before", llvm.without_target_attributes(llvm.to_text(code))))
    whole = "\n".join(texts)
    out["parser, the suite with debug info"] = _speed(
        lambda: [parse_module(text) for text in texts], whole
    )
    return out


def _speed(work: Callable[[], Any], text: str) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return curve.instructions(text) / min(times)
