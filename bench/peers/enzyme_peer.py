"""Enzyme itself, from the wheel `enzyme-ad`: the suite's own C and C++ sources, called through JAX.

What is timed is JAX's compiled gradient around Enzyme's, with whatever copies its calls need.
"""

from functools import cache
from typing import Any

import numpy as np

from bench.peers import Gradient, unknowns
from bench.problem import Data, Problem, seeds

NAME, NEEDS = "enzyme-ad", ("enzyme_ad", "jax")

HEAD = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define malloc(n) ((double *)malloc(n))
#define restrict __restrict
"""


def gradient(problem: Problem, given: Data) -> Gradient | None:
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    from enzyme_ad.jax import cpp_call

    whole = [a.name for a in problem.args if a.role == "const" and given[a.name].dtype == np.int32]
    ins = [a.name for a in problem.args if a.role in ("in", "const", "inout")]
    ins = [name for name in ins if name not in whole]  # its tensors know no integers
    outs = [a.name for a in problem.args if a.role in ("out", "inout")]
    shapes = [jax.core.ShapedArray(np.shape(given[n]), jnp.float64) for n in outs]
    shapes = shapes or [jax.core.ShapedArray((), jnp.float64)]
    source = _source(problem, given, ins, outs)
    argv = (
        "-O2",
        "-fgnuc-version=4.2.1",
        "-target-cpu",
        host_cpu(),
        f"-I{problem.path.parent}",
        *_headers(),
    )
    held = {n: jnp.asarray(given[n]) for n in ins}
    names = unknowns(problem, given)
    weights = tuple(jnp.asarray(seeds(n, np.asarray(given[n]))) for n in outs) or (jnp.ones(()),)

    def f(*values: Any) -> Any:
        every = {**held, **dict(zip(names, values, strict=True))}
        return tuple(cpp_call(*(every[n] for n in ins), out_shapes=shapes, source=source,
                              fn="bench_f", argv=argv))  # fmt: skip

    @jax.jit
    def both(*values: Any) -> Any:
        value, pull = jax.vjp(f, *values)
        return value, pull(weights)

    at = [held[n] for n in names]

    def run() -> dict[str, Any]:
        _, bars = jax.block_until_ready(both(*at))
        return dict(zip(names, bars, strict=True))

    return run


def _source(problem: Problem, given: Data, ins: list[str], outs: list[str]) -> str:
    """The program, and a template that takes JAX's tensors and calls it."""
    results = outs or ["result"]
    types = [f"class T{i}" for i in range(len(ins) + len(results))]
    params = [f"T{i} &out_{n}" for i, n in enumerate(results)]
    params += [f"const T{i + len(results)} &in_{n}" for i, n in enumerate(ins)]
    lines, actual, baked = [], [], []
    for a in problem.args:
        if a.role == "number":
            actual.append(repr(given[a.name]))
        elif a.name in given and getattr(given[a.name], "dtype", None) == np.int32:
            numbers = ", ".join(map(str, given[a.name].flat))
            baked.append(f"static const int baked_{a.name}[] = {{{numbers}}};")
            actual.append(f"baked_{a.name}")
        elif a.role == "inout":
            lines.append(f"for (int i = 0; i < {given[a.name].size}; i++)")
            lines.append(f"  ((double *)&out_{a.name})[i] = ((const double *)&in_{a.name})[i];")
            actual.append(f"(double *)&out_{a.name}")
        elif a.role == "out":
            actual.append(f"(double *)&out_{a.name}")
        else:
            kind = "System" if problem.name == "nbody" else "double"
            kind = "Transform" if a.name in ("relative", "inverse") else kind
            actual.append(f"(const {kind} *)&in_{a.name}")
    call = f"{problem.function}({', '.join(actual)});"
    lines.append(call if outs else f"*(double *)&out_result = {call}")
    return (
        f"{HEAD}{problem.path.read_text()}\n" + "\n".join(baked) + "\n"
        f"template <{', '.join(types)}> __attribute__((always_inline)) static inline\n"
        f"void bench_f({', '.join(params)}) {{\n  " + "\n  ".join(lines) + "\n}\n"
    )


@cache
def _headers() -> tuple[str, ...]:
    """Where the system's C++ headers are, and clang's own: the wheel brings none."""
    from pathlib import Path

    import ziglang

    own = Path(ziglang.__file__).parent / "lib" / "include"
    found = sorted(Path("/usr/include/c++").glob("*"))
    if not found:
        return ("-isystem", str(own))
    newest = found[-1]
    system = f"/usr/include/x86_64-linux-gnu/c++/{newest.name}"
    return ("-isystem", str(newest), "-isystem", system, "-isystem", str(own))


def host_cpu() -> str:
    """The processor as LLVM names it; Enzyme's clang is given no driver's `-march`."""
    from ribozyme.backend.target import HOST

    return HOST.resolved().cpu or "x86-64"
