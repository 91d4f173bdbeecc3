"""C and C++ snippets, compiled and optimised as before differentiation.

program("double f(double *x) { return x[0]; }", "f")
result_of(program, "f", "load")      the value of the only load in f
"""

from __future__ import annotations

from functools import cache

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.backend import llvm, pipeline
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.instrs import Instr
from ribozyme.ir.module import Function
from ribozyme.parse.module import parse_module


@cache
def module_text(source: str, lang: str, raw: bool) -> str:
    """The IR of a snippet; `raw`: as the front end wrote it."""
    compiled = compile_c(source, lang=lang)  # type: ignore[arg-type]
    return llvm.to_text(compiled.code) if raw else pipeline.run("before", compiled.code)


def program(source: str, root: str, lang: str = "c", *, raw: bool = False) -> Program:
    """The program of a snippet below its function `root`."""
    module = parse_module(module_text(source, lang, raw))
    return Program(module, module.functions[root])


def from_text(text: str, root: str) -> Program:
    """The program of IR written by hand."""
    module = parse_module(llvm.to_text(text))
    return Program(module, module.functions[root])


def function(of: Program, name: str) -> Function:
    """A function of the program's module."""
    return of.module.functions[name]


def instrs(of: Program, name: str, kind: type[Instr]) -> list[Instr]:
    """The instructions of one shape in a function, in order."""
    return [instr for instr in function(of, name).instrs() if isinstance(instr, kind)]
