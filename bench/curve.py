"""How the compiler itself grows: generated functions of n instructions, each step timed.

    straight   one block of n operations over eight inputs
    branches   n/12 diamonds, one after the other
    loops      n/14 loops over an array, one after the other
    calls      n/10 small functions, each called by the next
    memory     n/10 statements over n/20 places, each place read and overwritten

A step that is linear has the same seconds per instruction on every line; the exponent says so.
Before that, what a user waits for, beside clang in the same run (`latency`).
"""

import argparse
import random
import re
import time
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table

from bench import curve_plot, latency, targets
from bench.gradient import Clock
from bench.problem import Ask
from bench.table import RESULTS, _write, seconds

SIZES: Final = (1000, 5000, 20_000, 50_000, 100_000)
QUICK: Final = (1000, 5000)
FIRST: Final = "define double @f(ptr noalias %x, i64 %n) {\nentry:\n"
ASK: Final = Ask("f", "reverse", ("dup", "const"), True, "f_grad")


def straight(n: int) -> str:
    rng = random.Random(n)
    lines, values = [], []
    for i in range(8):
        lines += [f"  %p{i} = getelementptr double, ptr %x, i64 {i}",
                  f"  %x{i} = load double, ptr %p{i}"]  # fmt: skip
        values.append(f"%x{i}")
    for i in range(n - 16):
        a, b = rng.choice(values[-32:]), rng.choice(values[-32:])
        op = rng.choice(("fadd", "fmul", "fsub", "call"))
        lines.append(f"  %v{i} = call double @llvm.sin.f64(double {a})" if op == "call" else
                     f"  %v{i} = {op} double {a}, {b}")  # fmt: skip
        values.append(f"%v{i}")
    declared = "declare double @llvm.sin.f64(double)\n"
    return FIRST + "\n".join(lines) + f"\n  ret double {values[-1]}\n}}\n{declared}"


