"""Programs that call every function known to carry no derivative, for `tests/operations.py`.

    time, rand, getenv, …   →   p = &x; time(p, x); rand(p, x); …; return *p * *p * y

The functions are stood in for by stubs that do nothing, so that only what is known of the names
counts. Of a pattern, one name that fits it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any, Final

from ribozyme.rules.expr import words
from ribozyme.rules.inactive import FAMILIES, OVERWRITING, PATTERNS

Source = tuple[str, str, bool, Callable[[Any, Any], Any], str]
SECTION: Final = "Names without a derivative"

# The machine needs these itself, or a program of its own is in another row.
REAL: Final = frozenset((
    "malloc_usable_size", "memcmp", "bcmp", "memchr", "_Unwind_Resume", "__gxx_personality_v0",
    "rust_eh_personality", "__dynamic_cast",
))  # fmt: skip
LEAVING: Final = frozenset((
    "abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert_rtn", "__assert",
    "__stack_chk_fail", "__cxa_throw", "__cxa_rethrow", "__cxa_pure_virtual",
    "__cxa_deleted_virtual", "__cxa_throw_bad_array_new_length", "__cxa_bad_cast",
    "__cxa_bad_typeid", "__cxa_call_unexpected", "__clang_call_terminate", "_ZSt9terminatev",
    "rust_begin_unwind",
))  # fmt: skip

_OF_OBJECTS: Final = tuple(title for title in PATTERNS if title.startswith(("libstdc++", "libc++")))

# Every intrinsic as it is called, `%p` a place on the stack and `%k` an i32.
CALLS: Final = """
call void @llvm.lifetime.start.p0(ptr %q)
%start = call ptr @llvm.invariant.start.p0(i64 4, ptr @constant)
call void @llvm.invariant.end.p0(ptr %start, i64 4, ptr @constant)
call void @llvm.assume(i1 true)
call void @llvm.donothing()
%likely = call i32 @llvm.expect.i32(i32 %k, i32 1)
%probable = call i32 @llvm.expect.with.probability.i32(i32 %k, i32 1, double 0.5)
%constant = call i1 @llvm.is.constant.i32(i32 %k)
%size = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
call void @llvm.sideeffect()
call void @llvm.experimental.noalias.scope.decl(metadata !0)
call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
%stack = call ptr @llvm.stacksave.p0()
call void @llvm.stackrestore.p0(ptr %stack)
%back = call ptr @llvm.returnaddress(i32 0)
%frame = call ptr @llvm.frameaddress.p0(i32 0)
%where = call ptr @llvm.addressofreturnaddress.p0()
%cycles = call i64 @llvm.readcyclecounter()
%steady = call i64 @llvm.readsteadycounter()
call void (...) @llvm.fake.use(i32 %k)
%ones = call i32 @llvm.ctpop.i32(i32 %k)
%leading = call i32 @llvm.ctlz.i32(i32 %k, i1 false)
%trailing = call i32 @llvm.cttz.i32(i32 %k, i1 false)
%reversed = call i32 @llvm.bitreverse.i32(i32 %k)
%swapped = call i32 @llvm.bswap.i32(i32 %k)
%left = call i32 @llvm.fshl.i32(i32 %k, i32 %k, i32 3)
%right = call i32 @llvm.fshr.i32(i32 %k, i32 %k, i32 3)
%size.of = call i32 @llvm.abs.i32(i32 %k, i1 false)
%smax = call i32 @llvm.smax.i32(i32 %k, i32 3)
%smin = call i32 @llvm.smin.i32(i32 %k, i32 3)
%umax = call i32 @llvm.umax.i32(i32 %k, i32 3)
%umin = call i32 @llvm.umin.i32(i32 %k, i32 3)
%scmp = call i32 @llvm.scmp.i32.i32(i32 %k, i32 3)
%ucmp = call i32 @llvm.ucmp.i32.i32(i32 %k, i32 3)
%over = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %k, i32 3)
%sadd = call i32 @llvm.sadd.sat.i32(i32 %k, i32 3)
%uadd = call i32 @llvm.uadd.sat.i32(i32 %k, i32 3)
%ssub = call i32 @llvm.ssub.sat.i32(i32 %k, i32 3)
%usub = call i32 @llvm.usub.sat.i32(i32 %k, i32 3)
%sshl = call i32 @llvm.sshl.sat.i32(i32 %k, i32 3)
%ushl = call i32 @llvm.ushl.sat.i32(i32 %k, i32 3)
%smul = call i32 @llvm.smul.fix.i32(i32 %k, i32 3, i32 2)
%umul = call i32 @llvm.umul.fix.i32(i32 %k, i32 3, i32 2)
%sdiv = call i32 @llvm.sdiv.fix.i32(i32 %k, i32 3, i32 2)
%udiv = call i32 @llvm.udiv.fix.i32(i32 %k, i32 3, i32 2)
%signed = call i32 @llvm.fptosi.sat.i32.{S}({T} %x)
%unsigned = call i32 @llvm.fptoui.sat.i32.{S}({T} %x)
%lround = call i64 @llvm.lround.i64.{S}({T} %x)
%llround = call i64 @llvm.llround.i64.{S}({T} %x)
%lrint = call i64 @llvm.lrint.i64.{S}({T} %x)
%llrint = call i64 @llvm.llrint.i64.{S}({T} %x)
%class = call i1 @llvm.is.fpclass.{S}({T} %x, i32 3)
%mode = call i32 @llvm.get.rounding()
call void @llvm.set.rounding(i32 1)
%radd = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
%rmul = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %v)
%rand = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %v)
%ror = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %v)
%rxor = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %v)
%rsmax = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)
%rsmin = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %v)
%rumax = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
%rumin = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %v)
%lane = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 0, i32 %k)
%steps = call <4 x i32> @llvm.stepvector.v4i32()
call void @llvm.lifetime.end.p0(ptr %q)
"""
# Other machines, other formats of objects, ends of the program, or the debugger's business.
NOT_CALLED: Final = words(
    "llvm.dbg.* llvm.trap llvm.debugtrap llvm.ubsantrap llvm.var.annotation* "
    "llvm.codeview.annotation llvm.eh.typeid.for* llvm.type.test llvm.public.type.test "
    "llvm.allow.*.check llvm.sponentry* llvm.vscale.* llvm.clear_cache llvm.get.fpenv.* "
    "llvm.set.fpenv.* llvm.reset.fpenv llvm.get.fpmode.* llvm.set.fpmode.* llvm.loop.decrement* "
    "llvm.start.loop.iterations.* llvm.test.start.loop*"
)


def uncalled() -> frozenset[str]:
    """Patterns of intrinsics that no line of `CALLS` is about."""
    called = [line.split("@")[1].split("(")[0] for line in CALLS.strip().splitlines()]
    patterns = PATTERNS["LLVM intrinsics"] - NOT_CALLED
    return frozenset(p for p in patterns if not any(fnmatchcase(name, p) for name in called))


def square(x: Any, y: Any) -> Any:
    """What every program here computes."""
    return x * x * y


def name_operations() -> Iterator[Source]:
    """A program per family of names."""
    for title, names in FAMILIES.items():
        returning = sorted(names - LEAVING - REAL)
        yield SECTION, title, False, square, _calling(returning)
    yield SECTION, "what does not return", False, square, _aside(LEAVING)
    for title, patterns in PATTERNS.items():
        if title != "LLVM intrinsics":
            names = sorted(map(_fitting, patterns))
            body = _calling_on_objects(names) if title in _OF_OBJECTS else _calling(names)
            yield SECTION, title, False, square, body
    yield SECTION, "LLVM intrinsics", False, square, _intrinsics()
    yield (
        SECTION,
        "input into memory that has no derivative",
        False,
        lambda x, y: x * y * 3,
        _reading(sorted(OVERWRITING)),
    )


def stubs() -> str:
    """Definitions of everything that is called; what reads input stores a 3."""
    text = [f'define i32 @"{name}"(ptr %p, {{T}} %x) {{{{\n  ret i32 0\n}}}}' for name in _all()]
    for name in sorted(OVERWRITING):
        body = "  %v = uitofp i32 3 to {T}\n  store {T} %v, ptr %p, align 16\n  ret i32 0\n"
        text.append(f'define i32 @"{name}"(ptr %p, {{T}} %x) {{{{\n{body}}}}}')
    return "\n".join(text)


def declarations() -> str:
    """Declarations of the same."""
    names = (*_all(), *sorted(OVERWRITING))
    return "".join(f'declare i32 @"{name}"(ptr, {{T}})\n' for name in names)


def _all() -> list[str]:
    patterns = (p for title, p in PATTERNS.items() if title != "LLVM intrinsics")
    found = frozenset().union(*FAMILIES.values(), *(map(_fitting, p) for p in patterns)) - REAL
    return sorted(found)


def _fitting(pattern: str) -> str:
    return re.sub(r"\[(.)[^]]*\]", r"\1", pattern.replace("*", "0"))


def names_of(title: str) -> list[str]:
    """The names and patterns that a row of the page is about."""
    known = {
        **{family: names - LEAVING for family, names in FAMILIES.items()},
        **PATTERNS,
        "what does not return": LEAVING,
        "input into memory that has no derivative": OVERWRITING,
    }
    return sorted(known.get(title, ()))


def _calls(names: Iterable[str], place: str = "%p") -> str:
    return "".join(f'  call i32 @"{name}"(ptr {place}, {{T}} %x)\n' for name in names)


_PLACE: Final = "  %p = alloca {T}, align 16\n  store {T} %x, ptr %p, align 16\n"
_SQUARE: Final = """  %w = load {T}, ptr %p, align 16
  %s = fmul {T} %w, %w
  %r = fmul {T} %s, %y
  ret {T} %r"""


def _calling(names: Iterable[str]) -> str:
    return f"\n{_PLACE}{_calls(names)}{_SQUARE}"


def _calling_on_objects(names: Iterable[str]) -> str:
    """The object they are called on is a stream or a string: a number printed there is text, and
    would come back as such."""
    return f"\n{_PLACE}  %q = alloca [64 x i8], align 16\n{_calls(names, '%q')}{_SQUARE}"


def _aside(names: Iterable[str]) -> str:
    """The calls where nobody comes: one at the end of each arm."""
    arms = "".join(
        f"  %c{n} = fcmp ugt {{T}} %y, %x{n}\n  br i1 %c{n}, label %on{n}, label %off{n}\n"
        f"off{n}:\n{_calls([name])}  unreachable\non{n}:\n"
        for n, name in enumerate(sorted(names))
    )
    limits = "".join(f"  %x{n} = uitofp i32 0 to {{T}}\n" for n, _ in enumerate(names))
    return f"\n{_PLACE}{limits}{arms}{_SQUARE}"


def _intrinsics() -> str:
    lines = "".join(f"  {line}\n" for line in CALLS.strip().splitlines())
    lines = lines.replace("{ i32, i1 }", "{{ i32, i1 }}")
    made = "  %q = alloca i32\n  %k = fptosi {T} %x to i32\n"
    made += "  %v = insertelement <4 x i32> zeroinitializer, i32 %k, i64 1\n"
    return f"\n{_PLACE}{made}{lines}{_SQUARE}"


def _reading(names: Iterable[str]) -> str:
    made = "  %p = alloca {T}, align 16\n"
    more = "  %v = load {T}, ptr %p, align 16\n  %a = fmul {T} %x, %y\n  %r = fmul {T} %a, %v\n"
    return f"\n{made}{_calls(names)}{more}  ret {{T}} %r"
