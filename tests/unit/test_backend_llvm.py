"""The bridge: text in, text out, and an exception for everything LLVM would die of."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from ribozyme.backend import child, llvm, selectable
from ribozyme.backend.passes import large, startup, wide
from ribozyme.backend.pipeline import After, run
from ribozyme.backend.target import HOST, Target, emit_assembly, emit_object, generated
from ribozyme.base.errors import Error, InternalError, LinkError, ParseError

SQUARE = "define double @sq(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"

DEBUG = """
define void @f() !dbg !3 {
  call void @g(), !dbg !6
  ret void
}
define void @g() !dbg !7 {
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, unit: !1, type: !4)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 1, scope: !SCOPE)
!7 = distinct !DISubprogram(name: "g", file: !2, unit: !1, type: !4)
"""

# each element divided by the norm, which is computed anew for each; through two static functions
NORM = """
define internal double @squares(ptr %x, i64 %n) {
entry:
  %s = alloca double
  %i = alloca i64
  store double 0.0, ptr %s
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %n
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %v = load double, ptr %p
  %vv = fmul double %v, %v
  %old = load double, ptr %s
  %new = fadd double %old, %vv
  store double %new, ptr %s
  %k1 = add i64 %k, 1
  store i64 %k1, ptr %i
  br label %head
exit:
  %r = load double, ptr %s
  ret double %r
}
define internal double @norm(ptr %x, i64 %n) {
  %s = call double @squares(ptr %x, i64 %n)
  %r = call double @llvm.sqrt.f64(double %s)
  ret double %r
}
define void @normalize(ptr noalias %out, ptr noalias %in, i64 %n) {
entry:
  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %n
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr inbounds double, ptr %in, i64 %k
  %v = load double, ptr %p
  %r = call double @norm(ptr %in, i64 %n)
  %q = fdiv double %v, %r
  %o = getelementptr inbounds double, ptr %out, i64 %k
  store double %q, ptr %o
  %k1 = add i64 %k, 1
  store i64 %k1, ptr %i
  br label %head
exit:
  ret void
}
declare double @llvm.sqrt.f64(double)
"""


def body(text: str, name: str) -> str:
    found = re.search(rf"^define [^\n]*@{name}\(.*?^\}}", text, re.M | re.S)
    assert found
    return found[0]


def blocks(text: str) -> list[str]:
    return text.split("\n\n")


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("define i32 @f(\n  foo", 2, 3, "expected type"),
        ("define i32 @f() {\n  ret i64 0\n}", 2, 7, "doesn't match function result type"),
        ("define i32 @f() {\n  ret i32 %9\n}", 2, 11, "undefined value '%9'"),
        ("ok\0", 1, 0, "NUL"),
    ],
)
def test_malformed_text_has_a_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(ParseError, match=says) as caught:
        llvm.verify(text, "bad.ll")
    assert caught.value.location is not None
    assert (caught.value.location.file, caught.value.location.line) == ("bad.ll", line)
    assert caught.value.location.column == column


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x7fELF\x02\x01\x01", "RZ102"),
        (b"\xff\xfe\x00 rubbish", "RZ102"),
        (b"BC\xc0\xde\x00\x00\x00\x00", "RZ101"),
        (b"hello there", "RZ101"),
        (b"", ""),
    ],
)
def test_what_is_not_bitcode(content: bytes, code: str) -> None:
    if not code:
        assert llvm.to_text(content).strip() == 'source_filename = "<string>"'
        return
    with pytest.raises(ParseError) as caught:
        llvm.verify(content, "x.bc")
    assert caught.value.code == code
    assert "x.bc" in str(caught.value)


def test_bitcode_of_a_newer_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(*_: object) -> None:
        raise RuntimeError(
            "LLVM bitcode parsing error\nUnknown attribute kind (105) "
            "(Producer: 'LLVM23.1.0' Reader: 'LLVM 22.1.0')"
        )

    monkeypatch.setattr(llvm.binding, "parse_bitcode", parse)
    with pytest.raises(ParseError, match="LLVM 23, newer than the LLVM 22") as caught:
        llvm.verify(b"BC\xc0\xde", "new.bc")
    assert caught.value.code == "RZ104"


def test_unverified_ir_is_refused() -> None:
    text = (
        "define double @f(double %x) {\na:\n  br label %b\nb:\n"
        "  %y = fadd double %z, %x\n  %z = fadd double %y, %y\n  ret double %z\n}"
    )
    for use in (llvm.verify, llvm.canonical, llvm.to_bitcode, emit_object):
        with pytest.raises(ParseError, match="does not dominate") as caught:
            use(text)
        assert caught.value.code == "RZ103"


def test_canonical_is_a_fixed_point_in_a_fresh_context() -> None:
    text = "%struct.S = type { i32 }\n@g = global %struct.S zeroinitializer\n" + NORM
    once = llvm.canonical(text)
    assert "preds" not in once and "ModuleID" not in once
    assert llvm.canonical(once) == once == llvm.canonical(text)
    assert "%struct.S.0" not in once


def test_bitcode_and_back() -> None:
    bitcode = llvm.to_bitcode(NORM)
    assert bitcode.startswith(b"BC\xc0\xde")
    assert llvm.canonical(bitcode) == llvm.canonical(NORM)


def test_lost_debug_info_is_an_error() -> None:
    good = DEBUG.replace("!SCOPE", "!3")
    bad = DEBUG.replace("!SCOPE", "!7")
    llvm.verify(good)
    assert "!DILocation" in run("reference", good)
    for use in (llvm.verify, llvm.canonical, lambda text: run("after", text)):
        with pytest.raises(InternalError) as caught:
            use(bad)
        assert caught.value.code == "RZ903"
        assert "wrong subprogram" in str(caught.value)
    with pytest.raises(InternalError):
        llvm.link([SQUARE, bad])


def test_link() -> None:
    caller = "declare double @sq(double)\ndefine double @f(double %x) {\n"
    caller += "  %y = call double @sq(double %x)\n  ret double %y\n}\n"
    whole = llvm.link([caller, llvm.to_bitcode(SQUARE)])
    assert "define double @sq" in whole and "declare double @sq" not in whole
    with pytest.raises(LinkError, match="sq") as caught:
        llvm.link([SQUARE, SQUARE])
    assert caught.value.code == "RZ031"
    with pytest.raises(ParseError) as refused:
        llvm.link([SQUARE, "define nonsense"], ["a.ll", "b.ll"])
    assert refused.value.location is not None and refused.value.location.file == "b.ll"


def test_link_is_silent_about_what_is_left_open(capfd: pytest.CaptureFixture[str]) -> None:
    here = run("scalar", NORM)
    assert llvm.link([here, SQUARE]).count("target ") == llvm.link([SQUARE, here]).count("target ")
    assert capfd.readouterr().err == ""
    with pytest.raises(LinkError, match="aarch64") as caught:
        llvm.link([here, 'target triple = "aarch64-linux-gnu"\n' + SQUARE])
    assert caught.value.code == "RZ033"


def test_processor_of_the_front_end_is_forgotten() -> None:
    text = (
        'define void @f() #0 {\n  ret void\n}\ndefine void @g() "tune-cpu"="i7" {\n  ret void\n}\n'
        'attributes #0 = { "target-cpu"="x86-64" "target-features"="+sse,-avx" '
        '"min-legal-vector-width"="256" }\n'
    )
    clean = llvm.without_target_attributes(text)
    assert "target-" not in clean and "tune-cpu" not in clean
    assert '"min-legal-vector-width"="256"' in clean
    llvm.verify(clean)
    only = 'define void @f() #0 {\n  ret void\n}\nattributes #0 = { "target-cpu"="x86-64" }\n'
    llvm.verify(llvm.without_target_attributes(only))


def test_optnone_goes_with_its_noinline() -> None:
    text = (
        "define void @f() #0 {\n  ret void\n}\ndefine void @g() #1 {\n  ret void\n}\n"
        "attributes #0 = { noinline nounwind optnone uwtable }\n"
        "attributes #1 = { noinline nounwind }\n"
    )
    clean = llvm.optimisable(text)
    assert "attributes #0 = { nounwind uwtable }" in clean
    assert "attributes #1 = { noinline nounwind }" in clean
    llvm.verify(clean)
    llvm.verify(llvm.optimisable("define void @f() optnone noinline {\n  ret void\n}\n"))


def test_before_makes_the_norm_linear() -> None:
    made = run("before", NORM)
    inside = [b for b in blocks(body(made, "normalize")) if "store double" in b]
    assert len(inside) == 1
    assert "fdiv" in inside[0] and "sqrt" not in inside[0] and "call" not in inside[0]
    loops = [b for b in blocks(body(made, "normalize")) if re.search(r"= phi i64", b)]
    assert len(loops) == 2  # the sum, and after it the division: one after the other
    assert made.count("sqrt") == 2  # one call, one declaration
    assert llvm.canonical(run("tidy", made)) == llvm.canonical(made)


def test_before_does_not_depend_on_optnone() -> None:
    pinned = re.sub(r"^(define .*\)) \{", r"\1 noinline optnone {", NORM, flags=re.M)
    assert run("before", pinned) == run("before", NORM)


def test_before_does_not_depend_on_what_o1_says_of_loops() -> None:
    small = NORM.replace("i64 %n)\n", "i64 3)\n").replace("i64 %k, %n", "i64 %k, 3")
    loop = re.sub(r"(br i1 [^\n]*)", r"\1, !llvm.loop !0", small)
    kept = '\n!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.unroll.disable"}\n'
    assert "phi" not in body(run("before", loop + kept), "normalize")


def test_before_neither_vectorises_nor_unrolls_large_loops_but_small_ones() -> None:
    made = run("before", NORM)
    assert " x double>" not in made
    small = NORM.replace("i64 %n)\n", "i64 3)\n").replace("i64 %k, %n", "i64 %k, 3")
    assert "phi" not in body(run("before", small), "normalize")


def test_reference_optimises_nothing() -> None:
    made = run("reference", NORM)
    assert "alloca" in made and "call double @norm" in body(made, "normalize")


def test_scalar_inlines_nothing() -> None:
    made = run("scalar", NORM)
    assert "alloca" not in made and "call double @norm" in body(made, "normalize")


def test_after_vectorises_for_the_host() -> None:
    made = run("after", run("before", NORM))
    assert " x double>" in made
    assert " x double>" not in run("after", NORM, after=After(vectorise=False))


def test_after_leaves_slp_out_of_long_blocks() -> None:
    lines = [f"  %v{i} = fadd double %v{i - 1}, %v{i - 1}" for i in range(1, 2500)]
    text = "define double @f(double %v0) {\n" + "\n".join(lines) + "\n  ret double %v2499\n}\n"
    assert large.longest_block(llvm.to_text(text)) > large.LONG_BLOCK
    assert large.longest_block(llvm.to_text(NORM)) < 20
    assert "fadd" in run("after", text)


def test_objects_and_assembly() -> None:
    assert emit_object(SQUARE).startswith(b"\x7fELF")
    assert "sq:" in emit_assembly(SQUARE)
    assert emit_object(SQUARE) == emit_object(SQUARE, isolated=True)
    assert emit_object(llvm.to_bitcode(SQUARE)) == emit_object(SQUARE)


def test_other_targets() -> None:
    arm = Target("aarch64-unknown-linux-gnu")
    assert "fmul\td0, d0, d0" in emit_assembly(SQUARE, arm)
    gpu = Target("nvptx64-nvidia-cuda", cpu="sm_90")
    assert "mul.rn.f64" in emit_assembly(SQUARE, gpu)
    with pytest.raises(Error, match="nonsuch"):
        emit_object(SQUARE, Target("nonsuch-unknown-none"))
    triple = 'target triple = "aarch64-unknown-linux-gnu"\n'
    with pytest.raises(LinkError, match="aarch64") as caught:
        emit_object(triple + SQUARE, Target("x86_64-unknown-linux-gnu"))
    assert caught.value.code == "RZ033"


@pytest.mark.parametrize("triple", ["x86_64-pc-windows-msvc", "x86_64-apple-darwin", ""])
def test_other_systems_memory_is_not_this_ones(triple: str) -> None:
    layout = "e-m:w-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"
    text = f'target datalayout = "{layout}"\ntarget triple = "{triple}"\n' + SQUARE
    with pytest.raises(LinkError):
        run("before", text, Target("x86_64-unknown-linux-gnu"))
    assert "fmul" in run("before", 'target triple = "x86_64-pc-linux-gnu"\n' + SQUARE)


def test_intrinsics_of_another_target_are_refused_at_once() -> None:
    text = """
    declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
    define i32 @f() {
      %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
      ret i32 %i
    }
    """
    with pytest.raises(ParseError, match=r"nvvm\.read") as caught:
        emit_object(text, Target("x86_64-unknown-linux-gnu"))
    assert caught.value.code == "RZ106"
    assert "tid" in emit_assembly(text, Target("nvptx64-nvidia-cuda", cpu="sm_90"))


@pytest.mark.parametrize(
    "text",
    [
        # selectable only with a feature that this target lacks
        """
        declare <8 x double> @llvm.x86.avx512.sqrt.pd.512(<8 x double>, i32)
        define <8 x double> @f(<8 x double> %x) {
          %r = call <8 x double> @llvm.x86.avx512.sqrt.pd.512(<8 x double> %x, i32 4)
          ret <8 x double> %r
        }
        """,
        """
        define void @f() {
          call void asm sideeffect "this is no instruction", ""()
          ret void
        }
        """,
        'module asm "neither is this"\n',
        """
        define <vscale x 2 x double> @f(<vscale x 2 x double> %x) {
          %y = fadd <vscale x 2 x double> %x, %x
          ret <vscale x 2 x double> %y
        }
        """,
    ],
    ids=["feature", "inline asm", "module asm", "scalable"],
)
def test_what_kills_the_code_generator_is_an_exception(text: str) -> None:
    plain = Target("x86_64-unknown-linux-gnu", cpu="x86-64", features="")
    with pytest.raises(InternalError, match="code") as caught:
        emit_object(text, plain)
    assert caught.value.code == "RZ904"


UNARY = """
    acos asin atan canonicalize ceil cos cosh exp exp10 exp2 fabs floor log log10 log2 nearbyint
    rint round roundeven sin sinh sqrt tan tanh trunc arithmetic.fence
    """.split()  # noqa: SIM905 -- thirty words
BINARY = (
    "atan2", "copysign", "maximum", "maximumnum", "maxnum", "minimum", "minimumnum", "minnum", "pow"
)  # fmt: skip
FLOATS = {
    "f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "f80": "x86_fp80",
    "f128": "fp128", "v2f16": "<2 x half>", "v2bf16": "<2 x bfloat>", "v4f80": "<4 x x86_fp80>",
    "v2f128": "<2 x fp128>",
}  # fmt: skip


def intrinsics_of(suffix: str) -> dict[str, tuple[list[str], str]]:
    """Parameters and result by name, of all that floating point has for a type."""
    t = FLOATS[suffix]
    found = {f"{name}.{suffix}": ([t], t) for name in UNARY}
    found |= {f"{name}.{suffix}": ([t, t], t) for name in BINARY}
    found |= {f"{name}.{suffix}": ([t, t, t], t) for name in ("fma", "fmuladd")}
    if suffix.startswith("v"):
        return found
    found |= {f"{name}.i64.{suffix}": ([t], "i64") for name in ("lrint", "llround", "fptosi.sat")}
    found |= {f"{name}.{suffix}.i32": ([t, "i32"], t) for name in ("powi", "ldexp")}
    pairs = {"frexp": (f"{suffix}.i32", "i32"), "modf": (suffix, t), "sincos": (suffix, t)}
    return found | {f"{name}.{end}": ([t], f"{{ {t}, {o} }}") for name, (end, o) in pairs.items()}


@pytest.mark.parametrize("suffix", FLOATS)
def test_what_is_called_safe_is(suffix: str) -> None:
    """All at once in a child: none that is not in doubt kills the code generator."""
    lines = []
    for number, (name, (parameters, result)) in enumerate(intrinsics_of(suffix).items()):
        if not selectable.doubtful(f"@llvm.{name}"):
            given = ", ".join(f"{p} %a{k}" for k, p in enumerate(parameters))
            lines.append(f"declare {result} @llvm.{name}({', '.join(parameters)})")
            lines.append(f"define {result} @f{number}({given}) {{")
            lines.append(f"  %y = call {result} @llvm.{name}({given})\n  ret {result} %y\n}}")
    assert len(lines) > 90
    assert child.apart(generated, "\n".join(lines), HOST.resolved(), "object")


@pytest.mark.parametrize("suffix", ["f80", "f128", "v4f80"])
@pytest.mark.parametrize("name", ["minimum", "maximum"])
def test_wide_minima_are_an_exception(name: str, suffix: str) -> None:
    t = FLOATS[suffix]
    text = f"declare {t} @llvm.{name}.{suffix}({t}, {t})\ndefine {t} @f({t} %x, {t} %y) {{\n"
    text += f"  %z = call {t} @llvm.{name}.{suffix}({t} %x, {t} %y)\n  ret {t} %z\n}}\n"
    with pytest.raises(InternalError) as caught:
        emit_object(text)
    assert caught.value.code == "RZ904"


def test_good_inline_asm_passes() -> None:
    text = 'define void @f() {\n  call void asm sideeffect "nop", ""()\n  ret void\n}\n'
    assert selectable.doubtful(text)
    assert emit_object(text).startswith(b"\x7fELF")


@pytest.mark.parametrize("words", ["", "# begin", "#step 2, 3 (of 4)"])
def test_inline_asm_that_is_a_comment_needs_no_child(words: str) -> None:
    asm = f'asm sideeffect "{words}", "~{{dirflag}},~{{fpsr}},~{{flags}}"()'
    text = f"define void @f() {{\n  call void {asm}\n  ret void\n}}\n"
    assert not selectable.doubtful(text)
    assert emit_object(text).startswith(b"\x7fELF")


@pytest.mark.parametrize(
    "asm",
    [
        'asm sideeffect "#\\0Anonsense", ""()',
        'asm sideeffect "# $0", "r"(i64 0)',
        'asm sideeffect "", "{nowhere}"(i64 0)',
        'asm sideeffect "# ; nonsense", ""()',
        'asm sideeffect "/* begin", ""()',
    ],
)
def test_inline_asm_that_may_be_more_than_a_comment(asm: str) -> None:
    assert selectable.doubtful(f"  call void {asm}\n")


def test_ordinary_code_needs_no_child() -> None:
    assert not selectable.doubtful(run("after", NORM))
    assert not selectable.doubtful(DEBUG)


def test_constructors_for_a_linker() -> None:
    text = llvm.canonical("""
    @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @a, ptr null }, { i32, ptr, ptr } { i32 101, ptr @b, ptr null }]
    @kept = internal global i32 1
    @llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
    define internal void @a() {
      ret void
    }
    define internal void @b() {
      ret void
    }
    """)  # noqa: E501
    made = startup.for_linking(text)
    llvm.verify(made)
    assert '@rz.init.1 = internal constant ptr @b, section ".init_array.00101"' in made
    assert "[3 x ptr] [ptr @kept, ptr @rz.init.0, ptr @rz.init.1]" in made
    image = emit_object(made)
    assert b".init_array.00101" in image and b".ctors" not in image


def test_threads() -> None:
    want = run("before", NORM)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: run("before", NORM), range(16))) == {want}


def test_targets_are_values() -> None:
    assert Target() == HOST and hash(Target()) == hash(HOST)
    assert HOST.resolved().cpu and "O3" in str(HOST)


def test_malformed_code_with_debug_info_does_not_end_the_process() -> None:
    late = "  %y = add i32 %z, 1\n  %z = add i32 1, 1\n  call void @g(), !dbg !6"
    bad = DEBUG.replace("!SCOPE", "!3").replace("  call void @g(), !dbg !6", late, 1)
    with pytest.raises(ParseError, match="dominate") as caught:
        llvm.verify(bad)
    assert caught.value.code == "RZ103"


WIDE = """
define double @f(ptr %x, i32 %i, i32 %n, i1 %c) personality ptr @p {{
  %m = {op} i32 %i, %n
  br i1 %c, label %a, label %b
a:
  %less = add nsw i32 %n, -1
  br label %b
b:
  %j = phi i32 [ %less, %a ], [ 7, %0 ]
  %s = add nsw i32 %m, %j
  %w = sext i32 %s to i64
  %q = getelementptr double, ptr %x, i64 %w
  %v = load double, ptr %q
  ret double %v
}}
declare i32 @p(...)
"""


@pytest.mark.parametrize(("op", "sums"), [("mul nsw", 3), ("mul", 2), ("sub nuw nsw", 3)])
def test_addresses_are_computed_in_64_bits(op: str, sums: int) -> None:
    """Sums that are said not to wrap become wide; what may wrap is extended as it is."""
    made = wide.widened(WIDE.format(op=op))
    assert len(re.findall(r"= (?:add|sub|mul) nsw i64 ", made)) == sums
    assert ("sext i32 %m to i64" in made) == (op == "mul")
    assert "= phi i64 [ %rz.wide" in made
    llvm.verify(made)


def test_nothing_to_widen() -> None:
    text = WIDE.format(op="mul nsw").replace("add nsw i32 %m", "add i32 %m")
    assert wide.widened(text) is text


def test_a_debug_record_without_a_value_is_left_out() -> None:
    """LLVM prints such records, of structs that were taken apart, and does not read them."""
    text = """
define void @f(ptr %p) !dbg !4 {
    #dbg_value({ ptr, i64 } , !7, !DIExpression(), !8)
    #dbg_value(ptr %p, !7, !DIExpression(), !8)
  ret void, !dbg !8
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.zig", directory: "/")
!4 = distinct !DISubprogram(name: "f", file: !2, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !2, line: 1)
!8 = !DILocation(line: 1, scope: !4)
"""
    found = llvm.to_text(text)
    assert "#dbg_value(ptr %p" in found and "{ ptr, i64 }" not in found
