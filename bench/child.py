"""What must be measured in a process of its own: first gradients and peaks of memory.

python -m bench.child first  PROBLEM SIZE          seconds from the start to the first gradient
python -m bench.child memory PROBLEM SIZE FLAGS    bytes the primal and the gradient add
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.problem import Problem, Size

ROOT = Path(__file__).parent.parent


def _first(problem: Problem, size: Size) -> dict[str, float]:
    given = problem.data(size)
    inputs = tuple(a.name for a in problem.args if a.role in ("in", "inout"))
    values = [given[a.name] for a in problem.args]
    prepared = time.time()
    import ribozyme as rz

    imported, worked = time.time(), time.process_time()
    function = rz.load(problem.path, flags=problem.flags)[problem.function]
    if problem.value:
        rz.grad(function, wrt=inputs)(*values)
    else:
        out = next(a.name for a in problem.args if a.role in ("out", "inout"))
        _, pullback = rz.vjp(function, *values, wrt=inputs)
        pullback(given[out])
    end = time.time()
    started = float(os.environ["BENCH_STARTED"])
    return {
        "whole": end - started,
        "import": imported - prepared,
        "after_import": end - imported,
        "work": time.process_time() - worked,  # what a busy machine leaves as it is
    }


def _memory(problem: Problem, size: Size, flags: str) -> dict[str, float]:
    from bench import gradient
    from bench.harness import Call
    from bench.problem import arrays

    given = problem.data(size)
    chosen = gradient.FLAGS[flags]
    built = gradient.primal(problem, chosen)
    made = gradient.gradient(problem, chosen)
    plain = arrays(problem.primal_slots(), given)
    full = arrays(problem.gradient_slots(), given)
    value = problem.value and not problem.asks
    primal = Call(built.address(problem.function), problem.primal_slots(), plain, problem.value)
    adjoint = Call(made.address(problem.gradient_name), problem.gradient_slots(), full, value)
    primal.once()  # brings the pages of libm in
    _give_back()
    grown = _growth(primal.once)
    added = _growth(adjoint.once)
    tape = _tape(problem, full, chosen.name)  # the kernel's own count is only good to some pages
    return {
        "primal": _bytes(plain) + grown,
        "gradient": _bytes(full) + max(added, tape),
        "tape": tape,
    }


def _tape(problem: Problem, buffers: dict[str, Any], flags: str) -> float:
    """Bytes of tape one call asks for, counted in code that differs in nothing else."""
    import ctypes

    from bench import gradient
    from bench.harness import Call

    counted = gradient.gradient(problem, gradient.FLAGS[flags], counted=True)
    value = problem.value and not problem.asks
    slots = problem.gradient_slots()
    Call(counted.address(problem.gradient_name), slots, buffers, value).once()
    return float(ctypes.c_int64.from_address(counted.address("bench.tape")).value)


def _give_back() -> None:
    """Make malloc hand free pages back, so that a call pays for what it uses."""
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _bytes(buffers: dict[str, Any]) -> int:
    return sum(b.nbytes for b in buffers.values() if hasattr(b, "nbytes"))


def _growth(work: Any) -> int:
    """By how much the process grew at most while it worked."""
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    work()
    return max(0, _status("VmHWM") - before)


def _status(what: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    line = next(line for line in lines if line.startswith(what))
    return int(line.split()[1]) * 1024


def first_gradients(problem: Problem, size: Size, runs: int) -> dict[str, float] | None:
    """Cold with an empty cache, warm with the cache that left; the best of a few, in seconds.

    `cold` and `warm` count from the start of the process: Python, NumPy and the data included.
    Python's byte code is kept, as it is wherever the package is installed.
    """
    _run(["first", problem.name, size.label], None)
    seen: list[tuple[dict[str, float], dict[str, float]]] = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            pair = [_run(["first", problem.name, size.label], folder) for _ in range(2)]
        if pair[0] is None or pair[1] is None:
            return None
        seen.append((pair[0], pair[1]))
    return {
        "cold": min(cold["whole"] for cold, _ in seen),
        "warm": min(warm["whole"] for _, warm in seen),
        "after_import": min(warm["after_import"] for _, warm in seen),
        "work": min(warm["work"] for _, warm in seen),
    }


def memory(problem: Problem, size: Size, flags: str) -> dict[str, float] | None:
    return _run(["memory", problem.name, size.label, flags], None)


def _run(words: list[str], cache: str | None) -> dict[str, float] | None:
    env = {**os.environ, "BENCH_STARTED": str(time.time())}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    if cache:
        env["RIBOZYME_CACHE_DIR"] = cache
    command = [sys.executable, "-m", "bench.child", *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    from bench.problems import PROBLEMS

    what, name, label, *rest = sys.argv[1:]
    problem = PROBLEMS[name]
    size = next(s for s in problem.sizes if s.label == label)
    print(json.dumps(_first(problem, size) if what == "first" else _memory(problem, size, *rest)))


if __name__ == "__main__":
    main()
