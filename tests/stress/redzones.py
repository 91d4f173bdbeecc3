"""A process under the address sanitizer: `python -m tests.stress.redzones CLANG`, by the campaign.

    ["control/early_returns", "O2", "reverse"]  →  ["ok", ""]        a line in, a line out

Whatever is compiled in it is made by that clang, and has red zones. What the sanitizer finds ends
the process: what it says is on standard error.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.programs import Case, discover, standard
from tests.run.adapter import Level

if TYPE_CHECKING:
    from ribozyme.cli.cc import Assembler, Driver
    from ribozyme.frontends.base import Language

EXECUTABLES: Final = Path(__file__).parents[1] / "run" / "cinterface"
_FLAGS: Final = ("-O1", "-g", "-fPIC", "-w", "-fsanitize=address,undefined,local-bounds")
_HOST: Final = "-march=native"
"""What a program asks of the processor is not in our IR: it is made for the machine we are on."""
_FOUND: Final = 77
"""What a process that the sanitizer ends returns."""


def served(clang: str) -> None:
    """Answer for one derivative after the other, until the input ends."""
    os.environ.pop("LD_PRELOAD", None)  # for this process, not for the compilers it starts
    cases = {case.name: case for case in discover()}
    _instrumented(clang)
    for line in sys.stdin:
        name, level, mode = json.loads(line)
        if mode == "run":
            said = _executed(clang, EXECUTABLES / Path(name).name, level)
        else:
            said = _verdict(cases[name], level or None, mode)
        print(json.dumps(said), flush=True)


def _verdict(case: Case, level: Level, mode: Any) -> tuple[str, str]:
    from tests.run.validity import with_stack

    import ribozyme as rz

    wrong: list[str] = []

    def work() -> None:
        with rz.options(cache=False, check="never"):  # in the thread that calls
            wrong.extend(_mistakes(case, level, mode))

    try:
        with_stack(work) if "stack" in case.needs else work()
    except rz.InternalError as mistake:
        return "wrong", str(mistake)
    except rz.Error as refused:
        return "refused", str(refused)
    except Exception as failure:
        return "wrong", f"{type(failure).__name__}: {failure}"
    return ("wrong", "; ".join(wrong)) if wrong else ("ok", "")


def _mistakes(case: Case, level: Level, mode: Any) -> Iterator[str]:
    """Where a derivative is not the truth's."""
    import numpy as np
    from tests.run.adapter import along_outputs, differentiate

    for variant in range(len(case.variants)):
        args = case.arguments(variant=variant)
        along = case.directions(args)
        seeds = case.cotangents(args) if mode == "reverse" else along
        found = differentiate(case, level, mode)(args, seeds)
        truth = case.truth(args).gradients
        if mode == "forward":
            terms = [truth[name] * along[name] for name in truth]
            allowed = case.tolerance * max(sum(float(np.abs(t).sum()) for t in terms), 1e-3)
            expected = sum(float(t.sum()) for t in terms)
            if not abs(along_outputs(case, args, found) - expected) <= allowed:
                yield f"tangent, variant {variant}"
            continue
        scale = max((float(np.abs(g).max(initial=0)) for g in truth.values()), default=0)
        for p in case.active:
            if p.is_input and not np.allclose(
                found[p.name], truth[p.name],
                rtol=case.tolerance, atol=case.tolerance * max(scale, 1e-3),
            ):  # fmt: skip
                yield f"gradient by {p.name}, variant {variant}"


