"""Programs that write down every access to memory they make: the truth about what is claimed.

`Traced(case)` brings a program into the form that its derivative is made from, and adds a call at
every load, store, alloca and copy. Freed memory is never used again, so that equal addresses are
the same memory, up to stack slots: an alloca is an event of its own.
"""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, final

from tests.programs import _CTYPES, _DTYPES, Arguments, Case, clang

from ribozyme.backend import pipeline
from ribozyme.cinterface.natural import natural
from ribozyme.frontends.by_suffix import compile_file
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, Call, Cast, IBinary, Instr, Load, Phi, Store
from ribozyme.ir.module import Function, Module
from ribozyme.ir.printer import print_module
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value, const_int
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import facts

Access = Literal["read", "write", "birth"]

_LIMIT: Final = 60_000
_RECORDER: Final = r"""
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct event { int64_t id, size; char *place; uint64_t bits; };
struct event *rz_events; int64_t rz_count, rz_limit;
void rz_trace(int64_t id, char *place, int64_t size, uint64_t bits) {
    if (rz_count < rz_limit) rz_events[rz_count] = (struct event){id, size, place, bits};
    rz_count++;
}
void *rz_malloc(size_t n) { return malloc(n ? n : 1); }
void *rz_new(size_t n) { return rz_malloc(n); }
void *rz_new_array(size_t n) { return rz_malloc(n); }
void *rz_aligned(size_t a, size_t n) {
    void *p = 0;
    return posix_memalign(&p, a < 8 ? 8 : a, n) ? 0 : p;
}
int rz_memalign(void **p, size_t a, size_t n) { return posix_memalign(p, a, n); }
void *rz_calloc(size_t n, size_t m) { return calloc(n, m); }
void *rz_realloc(void *p, size_t n) {
    size_t old = p ? malloc_usable_size(p) : 0;
    return old ? memcpy(malloc(n), p, old < n ? old : n) : malloc(n);
}
void rz_free(void *p) {}
void rz_delete(void *p) {}
void rz_delete_array(void *p) {}
void rz_delete_sized(void *p, size_t n) {}
void rz_delete_array_sized(void *p, size_t n) {}
void *_Znwm(size_t n) { return rz_malloc(n); }
void *_Znam(size_t n) { return rz_malloc(n); }
void _ZdlPv(void *p) {}
void _ZdlPvm(void *p, size_t n) {}
void _ZdaPv(void *p) {}
void _ZdaPvm(void *p, size_t n) {}
"""
_RENAMED: Final = {
    "malloc": "rz_malloc", "_Znwm": "rz_new", "_Znam": "rz_new_array", "calloc": "rz_calloc",
    "realloc": "rz_realloc", "aligned_alloc": "rz_aligned", "posix_memalign": "rz_memalign",
    "free": "rz_free", "_ZdlPv": "rz_delete", "_ZdaPv": "rz_delete_array",
    "_ZdlPvm": "rz_delete_sized", "_ZdaPvm": "rz_delete_array_sized",
}  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Site:
    """What an event came of: an access by `pointer`, of `size` bytes if that is constant."""

    function: Function
    instr: Instr
    kind: Access
    pointer: Value
    size: int | None
    value: Local | None  # the float that was moved


@final
@dataclass(frozen=True, slots=True)
class Event:
    """One access."""

    site: Site
    place: int
    size: int
    bits: int


