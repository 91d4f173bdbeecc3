"""Debug info of derivatives: their subprograms, the primal's lines, what LLVM keeps of it."""

from __future__ import annotations

import re

import pytest

from ribozyme.backend import llvm, pipeline
from ribozyme.backend.runtime import arena
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.debug import frames, subprogram, subprogram_name
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function, Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive

SOURCE = """\
double sin(double), cos(double);
static inline double square(double x) { return sin(x) * x; }
__attribute__((noinline)) static double inner(double *p, double x)
{
    *p += square(x);
    return *p * x;
}
double f(double *a, double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += inner(a + i, s)
           * cos(x);
    return sin(s);
}
"""
REVERSE = Request(
    "f", Mode.REVERSE, (Kind.DUP, Kind.ACTIVE, Kind.CONST), Kind.ACTIVE, name="f.grad"
)
FORWARD = Request("f", Mode.FORWARD, (Kind.DUP, Kind.DUP, Kind.CONST), Kind.DUP, name="f.dot")


def optimised(*flags: str) -> str:
    return pipeline.run("before", compile_c(SOURCE, flags=["-g", *flags]).code)


def derived(request: Request) -> Module:
    return derive(parse_module(optimised()), [request])


def chain(module: Module, call: Call | Invoke) -> list[tuple[str, int]]:
    return [(frame.function, frame.span.line) for frame in frames(module, call)]


def calls(module: Module, function: Function, name: str) -> list[list[tuple[str, int]]]:
    return [
        chain(module, instr)
        for instr in function.instrs()
        if isinstance(instr, Call | Invoke) and getattr(instr.callee, "name", "").startswith(name)
    ]


@pytest.mark.parametrize("request_", [REVERSE, FORWARD], ids=["reverse", "forward"])
def test_llvm_keeps_it(request_: Request) -> None:
    text = print_module(derived(request_))
    llvm.verify(text)
    after = pipeline.run("after", arena.linked(llvm.canonical(text), guard=False))
    assert "!DISubprogram(name: " in after


def test_subprograms() -> None:
    module = derived(REVERSE)
    found = {
        name: subprogram_name(subprogram(module, function))
        for name, function in module.functions.items()
        if subprogram(module, function) is not None
    }
    assert found["f.grad"] == "gradient of f"
    assert found["rz.0.f.inner.aug"] == "forward sweep of inner"
    assert found["rz.0.f.inner.rev"] == "reverse sweep of inner"
    nodes = [subprogram(module, module.functions[name]) for name in found]
    assert len({id(node) for node in nodes}) == len(nodes)
    assert all(node is not None and node.distinct for node in nodes)
    own = subprogram(module, module.functions["f.grad"])
    assert own is not None and own.string("linkageName") == "f.grad"
    made = derived(FORWARD)
    assert subprogram_name(subprogram(made, made.functions["f.dot"])) == "derivative of f"


def test_lines_are_the_primals() -> None:
    module = derived(REVERSE)
    gradient = module.functions["f.grad"]
    assert [("f", 14), ("gradient of f", 0)] in calls(module, gradient, "llvm.cos")
    assert calls(module, gradient, "rz.0.f.inner.aug") == [[("f", 12), ("gradient of f", 0)]]
    back = module.functions["rz.0.f.inner.rev"]
    assert [("square", 2), ("inner", 5), ("reverse sweep of inner", 0)] in calls(
        module, back, "llvm.cos"
    )


@pytest.mark.parametrize("request_", [REVERSE, FORWARD], ids=["reverse", "forward"])
def test_every_call_has_a_place(request_: Request) -> None:
    module = derived(request_)
    for function in module.defined():
        if subprogram(module, function) is None or function.name in ("f", "inner"):
            continue
        for instr in function.instrs():
            if isinstance(instr, Call | Invoke):
                assert chain(module, instr), instr


def test_loops_say_only_where_they_stand_and_that_they_end() -> None:
    text = print_module(derived(REVERSE))
    nodes = dict(re.findall(r"^(!\d+) = (.*)$", text, re.M))
    start = text.index("@f.grad(")
    loops = set(re.findall(r"!llvm\.loop (!\d+)", text[start : text.index("\n}\n", start)]))
    assert loops
    for loop in loops:
        own, *said = re.findall(r"!\d+", nodes[loop])
        assert own == loop
        *places, end = (nodes[each] for each in said)
        assert end == '!{!"llvm.loop.mustprogress"}'
        assert places
        for place in places:
            assert re.match(r"!DILocation\(line: \d+, .*inlinedAt: !\d+\)", place), place


def test_without_debug_info_there_is_none() -> None:
    text = pipeline.run("before", compile_c(SOURCE, debug=False).code)
    assert "!dbg" not in text
    assert "!dbg" not in print_module(derive(parse_module(text), [REVERSE]))
