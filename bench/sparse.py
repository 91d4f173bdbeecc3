"""Sparse Jacobians and Hessians: colours, pattern, evaluation; beside CasADi if it is installed.

    ./do bench sparse [UNKNOWNS] [PROBLEM …]

UNKNOWNS is a million if nothing is said. Each problem is a process of its own, ours and CasADi's.
Times are of the processor, user and system; primal and evaluation are taken in turn, the least of
nine each. `once` is the pattern and the colouring, after the code was compiled; `bytes` the most
memory that these and an evaluation took beyond the arguments, for each entry. CasADi works on
expression graphs (SX); its evaluation is that of its virtual machine, the derivative being a graph
as well. Every pattern is compared with the known one. The table goes to `results/sparse.md`.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

import ribozyme as rz
from bench.sparse_problems import PROBLEMS, SOURCE, Case, same
from ribozyme.api.sparse.colouring import coloured, symmetrically

RESULT: Final = Path(__file__).parent / "results" / "sparse.md"
_WARM: Final = 200
_ROUNDS: Final = 9
_SECONDS: Final = 600
_HEAD: Final = (
    "problem", "unknowns", "entries", "longest row", "colours", "primal", "once", "evaluation",
    "bytes", "CasADi: colours", "once", "evaluation",
)  # fmt: skip


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--one"]:
        who, name, unknowns = arguments[1:]
        found = (_ours if who == "ours" else _casadi)(name, int(unknowns))
        print(json.dumps(found))
        return 0
    unknowns = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 1_000_000
    wanted = arguments or list(PROBLEMS)
    lines = ["| " + " | ".join(_HEAD) + " |", "|---" * len(_HEAD) + "|"]
    print("\n".join(lines))
    for name in wanted:
        line = "| " + " | ".join(_row(name, unknowns)) + " |"
        print(line, flush=True)
        lines.append(line)
    if set(wanted) == set(PROBLEMS):
        RESULT.write_text(_page(unknowns, lines), encoding="utf-8")
    return 0


def _page(unknowns: int, lines: list[str]) -> str:
    said = (
        f"`./do bench sparse {unknowns}`; what the columns are says `bench/sparse.py`. "
        f"Where CasADi's are empty it took more than {_SECONDS} s."
    )
    return "\n".join(("# Sparse derivatives", "", said, "", *lines, ""))


def _row(name: str, unknowns: int) -> tuple[str, ...]:
    ours = _child("ours", name, unknowns)
    assert ours is not None, name
    primal, once, again = ours["primal"], ours["once"], ours["evaluation"]
    theirs = _child("casadi", name, unknowns) if find_spec("casadi") else None
    peer = ("", "", "")
    if theirs is not None:
        peer = (str(theirs["colours"]), f"{theirs['once']:.2g} s", _ms(theirs["evaluation"]))
    title = f"{name} (Hessian)" if PROBLEMS[name].second else name
    return (
        title, f"{ours['unknowns']:,}", f"{ours['entries']:,}", str(ours["longest"]),
        ours["colours"], _ms(primal), f"{once:.2g} s, {once / primal:.0f} primals",
        f"{_ms(again)}, {again / primal:.1f} primals", f"{ours['bytes']:.0f}", *peer,
    )  # fmt: skip


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.3g} ms"


def _child(who: str, name: str, unknowns: int) -> dict[str, Any] | None:
    command = [sys.executable, "-m", "bench.sparse", "--one", who, name, str(unknowns)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        print(f"{name}, {who}: more than {_SECONDS} s", file=sys.stderr)
        return None
    if run.returncode:
        print(f"{name}, {who}: {run.stderr[-2000:]}", file=sys.stderr)
        return None
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


# ---- ours ----------------------------------------------------------------------------------------


def _ours(name: str, unknowns: int) -> dict[str, Any]:
    problem, lib = PROBLEMS[name], rz.load(SOURCE)
    f, case = lib[name], problem.make(unknowns)
    which: dict[str, Any] = {"wrt": problem.wrt}
    if problem.of is not None:
        which["of"] = problem.of
    make = rz.hessian if problem.second else rz.jacobian
    ways = ["star", "acyclic"] if problem.second else ["auto"]
    matrices = [make(f, sparse=True, check="never", by=by, **which) for by in ways]
    f(*case.args)
    for matrix in matrices:  # what compiles does so now
        matrix(*problem.make(_WARM).args)
    before = _now_bytes()
    start = time.process_time()
    pattern = rz.sparsity(f, *case.args, second=problem.second, **which)
    if problem.second:
        symmetrically(pattern, "star", None)
    else:
        coloured(pattern, "auto", None)
    once = time.process_time() - start
    matrices[0](*case.args)
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    assert same(pattern, case.pattern), name
    primal, again = _alternating(lambda: f(*case.args), lambda: matrices[0](*case.args))
    colours = [matrix.colours(*case.args) for matrix in matrices]
    return {
        "unknowns": case.unknowns, "entries": int(pattern.nnz),
        "longest": int(np.diff(pattern.indptr).max()), "colours": _colours(colours),
        "primal": primal, "once": once, "evaluation": again,
        "bytes": taken / pattern.nnz,
    }  # fmt: skip


def _colours(found: list[Any]) -> str:
    if len(found) == 2:
        return f"{found[0]} star, {found[1]} acyclic"
    columns, rows = found[0]
    return str(columns) if not rows else f"{columns} + {rows}"


def _now_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def _alternating(*runs: Callable[[], object]) -> list[float]:
    best = [float("inf")] * len(runs)
    for _ in range(_ROUNDS):
        for k, run in enumerate(runs):
            start = time.process_time()
            run()
            best[k] = min(best[k], time.process_time() - start)
    return best


# ---- CasADi --------------------------------------------------------------------------------------


def _casadi(name: str, unknowns: int) -> dict[str, Any]:
    import casadi as ca

    from bench.peers.casadi_sparse import expression

    problem, case = PROBLEMS[name], PROBLEMS[name].make(unknowns)
    x, value = expression(name, case)
    at = np.concatenate([np.reshape(case.args[k], -1) for k in _inputs(name, case)])
    reference = ca.Function("f", [x], [value])
    _check(name, case, np.asarray(reference(at)).reshape(-1))
    start = time.process_time()
    f = ca.Function("f", [x], [ca.gradient(value, x) if problem.second else value])
    sparsity = f.jac_sparsity(0, 0)
    if problem.second:
        colours = sparsity.star_coloring().size2()
    else:
        colours = min(sparsity.T.uni_coloring(sparsity).size2(), sparsity.uni_coloring().size2())
    once = time.process_time() - start
    matrix = ca.Function(
        "m", [x], [ca.hessian(value, x)[0] if problem.second else ca.jacobian(value, x)]
    )
    (again,) = _alternating(lambda: matrix(at))
    return {"colours": colours, "once": once, "evaluation": again}


def _inputs(name: str, case: Case) -> range:
    return range(2) if name in ("bundle", "power_flow") else range(1)


def _check(name: str, case: Case, theirs: Any) -> None:
    """CasADi's function is ours."""
    args = [x.copy() if isinstance(x, np.ndarray) else x for x in case.args]
    value = rz.load(SOURCE)[name](*args)
    outputs = [value] if PROBLEMS[name].second else args[-2 if name == "power_flow" else -1 :]
    ours = np.concatenate([np.reshape(out, -1) for out in outputs])
    assert np.allclose(ours, theirs), name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