def _executed(clang: str, path: Path, level: str) -> tuple[str, str]:
    """A program of the C interface, compiled by the driver and run."""
    from ribozyme.base.errors import Error, InternalError
    from ribozyme.cli import cc

    language: Language = "c++" if path.suffix == ".cpp" else "c"
    with tempfile.TemporaryDirectory() as folder:
        object, made = Path(folder, "program.o"), Path(folder, "program")
        words = [standard(path), f"-{level}", "-g", "-c", str(path), "-o", str(object)]
        try:
            status = cc.run(words, language, _assembler(clang))
        except InternalError as mistake:
            return "wrong", str(mistake)
        except Error as refused:
            return "refused", str(refused)
        if status:
            return "wrong", f"the driver returned {status}"
        driver = ["--driver-mode=g++"] if language == "c++" else []
        command = [clang, *driver, *_FLAGS, str(object), "-o", str(made), "-lm"]
        subprocess.run(command, check=True, stdout=sys.stderr)
        try:
            ran = subprocess.run([made], capture_output=True, text=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return "slow", ""
    if ran.returncode == _FOUND:
        return "finding", ran.stderr[:3000]
    return ("wrong", f"{ran.returncode}: {ran.stderr[:3000]}") if ran.returncode else ("ok", "")


def _assembler(clang: str) -> Assembler:
    """The driver's last step, under the sanitizer."""

    def assembled(_: Driver, code: str | bytes, __: object, ___: object, output: Path) -> None:
        from ribozyme.backend.llvm import to_text

        output.write_bytes(_emitted(clang, code if isinstance(code, str) else to_text(code)))

    return assembled


def _emitted(clang: str, text: str) -> bytes:
    """The object of a module whose every function is instrumented."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "module.ll"), Path(folder, "module.o")
        source.write_text(sanitized(text), encoding="utf-8")
        command = [clang, *_FLAGS, _HOST, "-c", "-x", "ir", str(source), "-o", str(made)]
        subprocess.run(command, check=True, stdout=sys.stderr)
        return made.read_bytes()


def _instrumented(clang: str) -> None:
    """Have this process compile and load everything with red zones."""
    from ribozyme.api.programs import texts
    from ribozyme.backend import jit, link, target
    from ribozyme.backend.runtime import arena
    from ribozyme.base import elf
    from ribozyme.base.record import replaced

    def emitted(text: str, *_: object, **__: object) -> bytes:
        return _emitted(clang, text)

    run = texts._run

    def unoptimised(program: Any, name: Any, text: str, **how: Any) -> str:
        return text if name == "after" else run(program, name, text, **how)

    symbols = elf.symbols

    def for_the_loader(image: bytes) -> elf.Symbols:
        return replaced(symbols(image), thread_local=True)  # so that the system loads it

    memory = arena._source

    def apart(name: str) -> str:
        return red_zones(memory(name)) if name == "arena.ll" else memory(name)

    texts.emit_object = target.emit_object = emitted  # type: ignore[assignment]
    texts._run = unoptimised  # type: ignore[assignment]
    jit.elf.symbols = for_the_loader  # type: ignore[attr-defined]
    jit._SYSTEM = (None, *jit._SYSTEM)  # type: ignore[misc]  # the sanitizer's malloc before libc's
    jit._atexit_object = lambda: emitted(memory("atexit.ll"))  # type: ignore[assignment]
    link._MODE = os.RTLD_NOW | os.RTLD_LOCAL  # type: ignore[misc]
    arena._source = apart  # type: ignore[assignment]


def red_zones(text: str) -> str:
    """The arena with a heap block for each allocation. What is handed out lies at the end of it, no
    better aligned than in the arena, and all else in the block is a red zone."""
    for old, new in (
        ("%fits = icmp ule i64 %bytes, %free", "%fits = icmp eq i64 1, 0"),
        ("%wish = phi i64 [ 65536, %within ], [ %double, %measure ]",
         "%wish = phi i64 [ 0, %within ], [ 0, %measure ]"),
        ("%all = icmp eq ptr %counted, null", "%all = icmp eq i64 0, 0"),  # a walk over all chunks
        ("%large = and i1 %many, %roomy", "%large = and i1 %many, false"),
        ("%empty = icmp eq i64 %held, 0", "%empty = icmp eq i64 0, 0"),
        ("  %memory = getelementptr inbounds i8, ptr %chunk, i64 64\n", _AT_THE_END),
        ("%cur = getelementptr inbounds i8, ptr %memory, i64 %rounded",
         "%cur = getelementptr inbounds i8, ptr %chunk, i64 %chunk.bytes"),
    ):  # fmt: skip
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    if "RIBOZYME_TEST_SHORT_TAPE" in os.environ:  # a mistake that has to be found
        text = text.replace("%given = add i64 %bytes, 0", "%given = lshr i64 %bytes, 1")
    return f"{text}\ndeclare void @__asan_poison_memory_region(ptr, i64)\n"


_AT_THE_END: Final = """
  %given = add i64 %bytes, 0
  %exact = add i64 %given, 15
  %packed = and i64 %exact, -16
  %small = icmp ult i64 %given, 256
  %room = select i1 %small, i64 %packed, i64 %rounded
  %start = sub i64 %chunk.bytes, %room
  %memory = getelementptr inbounds i8, ptr %chunk, i64 %start
  %behind = getelementptr inbounds i8, ptr %memory, i64 %given
  %slack = sub i64 %room, %given
  call void @__asan_poison_memory_region(ptr %behind, i64 %slack)
  %head = getelementptr inbounds i8, ptr %chunk, i64 16
  %unused = sub i64 %start, 16
  call void @__asan_poison_memory_region(ptr %head, i64 %unused)
"""
"""Of a chunk: {previous, bytes}, a red zone, %bytes of memory, a red zone."""

_DEFINE: Final = re.compile(r"^define [^\n]*\{$", re.M)


def sanitized(text: str) -> str:
    """The module with every function instrumented."""
    return _DEFINE.sub(lambda found: _marked(found[0]), text)


def _marked(line: str) -> str:
    name = re.search(r'@("[^"]*"|[\w.$-]+)\(', line)
    assert name is not None, line
    depth, at = 1, name.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(line[at], 0)
        at += 1
    rest = re.match(r" (?:local_)?unnamed_addr", line[at:])
    at += rest.end() if rest else 0
    return f"{line[:at]} sanitize_address{line[at:]}"


if __name__ == "__main__":
    served(sys.argv[1])
