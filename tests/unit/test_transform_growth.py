"""Differentiating stays near-linear: four times the function, about four times the time."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.derivatives import derived, final, reverse

from ribozyme.backend import llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.ir.instrs import Instr
from ribozyme.ir.module import Block
from ribozyme.ir.printer import print_module
from ribozyme.parse.module import parse_module
from ribozyme.transform.derive import plans

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SIN = "declare double @llvm.sin.f64(double)\n"


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """What the tests before left alive is not walked by collections that fall into these."""
    gc.collect()
    gc.freeze()
    yield


def straight(count: int) -> str:
    """One block: sums, differences, products and sines of the twenty values before."""
    rng = random.Random(count)
    values = ["%x"]
    lines = []
    for i in range(count):
        one, other = rng.choice(values[-20:]), rng.choice(values[-20:])
        op = ("fadd", "fmul", "fsub")[i % 3]
        made = f"call double @llvm.sin.f64(double {one})" if i % 17 == 5 else None
        lines.append(f"  %v{i} = {made or f'{op} double {one}, {other}'}")
        values.append(f"%v{i}")
    lines.append(f"  ret double {values[-1]}\n}}\n")
    return "\n".join(["define double @f(double %x) {", *lines, SIN])


def diamonds(count: int) -> str:
    """A chain of branches, three blocks each, through which one value goes."""
    lines = ["define double @f(double %x) {", "entry:", "  br label %b0"]
    value, source = "%x", "entry"
    for k in range(count // 3):
        lines += [
            f"b{k}:",
            f"  %p{k} = phi double [ {value}, %{source} ]",
            f"  %c{k} = fcmp ogt double %p{k}, 5.0e-01",
            f"  %m{k} = fmul double %p{k}, %p{k}",
            f"  br i1 %c{k}, label %t{k}, label %j{k}",
            f"t{k}:",
            f"  %s{k} = call double @llvm.sin.f64(double %m{k})",
            f"  br label %j{k}",
            f"j{k}:",
            f"  %q{k} = phi double [ %s{k}, %t{k} ], [ %p{k}, %b{k} ]",
            f"  %r{k} = fmul double %q{k}, %m{k}",
            f"  br label %b{k + 1}",
        ]
        value, source = f"%r{k}", f"j{k}"
    return "\n".join([*lines, f"b{count // 3}:", f"  ret double {value}", "}", SIN])


def looped(count: int) -> str:
    """The same chain inside a loop: what is saved is saved per iteration."""
    return (
        diamonds(count)
        .replace("(double %x)", "(double %x, i64 %n)")
        .replace("phi double [ %x, %entry ]", "phi double [ %a, %head ]")
        .replace("  br label %b0\n", "  br label %head\nhead:\n" + HEAD + "  br label %b0\n", 1)
        .replace("  ret double %", f"{TAIL}  ret double %")
        .replace(f"ret double %r{count // 3 - 1}", "ret double %closed")
        .replace("%last", f"%r{count // 3 - 1}")
        .replace("%end", f"%b{count // 3}")
    )


HEAD = """\
  %i = phi i64 [ 0, %entry ], [ %j, %end ]
  %a = phi double [ %x, %entry ], [ %last, %end ]
"""
TAIL = """\
  %j = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %head, label %out
out:
  %closed = phi double [ %last, %end ]
