"""Does a test program read what nobody wrote? `python -m tests.run.uninitialised [NAME ...]`

Such a program has no derivative: each compiler, each stack gives it another value. Every program of
`tests/run` becomes an executable under the memory sanitizer, its arrays blocks of the heap; those
it has to overwrite are not written before the call. Its result and its outputs must be known to the
last bit after it.

    double f(const double x[n] in, double y[n] out, int n)
        →   int main() { double *x = malloc(…) = {…}, *y = malloc(…); look at f(x, y, n), y }

A clang of LLVM 22 with sanitizers is needed, as for `tests.stress.memory`. The C++ library comes
without instrumentation: what it writes (the links of a map, a string's characters) is reported
though it is known. Where the sanitizer finds something in a C++ program, its word is not taken: the
program runs without it, three times, what nobody wrote being zero, another pattern and a third, on
the stack and in the heap. It is right if its result and outputs are the same to the last bit.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
from tests.programs import Arguments, Case, Parameter, discover, standard
from tests.run.validity import STACK

_SIZE: Final = "unsigned long"
_FLAGS: Final = (
    "-g", "-w", "-fno-omit-frame-pointer", "-fsanitize=memory", "-fsanitize-memory-track-origins",
)  # fmt: skip
_FILLED: Final = (("zero", 255), ("pattern", 1), ("pattern", 170))
"""What lies on the stack, and what the heap's blocks are filled with: the other bits of a byte."""
_HEAD: Final = """
void *malloc(unsigned long), free(void *), *memcpy(void *, const void *, unsigned long);
void abort(void);
#ifdef SHOWN
long write(int, const void *, unsigned long);
#define known(place, size) write(1, (const void *)(place), size)
#else
void __msan_check_mem_is_initialized(const volatile void *, unsigned long);
#define known __msan_check_mem_is_initialized
#endif
"""


def caller(case: Case, variants: Sequence[Arguments]) -> str:
    """A `main` in C that calls the program once for each variant."""
    types = ", ".join("void *" if p.length is not None else p.ctype for p in case.parameters)
    prototype = f"{case.returns} {case.function}({types or 'void'});\n".replace("size_t", _SIZE)
    calls = "".join(f"    {{\n{''.join(_call(case, args))}    }}\n" for args in variants)
    return f"{_HEAD}{prototype}int main(void) {{\n{calls}    return 0;\n}}\n"


def _call(case: Case, args: Arguments) -> Iterator[str]:
    looks: list[str] = []
    for p in case.parameters:
        value = args[p.name]
        ctype = p.ctype.replace("size_t", _SIZE)
        if p.length is None:
            assert not isinstance(value, np.ndarray)
            yield f"        {ctype} a_{p.name} = {_number(p, value)};\n"
            continue
        size = f"{np.size(value)} * sizeof({ctype})"
        yield f"        {ctype} *a_{p.name} = malloc({size});\n"
        if p.role not in ("out", "work") and np.size(value):
            entries = ", ".join(_number(p, entry) for entry in np.ravel(value))
            yield f"        {ctype} v_{p.name}[] = {{{entries}}};\n"
            yield f"        memcpy(a_{p.name}, v_{p.name}, {size});\n"
        if p.is_output:
            looks.append(f"        known(a_{p.name}, {size});\n")
    call = f"{case.function}({', '.join(f'a_{p.name}' for p in case.parameters)})"
    if case.returns == "void":
        yield f"        {call};\n"
    else:
        yield f"        volatile {case.returns} result = {call};\n"
        yield "        if (result != result) abort();\n"
        if case.returns != "long double":  # which has bits that nobody writes
            yield "        known(&result, sizeof result);\n"
    yield from looks
    yield from (f"        free(a_{p.name});\n" for p in case.parameters if p.length is not None)


def _number(p: Parameter, value: float) -> str:
    return float(value).hex() if p.is_float else f"{int(value)}LL"


def finding(clang: str, case: Case, level: str) -> str:
    """What is wrong with a program, nothing where nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        said = _built(clang, case, level, _FLAGS, folder) or _run(folder)
        if not said or not case.is_cxx:
            return said
    return _told_by_values(clang, case, level) and said


def _built(clang: str, case: Case, level: str, flags: Sequence[str], folder: str) -> str:
    """Make the executable; what the compiler says where it fails."""
    variants = [case.arguments(variant=n) for n in range(len(case.variants))]
    source, objects = Path(folder, "caller.c"), [f"{folder}/{n}.o" for n in range(2)]
    source.write_text(caller(case, variants), encoding="utf-8")
    driver = ["--driver-mode=g++"] if case.is_cxx else []
    program = [clang, *driver, standard(case.path), f"-{level}", *flags, *case.flags]
    for command in (
        [*program, "-c", str(case.path), "-o", objects[0]],
        [clang, *flags, "-c", str(source), "-o", objects[1]],
        [clang, *driver, *flags, *objects, "-o", f"{folder}/program", "-lm"],
    ):
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            return f"does not build\n{built.stderr[:600]}"
    return ""


def _run(folder: str) -> str:
    ran = subprocess.run(
        [f"{folder}/program"], capture_output=True, check=False, timeout=300, preexec_fn=_with_room
    )
    said = ran.stderr[:1500].decode("utf-8", "replace")
    return f"ended with {ran.returncode}\n{said}" if ran.returncode else ""


def _told_by_values(clang: str, case: Case, level: str) -> bool:
    """Whether results depend on what was in memory before."""
    shown = set()
    for stack, heap in _FILLED:
        with tempfile.TemporaryDirectory() as folder:
            flags = ("-w", "-DSHOWN", f"-ftrivial-auto-var-init={stack}")
            if _built(clang, case, level, flags, folder):
                return True
            ran = subprocess.run(
                [f"{folder}/program"], capture_output=True, check=False, timeout=300,
                preexec_fn=_with_room, env=os.environ | {"MALLOC_PERTURB_": str(heap)},
            )  # fmt: skip
            shown.add((ran.returncode, ran.stdout))
    return len(shown) > 1 or any(status for status, _ in shown)


def _with_room() -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.RLIM_INFINITY))


def main(words: Sequence[str]) -> int:
    from tests.stress.memory import compiler

    clang = compiler()
    if clang is None:
        print("no clang of LLVM 22 with sanitizers on this machine: nothing was run")
        return 3
    cases = [c for c in discover() if not words or any(c.name.startswith(w) for w in words)]
    bad = 0
    pairs = [(case, level) for case in cases for level in ("O0", "O2")]
    with ThreadPoolExecutor(2) as pool:
        for (case, level), said in zip(
            pairs, pool.map(lambda pair: finding(clang, *pair), pairs), strict=True
        ):
            if said:
                bad += 1
                print(f"{case.name} at {level}: {said}", flush=True)
    print(f"{len(cases)} programs, {bad} findings")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