@final
class Traced:
    """A program that can be run and tells what it did."""

    def __init__(self, case: Case) -> None:
        self.case = case
        code = pipeline.run("before", compile_file(case.path, flags=list(case.flags)).code)
        self.facts = facts(natural(parse_module(code), reverse=True), _gradient(case))
        self.module = self.facts.module
        self.program = self.facts.program
        self.sites: list[Site] = []
        self._folder = tempfile.TemporaryDirectory(prefix="ribozyme-traced-")
        self._library = self._build(self._instrumented())

    def run(self, args: Arguments) -> list[Event] | None:
        """What happens with these arguments; None when it is too much."""
        buffer = (ctypes.c_int64 * (4 * _LIMIT))()
        ctypes.c_void_p.in_dll(self._library, "rz_events").value = ctypes.addressof(buffer)
        ctypes.c_int64.in_dll(self._library, "rz_limit").value = _LIMIT
        count = ctypes.c_int64.in_dll(self._library, "rz_count")
        count.value = 0
        function = self._library[self.program.root.name]
        floating = self.case.returns_float
        function.restype = _CTYPES[self.case.returns] if floating else None
        passed: list[object] = []
        kept = []
        for p in self.case.parameters:
            if p.length is not None:
                own = args[p.name].astype(_DTYPES[p.ctype]).copy()  # type: ignore[union-attr]
                kept.append(own)
                passed.append(ctypes.c_void_p(own.ctypes.data))
            else:
                passed.append(_CTYPES[p.ctype](args[p.name]))  # type: ignore[arg-type]
        function(*passed)
        if count.value > _LIMIT:
            return None
        return [
            Event(
                self.sites[buffer[4 * n]], buffer[4 * n + 2], buffer[4 * n + 1], buffer[4 * n + 3]
            )
            for n in range(count.value)
        ]

    # ---- instrumentation ---------------------------------------------------------------------

    def _instrumented(self) -> str:
        module = self.module
        functions = dict(module.functions)
        for function in self.program.functions:
            functions[function.name] = self._traced(function)
        root = functions[self.program.root.name]
        functions[root.name] = replace(root, header=replace(root.header, linkage=""))
        trace = ty.function(ty.VOID, (ty.I64, ty.PTR, ty.I64, ty.I64))
        functions["rz_trace"] = Function("rz_trace", trace, (), ())
        text = print_module(_with_functions(module, functions))
        text = re.sub(
            r"declare void @rz_trace\(.*\)", "declare void @rz_trace(i64, ptr, i64, i64)", text
        )
        text = "\n".join(
            line for line in text.splitlines() if "call void @llvm.lifetime." not in line
        )
        names = "|".join(re.escape(name) for name in _RENAMED)
        return re.sub(rf"@({names})\(", lambda m: f"@{_RENAMED[m[1]]}(", text)

    def _traced(self, function: Function) -> Function:
        names = list(function.names)
        blocks = []
        for block in function.blocks:
            made: list[Instr] = []
            for instr in block.instrs:
                events = [] if isinstance(instr, Phi) else self._events(function, instr, names)
                before = isinstance(instr, Call | Store)
                made += [*events, instr] if before else [instr, *events]
            blocks.append(replace(block, instrs=tuple(made)))
        return replace(function, blocks=tuple(blocks), names=names)

    def _events(self, function: Function, instr: Instr, names: list[str | None]) -> list[Instr]:
        layout = self.program.layout
        made: list[Instr] = []

        def event(kind: Access, pointer: Value, size: Value, value: Value | None = None) -> None:
            bits: Value = const_int(ty.I64, 0)
            if value is not None and value.type is ty.DOUBLE:
                bits = Local(len(names), ty.I64)
                names.append(None)
                made.append(Cast(bits, "bitcast", value))
            constant = size.value if isinstance(size, ConstInt) else None
            moved = value if isinstance(value, Local) and value.type is ty.DOUBLE else None
            self.sites.append(Site(function, instr, kind, pointer, constant, moved))
            number = const_int(ty.I64, len(self.sites) - 1)
            type = ty.function(ty.VOID, (ty.I64, ty.PTR, ty.I64, ty.I64))
            dbg = tuple(a for a in instr.meta if a[0] == "dbg")
            made.append(
                Call(
                    None,
                    GlobalRef(ty.PTR, "rz_trace"),
                    type,
                    (number, pointer, size, bits),
                    meta=dbg,
                )
            )

        match instr:
            case Load(pointer=pointer, result=result):
                event("read", pointer, const_int(ty.I64, layout.size(result.type)), result)
            case Store(pointer=pointer, value=value):
                event("write", pointer, const_int(ty.I64, layout.size(value.type)), value)
            case Alloca(result=result, count=None, allocated=type):
                event("birth", result, const_int(ty.I64, layout.alloc_size(type)))
            case Alloca(result=result, count=count, allocated=type) if (
                count and count.type is ty.I64
            ):
                size = Local(len(names), ty.I64)
                names.append(None)
                made.append(IBinary(size, "mul", count, const_int(ty.I64, layout.alloc_size(type))))
                event("birth", result, size)
            case Call(callee=GlobalRef(name=name), args=args):
                if name.startswith(("llvm.memcpy.p", "llvm.memmove.p")):
                    event("read", args[1], args[2])
                if name.startswith(("llvm.memcpy.p", "llvm.memmove.p", "llvm.memset.p")):
                    event("write", args[0], args[2])
            case _:
                pass
        return made

    def _build(self, text: str) -> ctypes.CDLL:
        folder = Path(self._folder.name)
        (folder / "program.ll").write_text(text)
        (folder / "recorder.c").write_text(_RECORDER)
        command = clang(self.case.path)
        plain = clang(Path("x.c"))
        _run(
            [
                *plain,
                *self.case.flags,
                "-O0",
                *("-mllvm", "-fast-isel=0"),  # which loads by another register than it casts to
                "-fPIC",
                "-w",
                "-c",
                str(folder / "program.ll"),
                "-o",
                str(folder / "p.o"),
            ]
        )
        _run([*plain, "-O1", "-fPIC", "-c", str(folder / "recorder.c"), "-o", str(folder / "r.o")])
        linker = shutil.which("c++" if self.case.is_cxx else "cc") or command[0]
        made = folder / "program.so"
        # With a library of its own, what that frees is not used again either.
        own = ["-static-libstdc++", "-Wl,-Bsymbolic"] if self.case.is_cxx else []
        _run(
            [
                linker,
                "-shared",
                str(folder / "p.o"),
                str(folder / "r.o"),
                "-o",
                str(made),
                *own,
                "-lm",
            ]
        )
        return ctypes.CDLL(str(made))


def _gradient(case: Case) -> Request:
    """All that a program depends on, and all that depends on it."""
    kinds = tuple(
        Kind.CONST if not p.is_active else Kind.ACTIVE if p.length is None else Kind.DUP
        for p in case.parameters
    )
    result = Kind.ACTIVE if case.returns_float else Kind.CONST
    return Request(case.function, Mode.REVERSE, kinds, result, name=f"{case.function}_grad")


def _with_functions(module: Module, functions: dict[str, Function]) -> Module:
    return replace(module, functions=functions)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr[-3000:]}")
