"""What must be measured in a process of its own: first gradients and peaks of memory.

python -m bench.child first  PROBLEM SIZE          seconds from the start to the first gradient
python -m bench.child memory PROBLEM FLAGS SIZE…   bytes the primal and the gradient add
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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
        "whole_work": time.process_time() + _of_children(),
    }


def _of_children() -> float:
    """Processor time of the compiler."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(problem: Problem, sizes: list[Size], flags: str) -> dict[str, dict[str, float]]:
    """By size; each in a process of its own that has called nothing before."""
    from bench import gradient

    chosen = gradient.FLAGS[flags]
    built = (
        gradient.primal(problem, chosen),
        gradient.gradient(problem, chosen),
        gradient.gradient(problem, chosen, counted=True),
    )
    seen = {
        size.label: _apart(lambda size=size: _memory_at(problem, size, built)) for size in sizes
    }
    return {label: found for label, found in seen.items() if found is not None}


def _memory_at(problem: Problem, size: Size, built: tuple[Any, Any, Any]) -> dict[str, float]:
    from bench.harness import Call
    from bench.problem import arrays

    given = problem.data(size)
    plain = arrays(problem.primal_slots(), given)
    full = arrays(problem.gradient_slots(), given)
    value = problem.value and not problem.asks
    name, slots = problem.gradient_name, problem.gradient_slots()
    primal = Call(built[0].address(problem.function), problem.primal_slots(), plain, problem.value)
    adjoint, counted = (Call(made.address(name), slots, full, value) for made in built[1:])
    primal.once()  # brings the pages of libm in
    _give_back()
    grown = _growth(primal.once)
    added = _growth(adjoint.once)
    tape = tape_bytes(built[2], counted)  # the kernel's own count is only good to some pages
    return {
        "primal": _bytes(plain) + grown,
        "gradient": _bytes(full) + max(added, tape),
        "tape": tape,
    }


def _apart(work: Callable[[], dict[str, float]]) -> dict[str, float] | None:
    """What a fork of this process finds; None where it dies."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            os.write(writes, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else None


def tape_bytes(built: Any, call: Any) -> float:
    """The most bytes of tape at a time in one call, by code that differs in nothing else."""
    import ctypes

    call.once()
    return float(ctypes.c_int64.from_address(built.address("bench.tape")).value)


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
        "cold_work": min(cold["whole_work"] for cold, _ in seen),
        "warm_work": min(warm["whole_work"] for _, warm in seen),
    }


def memory(problem: Problem, sizes: list[Size], flags: str) -> dict[str, dict[str, float]] | None:
    return _run(["memory", problem.name, flags, *(size.label for size in sizes)], None)


def _run(words: list[str], cache: str | None) -> Any:
    env = {**os.environ, "BENCH_STARTED": str(time.time())}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    if cache:
        env["RIBOZYME_CACHE_DIR"] = cache
    command = [sys.executable, "-m", "bench.child", *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    from bench.problems import PROBLEMS

    what, name, *rest = sys.argv[1:]
    problem = PROBLEMS[name]
    sizes = [size for size in problem.sizes if size.label in rest]
    found: Any = _first(problem, sizes[0]) if what == "first" else _memory(problem, sizes, rest[0])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
