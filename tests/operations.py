"""Operations that are no scalar functions, each as a small program of two numbers: instructions,
memory, libc, allocation, masked vectors, names without a derivative.

    malloc   →   R *p = malloc(2 * sizeof(R)); p[0] = x; p[1] = y; …; free(p); return …;

The truth is the same function told by mpmath. The programs are compiled as they stand, no
optimiser comes near them: what is asked for here is that the operation is understood, not that it
disappears. `R` is the float type, `I` an integer of its size, `V` a vector of four.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, final

from tests.operation_ir import IR_DECLARATIONS, IR_OPERATIONS
from tests.operation_names import SECTION, declarations, name_operations, stubs
from tests.operation_sources import C_HEAD, C_OPERATIONS, RUNTIME
from tests.rule_programs import Built, Format, compiled

from ribozyme.backend import llvm
from ribozyme.frontends.c.clang import compile_c

R: Final[dict[Format, str]] = {"float": "float", "double": "double", "x86_fp80": "long double"}
BITS: Final[dict[Format, str]] = {"float": "int", "double": "long", "x86_fp80": "__int128"}
SUFFIX: Final[dict[Format, str]] = {"float": "f32", "double": "f64", "x86_fp80": "f80"}


@final
@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the page, and the program that asks for it."""

    section: str
    title: str
    body: str
    truth: Callable[[Any, Any], Any]
    language: Literal["c", "ir"]
    narrow: bool = False  # has no long double: bits and vectors

    def has(self, format: Format) -> bool:
        """Whether there is such a thing in a precision; names have none, and are asked in one."""
        if self.section == SECTION:
            return format == "double"
        return not (self.narrow and format == "x86_fp80")


OPERATIONS: Final[dict[str, Operation]] = {
    title: Operation(section, title, body, truth, language, narrow)
    for language, table in (
        ("c", C_OPERATIONS),
        ("ir", (*IR_OPERATIONS, *name_operations())),
    )
    for section, title, narrow, truth, body in table
}


@final
@dataclass(frozen=True, slots=True)
class Program:
    """An operation in a precision; to the checks what a `Primal` of a rule is."""

    operation: Operation
    number: int
    format: Format
    result: int = 0
    lanes: int = 0
    operands: tuple[str, ...] = ("float", "float")

    @property
    def row(self) -> str:
        return self.operation.title

    @property
    def name(self) -> str:
        return f"operation{self.number}"

    def source(self) -> str:
        """Its definition in its own language."""
        if self.operation.language == "c":
            return f"R {self.name}(R x, R y) {{ {self.operation.body} }}\n"
        bits = {"float": 32, "double": 64, "x86_fp80": 80}[self.format]
        kind = self.format
        words = {
            "T": kind,
            "V": f"<4 x {kind}>",
            "S": SUFFIX[kind],
            "B": bits // 8,
            "C": f"<{kind} 2.0, {kind} 3.0, {kind} 4.0, {kind} 5.0>",
        }
        unwinds = (
            " personality ptr @__gxx_personality_v0" if "invoke" in self.operation.body else ""
        )
        head = f"define {self.format} @{self.name}({self.format} %x, {self.format} %y){unwinds} {{"
        return f"{head}{self.operation.body.format(**words)}\n}}\n"


@cache
def programs(format: Format) -> tuple[Program, ...]:
    """What there is in a precision."""
    every = enumerate(OPERATIONS.values())
    return tuple(Program(o, number, format) for number, o in every if o.has(format))


def text(format: Format, found: tuple[Program, ...]) -> str:
    """One module of some programs, as it comes out of the front end."""
    in_c = "".join(p.source() for p in found if p.operation.language == "c")
    flags = (f"-DR={R[format]}", f"-DI={BITS[format]}", "-fno-builtin", "-w", "-U__OPTIMIZE__")
    c = llvm.to_text(compile_c(C_HEAD + in_c, lang="c", flags=flags).code)
    words = {"T": format, "S": SUFFIX[format]}
    in_ir = "".join(p.source() for p in found if p.operation.language == "ir")
    declared = (IR_DECLARATIONS + declarations()).format(**words)
    ir = llvm.canonical(f"{declared}{in_ir}\n!0 = !{{!1}}\n!1 = !{{!1, !2}}\n!2 = !{{!2}}\n")
    return llvm.canonical(llvm.link([c, ir]))


@cache
def built_operations(format: Format) -> Built:
    """Everything in one precision, compiled."""
    found = programs(format)
    runtime = llvm.to_text(compile_c(RUNTIME, lang="c", flags=("-g0", "-fno-builtin", "-w")).code)
    stood_in = llvm.canonical(stubs().format(T=format))
    orders = 2 if format == "double" else 1
    return compiled(format, found, text(format, found), llvm.link([runtime, stood_in]), orders)
