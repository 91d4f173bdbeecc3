"""ADOL-C (Debian's `libadolc-dev`): the suite's own C sources with `double` read as `adouble`.

The trace is taken once and its gradient evaluated again and again, ADOL-C's best case. Programs
that allocate with malloc are left out: an adouble needs its constructor. `ADOLC_ROOT` names a
folder that holds `usr/include` and `usr/lib` where the package is not installed.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from bench.peers import Gradient, unknowns
from bench.problem import Data, Problem, seeds

NAME, NEEDS = "ADOL-C", ()
ROOT = Path(os.environ.get("ADOLC_ROOT", "/"))
MOST = 3_000_000  # numbers in the data beyond which a trace no longer fits in memory

CODE = """
#include <adolc/adolc.h>
#include <math.h>
#include <array>
#include <cmath>
#include <algorithm>
#define restrict __restrict
#define double adouble
{source}
#undef double
static void fill(adouble *to, const double *from, long n, int unknown)
{{
    for (long i = 0; i < n; i++)
        if (unknown)
            to[i] <<= from[i];
        else
            to[i] = from[i];
}}
extern "C" void trace(const double **data, const double *weight)
{{
    double value;
    trace_on(1);
{body}
    result >>= value;
    trace_off();
}}
extern "C" void slope(int n, double *x, double *g) {{ gradient(1, n, x, g); }}
"""


def available() -> bool:
    header = (ROOT / "usr/include/adolc/adolc.h").is_file()
    return header and shutil.which("g++") is not None


def gradient(problem: Problem, given: Data) -> Gradient | None:
    source = problem.path.read_text()
    sizes = [v.size for v in given.values() if isinstance(v, np.ndarray)]
    if "malloc" in source or problem.source.endswith(".cpp") or sum(sizes) > MOST:
        return None
    library = _compiled(CODE.format(source=source, body=_body(problem, given)))
    arrays = [np.ascontiguousarray(given[a.name]) for a in problem.args if a.role != "number"]
    outs = [a.name for a in problem.args if a.role in ("out", "inout")]
    weight = np.concatenate([seeds(n, np.asarray(given[n])).ravel() for n in outs] or [np.ones(1)])
    table = (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))
    library.trace(table, ctypes.c_void_p(weight.ctypes.data))
    names = unknowns(problem, given)
    x = np.concatenate([given[n].ravel() for n in names])
    out = np.empty_like(x)
    ends = np.cumsum([given[n].size for n in names])

    def run() -> dict[str, Any]:
        library.slope(x.size, ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(out.ctypes.data))
        parts = np.split(out, ends[:-1])
        return {n: p.reshape(given[n].shape) for n, p in zip(names, parts, strict=True)}

    return run


def _body(problem: Problem, given: Data) -> str:
    lines, actual, outs, place = [], [], [], 0
    for a in problem.args:
        if a.role == "number":
            actual.append(repr(given[a.name]))
            continue
        n, whole = given[a.name].size, given[a.name].dtype == np.int32
        if whole:
            actual.append(f"(const int *)data[{place}]")
        else:
            lines.append(f"    adouble *{a.name}_ = new adouble[{n}];")
            if a.role != "out":
                unknown = int(a.role in ("in", "inout"))
                lines.append(f"    fill({a.name}_, data[{place}], {n}, {unknown});")
            if a.role in ("out", "inout"):
                outs.append((f"{a.name}_", n))
            actual.append(f"{a.name}_")
        place += 1
    call = f"{problem.function}({', '.join(actual)})"
    if problem.value:
        return "\n".join([*lines, f"    adouble result = {call};"])
    lines += [f"    {call};", "    adouble result = 0;", "    long at = 0;"]
    lines += [
        f"    for (long i = 0; i < {n}; i++) result += weight[at++] * {o}[i];" for o, n in outs
    ]
    return "\n".join(lines)


def _compiled(code: str) -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp(prefix="bench-adolc-"))
    (folder / "p.cpp").write_text(code)
    include, libs = ROOT / "usr/include", ROOT / "usr/lib/x86_64-linux-gnu"
    places = [] if Path("/") == ROOT else [f"-I{include}", f"-L{libs}", f"-Wl,-rpath,{libs}"]
    command = ["g++", "-O2", "-march=native", "-shared", "-fPIC", "-w", *places, "p.cpp", "-o",
               "p.so", "-ladolc"]  # fmt: skip
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return ctypes.CDLL(str(folder / "p.so"))
