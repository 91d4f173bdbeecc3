"""A problem's gradient as a shared library with symbols, for profilers (`perf`, `callgrind`).

python -m bench.shared gmm /tmp/gmm.so      then: perf record python -m bench.shared run …

python -m bench.shared run gmm /tmp/gmm.so "d=10 k=25 n=1000" 3     calls it for three seconds
"""

import ctypes
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import ziglang

from bench import gradient
from bench.harness import Call
from bench.problem import arrays
from bench.problems import PROBLEMS
from ribozyme.backend import llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.runtime.symbols import CACHE
from ribozyme.backend.target import emit_object

_CACHE: Final = re.compile(rf"^(@{re.escape(CACHE)} = )external (global \[\d+ x i64\])", re.M)


def build(name: str, to: Path) -> None:
    image = emit_object(loadable(gradient.gradient(PROBLEMS[name]).text))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "gradient.o"
        source.write_bytes(image)
        link(source, to)


def loadable(text: str) -> str:
    """Optimised text that stands by itself."""
    text = _CACHE.sub(r"\1internal \2 zeroinitializer", text)
    return startup.for_loading(llvm.canonical(text))


def link(code: Path, to: Path) -> None:
    """An object as a shared library."""
    linker = [str(Path(ziglang.__file__).parent / "zig"), "ld.lld"]
    system = Path("/lib/x86_64-linux-gnu")
    names = ("libm.so.6", "libmvec.so.1", "libgcc_s.so.1", "libstdc++.so.6")
    libraries = ["--as-needed", *(str(system / name) for name in names)]
    subprocess.run([*linker, "-shared", "-o", str(to), str(code), *libraries], check=True)


def run(name: str, library: Path, label: str, seconds: float) -> None:
    problem = PROBLEMS[name]
    given = problem.data(next(s for s in problem.sizes if s.label == label))
    address = ctypes.cast(
        getattr(ctypes.CDLL(str(library)), problem.gradient_name), ctypes.c_void_p
    )
    slots = problem.gradient_slots()
    value = problem.value and not problem.asks
    call = Call(address.value or 0, slots, arrays(slots, given), value)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        print(f"{call.seconds(10) * 1e6:.1f} µs")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run", name, library, label, seconds]:
            run(name, Path(library), label, float(seconds))
        case [name, to]:
            build(name, Path(to))
        case _:
            sys.exit(__doc__)