def branches(n: int) -> str:
    lines, before = ["  %v = load double, ptr %x"], "%v"
    for i in range(n // 12):
        lines += [
            f"  %c{i} = fcmp olt double {before}, 1.5",
            f"  br i1 %c{i}, label %t{i}, label %e{i}",
            f"t{i}:", f"  %t{i}.a = fmul double {before}, {before}",
            f"  %t{i}.b = fadd double %t{i}.a, {before}", f"  br label %j{i}",
            f"e{i}:", f"  %e{i}.a = fmul double {before}, 0.5",
            f"  %e{i}.b = fsub double %e{i}.a, 0.25", f"  br label %j{i}",
            f"j{i}:", f"  %j{i}.v = phi double [ %t{i}.b, %t{i} ], [ %e{i}.b, %e{i} ]",
        ]  # fmt: skip
        before = f"%j{i}.v"
    return FIRST + "\n".join(lines) + f"\n  ret double {before}\n}}\n"


def loops(n: int) -> str:
    lines, before, block = ["  br label %l0"], "0.0", "%entry"
    count = max(1, n // 14)
    for i in range(count):
        lines += [
            f"l{i}:",
            f"  %k{i} = phi i64 [ 0, {block} ], [ %k{i}.next, %l{i} ]",
            f"  %s{i} = phi double [ {before}, {block} ], [ %s{i}.next, %l{i} ]",
            f"  %q{i} = getelementptr double, ptr %x, i64 %k{i}",
            f"  %y{i} = load double, ptr %q{i}",
            f"  %z{i} = fmul double %y{i}, %s{i}",
            f"  %w{i} = fadd double %z{i}, %y{i}",
            f"  %s{i}.next = fmul double %w{i}, 0.5",
            f"  %k{i}.next = add nuw nsw i64 %k{i}, 1",
            f"  %c{i} = icmp slt i64 %k{i}.next, %n",
            f"  br i1 %c{i}, label %l{i}, label %d{i}",
            f"d{i}:", f"  %r{i} = phi double [ %s{i}.next, %l{i} ]",
            f"  br label %{'l' + str(i + 1) if i + 1 < count else 'out'}",
        ]  # fmt: skip
        before, block = f"%r{i}", f"%d{i}"
    return FIRST + "\n".join(lines) + f"\nout:\n  ret double {before}\n}}\n"


def calls(n: int) -> str:
    parts = ["define internal double @g0(double %a) noinline {\n  ret double %a\n}\n"]
    count = max(1, n // 10)
    for i in range(1, count):
        body = "".join(
            f"  %v{k} = fmul double %{'b' if k == 0 else f'v{k - 1}'}, %a\n" for k in range(7)
        )
        parts.append(
            f"define internal double @g{i}(double %a) noinline {{\n"
            f"  %b = call double @g{i - 1}(double %a)\n{body}  ret double %v6\n}}\n"
        )
    last = f"  %v = load double, ptr %x\n  %r = call double @g{count - 1}(double %v)\n"
    return "".join(parts) + FIRST + last + "  ret double %r\n}\n"


def memory(n: int) -> str:
    rng = random.Random(n)
    places = max(2, n // 20)
    lines: list[str] = []
    for i in range(n // 10):
        for name, place in zip("abcd", [rng.randrange(places) for _ in "abcd"], strict=True):
            lines.append(f"  %{name}{i} = getelementptr double, ptr %x, i64 {place}")
        lines += [f"  %{name}{i}.v = load double, ptr %{name}{i}" for name in "abc"]
        lines += [
            f"  %m{i} = fmul double %a{i}.v, %b{i}.v",
            f"  %s{i} = fadd double %m{i}, %c{i}.v",
            f"  store double %s{i}, ptr %d{i}",
        ]
    return FIRST + "\n".join(lines) + f"\n  ret double %s{n // 10 - 1}\n}}\n"


KINDS: Final[dict[str, Callable[[int], str]]] = {
    "straight": straight, "branches": branches, "loops": loops, "calls": calls, "memory": memory,
}  # fmt: skip


def instructions(text: str) -> int:
    return len(re.findall(r"^  \S", text, re.M))


def measured(kind: str, n: int, llvm_too: bool) -> dict[str, float | str]:
    """Seconds per step for one generated program."""
    from bench import gradient
    from ribozyme.backend import llvm, pipeline
    from ribozyme.backend.passes import startup
    from ribozyme.backend.runtime import arena
    from ribozyme.backend.target import HOST, emit_object
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.core.interface import Kind, Mode, Request
    from ribozyme.transform.derive import derive

    clock = Clock()
    head = f'target triple = "{HOST.triple}"\ntarget datalayout = "{HOST.data_layout}"\n'
    text = llvm.canonical(head + KINDS[kind](n))
    found: dict[str, float | str] = {"kind": kind, "instructions": instructions(text)}
    request = Request("f", Mode.REVERSE, (Kind.DUP, Kind.CONST), Kind.ACTIVE, name="f_grad",
                      primal=True)  # fmt: skip
    try:
        with clock.step("parse"):
            module = parse_module(text)
        with clock.step("derive"):
            module = derive(module, [request])
        with clock.step("print"):
            out = print_module(module)
        if llvm_too:
            with clock.step("after"):
                text = arena.linked(llvm.canonical(out), guard=False)
                text = pipeline.run("after", text)
            with clock.step("emit"):
                emit_object(startup.for_loading(llvm.canonical(text)))
    except Exception as error:
        found["failure"] = gradient.failure(error)
    return {**found, **clock.seconds}


STEPS: Final = ("parse", "derive", "print", "after", "emit")


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(prog="bench compile")
    words.add_argument("kinds", nargs="*", default=list(KINDS))
    words.add_argument("--quick", action="store_true")
    words.add_argument("--llvm", action="store_true", help="LLVM's own steps too")
    words.add_argument("--most", type=int, default=SIZES[-1], help="instructions at most")
    asked = words.parse_args(arguments)
    sizes = [n for n in (QUICK if asked.quick else SIZES) if n <= asked.most]
    rows, console = [], Console(width=140)
    start = time.perf_counter()
    waits = [] if asked.kinds != list(KINDS) else _waits(asked.quick, console)
    for kind in asked.kinds:
        for n in sizes:
            rows.append(measured(kind, n, asked.llvm))
            console.print(_line(rows[-1]), highlight=False)
    console.print(_summary(rows))
    console.print(f"in {time.perf_counter() - start:.0f} s by the clock")
    if not asked.quick and waits:
        RESULTS.mkdir(exist_ok=True)
        _write("compile.json", {"waits": waits, "growth": rows})
        curve_plot.draw(waits, rows)
    return 0


def _waits(quick: bool, console: Console) -> list[dict[str, float | str]]:
    """What a user waits for, beside clang."""
    table = Table(title="Seconds by the clock, beside clang's own")
    for name in latency.HEAD:
        table.add_column(name)
    found = latency.rows(quick, lambda row: table.add_row(*latency.cells(row)))
    console.print(table)
    return found


def _line(row: dict[str, float | str]) -> str:
    steps = "  ".join(f"{s} {seconds(float(row[s]))}" for s in STEPS if s in row)
    n = int(row["instructions"])
    speed = f"{n / float(row['parse']):,.0f} instr/s parsed" if "parse" in row else ""
    return f"{row['kind']:9} {n:7,}  {steps}  {speed}  {row.get('failure', '')}"


def _summary(rows: list[dict[str, float | str]]) -> Table:
    table = Table(title="Exponent of growth (1 is linear)")
    for name in ("kind", *STEPS):
        table.add_column(name)
    for kind in dict.fromkeys(str(r["kind"]) for r in rows):
        own = [r for r in rows if r["kind"] == kind and "failure" not in r]
        cells = []
        for step in STEPS:
            timed = [r for r in own if step in r]
            found = targets.slope(
                [float(r["instructions"]) for r in timed], [float(r[step]) for r in timed]
            )
            cells.append("–" if found is None else f"{found:.2f}")
        table.add_row(kind, *cells)
    return table
