"""Counts and induction variables against an interpreter that simply runs the loops.

Loops in C, many types, bounds, steps and shapes, are optimised as before differentiation; every
activation of every loop is run, and the count worked out at its entry compared with what happened.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache

import pytest
from tests.analysed import module_text

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import loops
from ribozyme.analysis.flow.tripcount import Evolution, evolution, uncounted
from ribozyme.base.graph import reached
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Br,
    Call,
    Cast,
    Compare,
    CondBr,
    DbgRecord,
    Freeze,
    Gep,
    IBinary,
    Instr,
    Load,
    Ret,
    Select,
    Store,
    Switch,
    Unreachable,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local, Value
from ribozyme.parse import parse_module

POISON = None
STEPS = 700


class Undefined(Exception):
    """The program has no meaning with these arguments."""


class Tired(Exception):
    """The program runs for too long."""


class Left(Exception):
    """The program called `leave`, which does not come back."""


# ---- an interpreter of integers and addresses ----------------------------------------------------


def bits_of(value: Value) -> int:
    return value.type.bits if isinstance(value.type, ty.IntType) else 64


class Run:
    """One run of a function; `entered` and `left` are told about loops."""

    def __init__(self, fn: Function, layout: DataLayout, args: list[int], watch: Watch) -> None:
        self.fn, self.layout, self.watch = fn, layout, watch
        self.env: dict[int, int | None] = {}
        for param, arg in zip(fn.params, args, strict=True):
            self.env[param.local.id] = arg & ((1 << bits_of(param.local)) - 1)
        self.memory = random.Random(7)

    def value(self, value: Value) -> int | None:
        match value:
            case Local(id=id):
                return self.env[id]
            case ConstInt(value=number):
                return number & ((1 << bits_of(value)) - 1)
            case ConstNull():
                return 0
            case _:
                return POISON

    def go(self) -> None:
        block, previous = 0, -1
        for _ in range(STEPS):
            self.watch.edge(previous, block, self)
            phis = [(phi.result.id, phi) for phi in self.fn.blocks[block].phis()]
            fresh = {
                id: self.value(next(v for v, source in phi.incoming if source == previous))
                for id, phi in phis
            }
            self.env.update(fresh)
            self.watch.header(block, self)
            for instr in self.fn.blocks[block].instrs[len(phis) : -1]:
                self.step(instr)
            following = self.branch(self.fn.blocks[block].terminator)
            if following is None:
                self.watch.edge(block, -1, self)
                return
            block, previous = following, block
        raise Tired

    def branch(self, last: Instr) -> int | None:
        match last:
            case Br(target=target):
                return target
            case CondBr(condition=condition, then=then, otherwise=otherwise):
                return then if self.known(condition) else otherwise
            case Switch(value=value, default=default, cases=cases):
                number = self.known(value)
                return next((to for case, to in cases if self.value(case) == number), default)
            case Ret():
                return None
            case Unreachable():
                raise Undefined
            case _:
                raise NotImplementedError(last)

    def known(self, value: Value) -> int:
        found = self.value(value)
        if found is POISON:
            raise Undefined
        return found

    def step(self, instr: Instr) -> None:
        match instr:
            case Store() | DbgRecord():
                return
            case Call(callee=GlobalRef(name="leave")):
                raise Left
            case Call(result=None):
                return
            case Freeze(result=result, value=value):
                self.env[result.id] = self.value(value) or 0
            case Load(result=result):
                self.env[result.id] = self.memory.choice([0, 0, 0, 0, 0, 0, 0, 1])
            case Select(result=result, condition=condition, then=then, otherwise=otherwise):
                chosen = self.value(condition)
                picked = then if chosen else otherwise
                self.env[result.id] = POISON if chosen is POISON else self.value(picked)
            case _:
                assert instr.result is not None
                self.env[instr.result.id] = self.computed(instr)

    def computed(self, instr: Instr) -> int | None:
        match instr:
            case IBinary(op=op, lhs=lhs, rhs=rhs, flags=flags):
                return binary(op, self.value(lhs), self.value(rhs), bits_of(lhs), flags)
            case Compare(predicate=predicate, lhs=lhs, rhs=rhs):
                one, other = self.value(lhs), self.value(rhs)
                if one is POISON or other is POISON:
                    return POISON
                if predicate[0] == "s":
                    one, other = signed(one, bits_of(lhs)), signed(other, bits_of(lhs))
                return int(sym.holds(predicate, one, other))
            case Cast(op=op, value=value, result=result, flags=flags):
                return cast(op, self.value(value), bits_of(value), bits_of(result), flags)
            case Gep(source=source, base=base, indices=indices, flags=flags):
                constant, variable = self.layout.gep_offset(source, indices)
                offset = constant
                for index, scale in variable:
                    number = self.value(index)
                    if number is POISON:
                        return POISON
                    offset += signed(number, bits_of(index)) * scale
                start = self.value(base)
                if start is POISON:
                    return POISON
                end = start + offset
                if flags and not 0 <= end < 1 << 64:
                    return POISON
                return end % (1 << 64)
            case Call(callee=GlobalRef(name=name), args=args) if name.startswith("llvm."):
                return intrinsic(name, [self.value(arg) for arg in args], bits_of(args[0]))
            case _:
                raise NotImplementedError(instr)


def signed(value: int, bits: int) -> int:
    return sym.wrapped(value, bits)


def binary(op: str, lhs: int | None, rhs: int | None, bits: int, flags: str) -> int | None:
    if lhs is POISON or rhs is POISON:
        return POISON
    size = 1 << bits
    one, other = signed(lhs, bits), signed(rhs, bits)
    whole: dict[str, Callable[[int, int], int]] = {
        "add": lambda x, y: x + y,
        "sub": lambda x, y: x - y,
        "mul": lambda x, y: x * y,
        "shl": lambda x, y: x << (rhs % bits),
    }
    if op in whole:
        if "nsw" in flags and not -size // 2 <= whole[op](one, other) < size // 2:
            return POISON
        if "nuw" in flags and not 0 <= whole[op](lhs, rhs) < size:
            return POISON
        return whole[op](lhs, rhs) % size
    match op:
        case "and":
            return lhs & rhs
        case "or":
            return lhs | rhs
        case "xor":
            return lhs ^ rhs
        case "lshr":
            return lhs >> rhs if rhs < bits else POISON
        case "ashr":
            return (one >> rhs) % size if rhs < bits else POISON
    if rhs == 0:
        raise Undefined
    match op:
        case "udiv":
            return lhs // rhs
        case "urem":
            return lhs % rhs
        case "sdiv":
            return int(abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)) % size
        case _:
            return (abs(one) % abs(other) * (-1 if one < 0 else 1)) % size


def cast(op: str, value: int | None, narrow: int, wide: int, flags: str) -> int | None:
    if value is POISON:
        return POISON
    match op:
        case "sext":
            return signed(value, narrow) % (1 << wide)
        case "zext":
            return POISON if "nneg" in flags and signed(value, narrow) < 0 else value
        case "trunc":
            cut = value % (1 << wide)
            if "nuw" in flags and cut != value:
                return POISON
            if "nsw" in flags and signed(cut, wide) != signed(value, narrow):
                return POISON
            return cut
        case _:
            return value


def intrinsic(name: str, args: list[int | None], bits: int) -> int | None:
    if any(arg is POISON for arg in args):
        return POISON
    kind = name.split(".")[1]
    order = {"s": lambda x: signed(x, bits), "u": lambda x: x}
    match kind:
        case "smin" | "umin":
            return min(args, key=order[kind[0]])
        case "smax" | "umax":
            return max(args, key=order[kind[0]])
        case "abs":
            return abs(signed(args[0], bits)) % (1 << bits)
        case "usub":
            return max(args[0] - args[1], 0)
        case _:
            raise NotImplementedError(name)


class Watch:
    """Compares what happens with what was foretold."""

    def __init__(self, fn: Function, layout: DataLayout) -> None:
        self.flow = flow(fn)
        self.loops = loops(self.flow)
        self.evolution = evolution(fn, self.flow, self.loops, layout)
        self.foretold: dict[int, int] = {}
        self.runs: dict[int, int] = {}
        self.starts: dict[int, dict[int, tuple[int, int]]] = {}
        self.compared = 0
        self.exceeded = False
        dies = [isinstance(block.terminator, Unreachable) for block in fn.blocks]
        ends = [n for n, after in enumerate(self.flow.successors) if not after and not dies[n]]
        behind = reached(self.flow.predecessors, ends)
        self.returning = {n for n, found in enumerate(behind) if found}

    def edge(self, source: int, target: int, run: Run) -> None:
        for loop in self.loops.loops:
            before, after = source in loop.blocks, target in loop.blocks
            if after and not before:
                self.enter(loop.index, run)
            if before and not after and not self.lost(target):
                self.leave(loop.index)

    def lost(self, block: int) -> bool:
        """Whether no return can follow."""
        return block >= 0 and block not in self.returning

    def enter(self, loop: int, run: Run) -> None:
        def frozen(value: Value) -> int:
            return run.value(value) or 0

        self.runs[loop] = 0
        count = self.evolution.count(loop)
        if count is not None:
            self.foretold[loop] = sym.evaluate(count.sym, frozen)
        self.starts[loop] = {
            phi.id: (frozen(found.start), sym.evaluate(found.step, frozen))
            for phi, found in self.evolution.inductions(loop).items()
            if run.value(found.start) is not POISON
        }

    def header(self, block: int, run: Run) -> None:
        for loop in self.loops.loops:
            if loop.header != block:
                continue
            index = loop.index
            for phi, found in self.evolution.inductions(index).items():
                if phi.id in self.starts[index] and run.env[phi.id] is not POISON:
                    start, step = self.starts[index][phi.id]
                    expected = (start + self.runs[index] * step) % (1 << found.width)
                    assert run.env[phi.id] == expected, (run.fn.name, phi)
            self.runs[index] += 1
            if index in self.foretold and self.runs[index] > self.foretold[index]:
                self.exceeded = True

    def leave(self, loop: int) -> None:
        count = self.evolution.count(loop)
        if count is not None and count.exact:
            self.compared += 1
            assert self.runs[loop] == self.foretold[loop], loop


# ---- loops in C ----------------------------------------------------------------------------------

TYPES = ("int", "unsigned", "long", "unsigned long", "short", "unsigned char", "signed char")
TESTS = ("<", "<=", ">", ">=", "!=")
BODIES = (
    "sink = i;",
    "use(i);",
    "if (sink) break;",
    "if (sink) leave();",
    "sink = i; if (i == c) break;",
    "if (i & 1) continue; sink = i;",
)
EDGES = (0, 1, 2, 3, 7, 8, 100, 127, 128, 255, -1, -2, -7, -128, 2**31 - 1, -(2**31))


def integer_loop(index: int, chance: random.Random) -> str:
    kind, bound = chance.choice(TYPES), chance.choice(TYPES)
    step = chance.choice(("1", "1", "1", "2", "3", "8", "6", "c"))
    direction = chance.choice("+-")
    start = chance.choice(("0", "a", "a", "10", "b - 1", "250"))
    end = chance.choice(("b", "b", "b", "100", "b + c", "2 * b", "a + 24"))
    test = f"i {chance.choice(TESTS)} ({bound})({end})"
    if chance.random() < 0.2:
        test += f" && i {chance.choice(TESTS)} c"
    body = chance.choice(BODIES)
    if chance.random() < 0.3:
        body += f" for ({kind} j = i; j < ({bound})b; j += {chance.choice((1, 2, 5))}) sink = j;"
    move = f"i {direction}= {step};"
    head = f"void f{index}(int a, int b, int c) {{ {kind} i = {start}; "
    match chance.randrange(3):
        case 0:
            return head + f"for (; {test}; {move[:-1]}) {{ {body} }} }}\n"
        case 1:
            return (
                head
                + f"do {{ {body.replace('continue', 'sink = 2')} {move} }} while ({test}); }}\n"
            )
        case _:
            return head + f"while (1) {{ if (!({test})) break; sink = 3; {move} {body} }} }}\n"


def pointer_loop(index: int, chance: random.Random) -> str:
    element = chance.choice(("double", "char", "struct triple", "short"))
    end = chance.choice(("q", "p + n", "p + 5", "p + m"))
    test = chance.choice(("p != e", "p < e", "p <= e"))
    step = chance.choice((1, 1, 2, 3))
    body = chance.choice(
        ("sink = (long)p;", "use((long)p);", "if (sink) break;", "if (sink) leave();")
    )
    head = (
        f"void f{index}({element} *p, {element} *q, long n, unsigned m) {{ {element} *e = {end}; "
    )
    if chance.random() < 0.5:
        return head + f"for (; {test}; p += {step}) {{ {body} }} }}\n"
    return head + f"do {{ {body} p += {step}; }} while ({test}); }}\n"


PRELUDE = """
struct triple { double a, b, c; };
extern volatile long sink;
void use(long) __attribute__((nothrow));
void leave(void) __attribute__((noreturn, nothrow));
"""


@cache
def programs(seed: int) -> Module:
    chance = random.Random(seed)
    source = PRELUDE + "".join(integer_loop(index, chance) for index in range(120))
    source += "".join(pointer_loop(120 + index, chance) for index in range(40))
    return parse_module(module_text(source, "c", False))


def arguments(fn: Function, chance: random.Random) -> list[list[int]]:
    if bits_of(fn.params[0].local) == 32:
        small = [[a, b, c] for a, b, c in itertools.product((0, 3, -2), (9, 1, -6), (1, 2, -1))]
        wild = [[chance.choice(EDGES) for _ in range(3)] for _ in range(15)]
        return small + wild
    pairs = [(4096, 4096 + 48), (4096, 4096), (4096 + 48, 4096), (4096, 4096 + 24), (4096, 4100)]
    return [[p, q, n, n] for p, q in pairs for n in (0, 1, 5, 6, 40)]


def watched(fn: Function, module: Module, seed: int) -> int:
    layout = DataLayout(module.layout)
    watch = Watch(fn, layout)
    for args in arguments(fn, random.Random(seed)):
        try:
            Run(fn, layout, args, watch).go()
            assert not watch.exceeded
        except Left:
            assert not watch.exceeded, f"{fn.name}{args}: more runs than foretold"
        except (Undefined, Tired):  # an endless loop has no number, whatever is foretold
            pass
        except AssertionError as wrong:
            raise AssertionError(f"{fn.name}{args}: {wrong}\n{watch.evolution}") from None
        watch.foretold.clear()
        watch.exceeded = False
    return watch.compared


@pytest.mark.rotates(plain=0, wide=2)
@pytest.mark.parametrize("seed", range(2))
def test_counts_are_what_happens(seed: int) -> None:
    module = programs(seed)
    compared = sum(watched(fn, module, seed) for fn in module.defined())
    assert compared > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_counts_are_what_happens_in_many_programs(seed: int) -> None:
    module = programs(seed)
    for fn in module.defined():
        watched(fn, module, seed)


# ---- what must be found --------------------------------------------------------------------------


def found(params: str, body: str) -> Evolution:
    source = f"{PRELUDE}double f({params}) {{ double s = 0; {body} return s; }}"
    module = parse_module(module_text(source, "c", False))
    fn = module.functions["f"]
    control = flow(fn)
    return evolution(fn, control, loops(control), DataLayout(module.layout))


@pytest.mark.parametrize(
    ("params", "body"),
    [
        ("double *x, int n", "for (int i = 0; i < n; i++) s += x[i];"),
        ("double *x, unsigned n", "for (unsigned i = 0; i < n; i++) s += x[i];"),
        ("double *x, long n", "for (long i = n; i-- > 0;) s += x[i];"),
        ("double *x, double *e", "while (x != e) s += *x++;"),
        ("struct triple *x, struct triple *e", "while (x != e) s += x++->b;"),
        ("double *x, long n, long d", "for (long i = 0; i < n; i += d) s += x[i];"),
        ("double *x, int n", "for (int i = n; i > 0; i -= 2) s += x[i];"),
        ("double *x, unsigned n", "for (unsigned i = n - 1; i < n; i--) s += x[i];"),
        (
            "double *x, long n",
            "for (long i = 0; i <= n; i++) for (long j = i; j <= n; j++) s += x[i] * x[j];",
        ),
        ("double *x, long n, long m", "for (long i = 0; i < n && i < m; i++) s += x[i];"),
        ("double *x, int n", "for (int i = 0; i < n; i++) { if (i > 7) leave(); s += x[i]; }"),
    ],
)
def test_exact(params: str, body: str) -> None:
    facts = found(params, body)
    counts = [facts.count(loop.index) for loop in facts.loops.loops]
    assert counts
    for count in counts:
        assert count is not None and count.exact, str(facts)


@pytest.mark.parametrize(
    ("params", "body"),
    [
        ("double *x, long n", "for (long i = 0; i < n; i++) { if (x[i] < 0) break; s += x[i]; }"),
        ("double *x, long n", "for (long i = 0; i < n && s < 9; i++) s += x[i];"),
    ],
)
def test_only_a_bound(params: str, body: str) -> None:
    facts = found(params, body)
    count = facts.count(0)
    assert count is not None and not count.exact


@pytest.mark.parametrize(
    ("params", "body"),
    [
        ("double x", "s = x; while (s > 1) s = s * 0.5 + sink;"),
        (
            "double x, unsigned n",
            "s = x; for (unsigned i = 0; i <= n; i += 7) { s *= s; sink = i; }",
        ),
        (
            "double x, unsigned n",
            "s = x; for (; n != 1; n = n % 2 ? 3 * n + 1 : n / 2) s *= s + sink;",
        ),
    ],
)
def test_counted_at_run_time(params: str, body: str) -> None:
    facts = found(params, body)
    assert facts.loops.loops
    assert all(facts.count(loop.index) is None for loop in facts.loops.loops)


LATE = """
define void @f(ptr %p, i64 %n) {
entry:
  %other = getelementptr i8, ptr %p, i64 8
  br label %again
again:
  %i = phi i64 [ 1, %entry ], [ %next, %again ]
  %at = phi ptr [ %FIRST, %entry ], [ %to, %again ]
  %before = phi ptr [ %p, %entry ], [ %at, %again ]
  %next = add i64 %i, 1
  %to = getelementptr double, ptr %p, i64 %i
  %more = icmp ult i64 %i, %n
  br i1 %more, label %again, label %end
end:
  ret void
}
"""


@pytest.mark.parametrize(("first", "lines"), [("p", ["at", "i"]), ("other", ["i"])])
def test_values_of_the_iteration_before(first: str, lines: list[str]) -> None:
    """A line, if it begins as that of the iteration before would have begun."""
    module = parse_module(LATE.replace("FIRST", first))
    fn = module.functions["f"]
    layout = DataLayout(module.layout)
    watch = Watch(fn, layout)
    found = {fn.names[phi.id] for phi in watch.evolution.inductions(0)}
    assert sorted(found) == lines
    for n in (0, 1, 2, 9):
        Run(fn, layout, [4096, n], watch).go()


def test_the_worst_answer() -> None:
    facts = found("double *x, int n", "for (int i = 0; i < n; i++) s += x[i];")
    worst = uncounted(facts.function, facts.flow, facts.loops)
    assert worst.count(0) is None
    assert worst.inductions(0) == {}


def test_sums_have_one_form() -> None:
    n, m = (sym.SymValue(Local(id, ty.I64), True) for id in range(2))
    assert sym.add(sym.sub(n, sym.ONE), sym.ONE) == n
    assert sym.sub(sym.add(n, m), m) == n
    assert sym.mul(sym.const(8), sym.add(n, sym.ONE)) == sym.add(
        sym.const(8), sym.mul(n, sym.const(8))
    )
    assert sym.sub(n, n) == sym.ZERO
    assert sym.leaves(sym.add(n, sym.mul(m, n))) == (n.value, m.value)