"""


def sums(count: int) -> str:
    """Loops, one after the other: each goes through an array and continues the sum of the last."""
    lines, value, source = ["define double @f(ptr noalias %x, i64 %n) {", "entry:"], "0.0", "entry"
    for k in range(count // 2):
        lines += [
            f"  br label %l{k}",
            f"l{k}:",
            f"  %i{k} = phi i64 [ 0, %{source} ], [ %j{k}, %l{k} ]",
            f"  %s{k} = phi double [ {value}, %{source} ], [ %t{k}, %l{k} ]",
            f"  %p{k} = getelementptr double, ptr %x, i64 %i{k}",
            f"  %v{k} = load double, ptr %p{k}",
            f"  %m{k} = fmul double %v{k}, %s{k}",
            f"  %t{k} = fadd double %m{k}, %v{k}",
            f"  %j{k} = add nuw nsw i64 %i{k}, 1",
            f"  %c{k} = icmp slt i64 %j{k}, %n",
            f"  br i1 %c{k}, label %l{k}, label %d{k}",
            f"d{k}:",
            f"  %r{k} = phi double [ %t{k}, %l{k} ]",
        ]
        value, source = f"%r{k}", f"d{k}"
    return "\n".join([*lines, f"  ret double {value}", "}"])


def derivation(text: str, kinds: str) -> tuple[float, int]:
    """Seconds of processor time, and the lines that came out."""
    start = time.process_time()
    printed = print_module(derived(text, reverse("f", kinds)))
    return time.process_time() - start, printed.count("\n")


@pytest.mark.parametrize(
    ("family", "kinds", "small"),
    [(straight, "a", 3000), (diamonds, "a", 400), (looped, "ac", 400)],
    ids=["straight", "diamonds", "looped"],
)
def test_derivation_is_near_linear(family: Callable[[int], str], kinds: str, small: int) -> None:
    texts = [llvm.canonical(family(small)), llvm.canonical(family(4 * small))]
    derivation(texts[0], kinds)  # what is built once
    seconds, lines = zip(*(derivation(text, kinds) for text in texts), strict=True)
    assert lines[1] < 4.4 * lines[0]
    assert seconds[1] < 8 * seconds[0] + 0.2  # quadratic would be 16


@pytest.mark.parametrize(
    ("family", "kinds"),
    [(diamonds, "a"), (looped, "ac"), (sums, "dc")],
    ids=["diamonds", "looped", "sums"],
)
def test_blocks_are_looked_through_near_linearly(
    family: Callable[[int], str], kinds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four times the blocks: their instructions are asked for four times as often."""
    plain: Any = Block.__dict__["instrs"]  # the slot
    counted = 0

    def read(block: Block) -> tuple[Instr, ...]:
        nonlocal counted
        counted += 1
        return plain.__get__(block)  # type: ignore[no-any-return]

    monkeypatch.setattr(Block, "instrs", property(read, plain.__set__))
    reads = []
    for count in (60, 240):
        before = counted
        derivation(llvm.canonical(family(count)), kinds)
        reads.append(counted - before)
    assert reads[1] < 4.4 * reads[0], reads


def test_no_chain_of_recomputation_runs_through_the_whole_program() -> None:
    text = llvm.canonical(diamonds(300))
    _, lines = derivation(text, "a")
    assert lines < 40 * 300


def test_a_thousand_instructions() -> None:
    text = llvm.canonical(straight(1000))
    start = time.process_time()
    emit_object(startup.for_loading(llvm.canonical(final(derived(text, reverse("f", "a"))))))
    assert time.process_time() - start < 1


@pytest.mark.slow
def test_fifty_thousand_instructions() -> None:
    text = llvm.canonical(straight(50_000))
    start = time.process_time()
    emit_object(startup.for_loading(llvm.canonical(final(derived(text, reverse("f", "a"))))))
    assert time.process_time() - start < 60


def test_a_large_component_is_cut_in_one_pass() -> None:
    """The greedy cut keeps what reverse needs, in a graph too large for Dinic's algorithm."""
    lines = ["  %t0 = load double, ptr %p", "  store double 0.0, ptr %p"]
    lines += [f"  %t{i + 1} = fadd double %t{i}, {i % 7}.25" for i in range(3000)]
    chain = "\n".join(lines)
    text = llvm.canonical(f"""
define double @f(ptr %x, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %u, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
{chain}
  %q = fmul double %t3000, %t3000
  %u = fadd double %s, %q
  %j = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %out
out:
  %r = phi double [ %u, %loop ]
  ret double %r
}}""")
    (made,) = plans(parse_module(text), reverse("f", "dc"))
    kept = [slot for slot in made.slots.values() if slot.loop == 0]
    assert len(kept) == 1
