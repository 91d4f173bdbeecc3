"""A module divided into what its derivatives reach and the rest is one again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ribozyme.backend import llvm
from ribozyme.backend.definitions import definitions
from ribozyme.backend.passes.rejoin import rejoined
from ribozyme.base.options import options
from ribozyme.cinterface.parts.bare_text import without_debug
from ribozyme.cinterface.parts.portions import Portions, portions
from ribozyme.cli import cc
from ribozyme.frontends.base import Language
from ribozyme.frontends.c.clang import compile_c
from ribozyme.parse import parse_module

C = """\
#include <stdio.h>
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
static double scale = 2;         /* only `set` writes to it, which no derivative reaches */
static int calls;                /* nobody but the rest knows it */
static const double table[2] = {3, 5};
static double twice(double x) { return scale * x + table[1]; }
double loss(double x) { return twice(x) * x; }
void set(double to) { calls++; scale = to; }
static int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static const char *report(void) {
    static char text[64];
    sprintf(text, "!dbg %d", calls);
    return text;
}
double slope(double x) { return __enzyme_autodiff((void *)loss, x); }
int main(void) {
    int some[3] = {3, 1, 2};
    qsort(some, 3, 4, compare);
    double first = slope(1.5);
    set(4);
    printf("%g %g %d %s, !dbg !1\\n", first, slope(1.5), some[0], report());
    return 0;
}
"""

CXX = """\
#include <cstdio>
#include <map>
#include <string>
#include <vector>
double __enzyme_autodiff(double (*)(double), double);
struct Shape { virtual double area(double r) const { return r; } virtual ~Shape() {} };
struct Circle : Shape {
    double k;
    Circle(double k) : k(k) {}
    double area(double r) const override { return k * r * r; }
};
struct Counted { static inline int made = 0; Counted() { made++; } ~Counted() { made--; } };
static const Circle circle(3);             // made by a constructor that runs before main
template <class T> T power(T x, int n) { T r = 1; for (int i = 0; i < n; i++) r *= x; return r; }
double loss(double x) {
    std::vector<double> v(4, x);
    double s = circle.k;
    for (double y : v) s += power(y, 3);
    return s;
}
double slope(double x) { return __enzyme_autodiff(loss, x); }
int main() {
    Counted counted;
    std::map<std::string, std::vector<double>> all;
    all["slope"].push_back(slope(2));
    all["power"].push_back(power(2.0, 3));
    const Shape &shape = circle;
    for (auto &[name, values] : all) std::printf("%s %g ", name.c_str(), values[0]);
    std::printf("%g %g %d\\n", loss(2), shape.area(2), Counted::made);
}
"""


def divided(source: str, language: Language) -> Portions | None:
    return portions(llvm.to_text(compile_c(source, lang=language).code))


def built(source: str, language: Language, folder: Path, *words: str) -> str:
    """What a program prints that the driver built."""
    path = folder / ("program.c" if language == "c" else "program.cpp")
    path.write_text(source, encoding="utf-8")
    made = folder / "program"
    with options(cache=False):
        assert cc.run([*words, "--cache=no", str(path), "-o", str(made)], language) == 0
    return subprocess.run([str(made)], capture_output=True, text=True, check=True).stdout


def test_what_no_derivative_reaches_is_elsewhere() -> None:
    found = divided(C, "c")
    assert found is not None
    own, rest = parse_module(found.own), parse_module(found.rest)
    assert {f.name for f in own.defined()} == {"twice", "loss", "set", "slope"}
    assert {f.name for f in rest.defined()} == {"main", "compare", "report"}
    assert found.linkage == {"calls": "internal"}  # which `set` counts, and `report` reads
    assert own.globals["calls"].header.linkage == "external"
    assert rest.globals["calls"].header.linkage == ""
    assert own.globals["scale"].header.linkage == "internal"
    assert "scale" not in rest.globals


@pytest.mark.parametrize("source, language", [(C, "c"), (CXX, "c++")], ids=["c", "c++"])
def test_joined_again_it_has_the_same_definitions(source: str, language: Language) -> None:
    text = llvm.to_text(compile_c(source, lang=language).code)
    found = portions(text)
    assert found is not None
    once = parse_module(text)
    again = parse_module(llvm.to_text(rejoined(found.rest, found.own, found.linkage)))
    for name, function in once.functions.items():
        assert again.functions[name].header.linkage == function.header.linkage, name
        assert again.functions[name].header.comdat == function.header.comdat, name
        assert again.functions[name].is_declaration == function.is_declaration, name
    for name, variable in once.globals.items():
        assert again.globals[name].header == variable.header, name


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_a_program_in_c_does_what_it_says(level: str, tmp_path: Path) -> None:
    # d/dx (scale x + 5) x = 2 scale x + 5
    assert built(C, "c", tmp_path, level) == "11 17 1 !dbg 1, !dbg !1\n"


@pytest.mark.wide
@pytest.mark.parametrize("words", [["-O0"], ["-O2"], ["-O2", "-g"]], ids=" ".join)
def test_a_program_in_cxx_does_what_it_says(words: list[str], tmp_path: Path) -> None:
    # d/dx 4 x³ = 12 x², which is 48 at 2
    assert built(CXX, "c++", tmp_path, *words) == "power 8 slope 48 35 12 1\n"


OVER_THE_END = """\
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
double slope(double x) { return __enzyme_autodiff((void *)square, x); }
static double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
static double over(int n) { double s = 0; for (int i = 0; i < n; i++) s += rows[0][i]; return s; }
int main(int n, char **v) { (void)v; printf("%g %g\\n", slope(3), over(3 * n + 1)); return 0; }
"""


def test_code_that_no_derivative_reaches_is_what_clang_makes_of_it(tmp_path: Path) -> None:
    assert built(OVER_THE_END, "c", tmp_path, "-O2").startswith("6 ")
    found = divided(OVER_THE_END, "c")
    assert found is not None and "@over" not in found.own


WHOLE = {
    "a closed function calls by address": "double (*g)(double);"
    " double f(double x) { return g(x); }",
    "module asm": '__asm__(".globl here\\nhere:"); double f(double x) { return x; }',
    "labels in tables": "double f(double x) { static void *to[] = {&&a, &&b}; goto *to[x > 0];"
    " a: return x; b: return 2 * x; }",
}


@pytest.mark.parametrize("body", WHOLE.values(), ids=WHOLE)
def test_what_is_tied_together_stays_whole(body: str) -> None:
    calls = "double __enzyme_autodiff(void *, ...);"
    source = f"{calls}\n{body}\ndouble d(double x) {{ return __enzyme_autodiff((void *)f, x); }}"
    assert divided(f"{source}\nint other(void) {{ return 1; }}", "c") is None


def test_a_call_that_does_not_name_its_function_leaves_the_module_whole() -> None:
    source = """\
double __enzyme_autodiff(void *, ...);
double d(double (*f)(double), double x) { return __enzyme_autodiff((void *)f, x); }
double square(double x) { return x * x; }
double slope(double x) { return d(square, x); }
int other(void) { return 1; }
"""
    assert divided(source, "c") is None


TEXT = """\
$group = comdat any
%"struct.a b" = type { i32, ptr }

@v = linkonce_odr dso_local constant { %"struct.a b", [2 x i8] } zeroinitializer, comdat($group)
@s = private unnamed_addr constant [9 x i8] c"@t comdat", align 1
@t = internal thread_local global [2 x ptr] [ptr @f, ptr @s], align 16, !dbg !3

define linkonce_odr ptr @f(ptr sret(%"struct.a b") %x) #0 comdat($group) personality ptr @p {
  ret ptr @t
}

declare i32 @p(...)

attributes #0 = { nounwind }
"""


def test_definitions_as_declarations() -> None:
    found = {one.name: one for one in definitions(TEXT)[0]}
    assert found["f"].declaration() == ('declare ptr @f(ptr sret(%"struct.a b") %x) #0')
    assert found["v"].declaration() == (
        '@v = external dso_local constant { %"struct.a b", [2 x i8] }'
    )
    assert found["t"].declaration() == "@t = external thread_local global [2 x ptr]"
    assert (found["v"].comdat, found["s"].comdat, found["f"].comdat) == ("group", None, "group")
    assert set(found["t"].used) == {"f", "s"} and not found["s"].used
    assert found["s"].constant and not found["t"].constant
    text = 'define internal i16 @"q(net).put"(ptr align 8 %0, i32 %1) #0 {\n  ret i16 0\n}\n'
    [one] = definitions(text)[0]
    assert one.declaration() == 'declare i16 @"q(net).put"(ptr align 8 %0, i32 %1) #0'


def test_texts_stay_where_debug_info_goes() -> None:
    text = """\
@s = constant [9 x i8] c", !dbg !5", align 1, !dbg !3

declare !dbg !4 void @g()

define void @f() !dbg !5 {
  call void @g(), !dbg !6
    #dbg_value(i32 0, !7, !DIExpression(), !6)
  br label %a, !dbg !6, !llvm.loop !8
}

!llvm.dbg.cu = !{!0}
!6 = !DILocation(line: 1, scope: !5)
!8 = distinct !{!8, !6, !9}
"""
    bare = """\
@s = constant [9 x i8] c", !dbg !5", align 1

declare void @g()

define void @f() {
  call void @g()
  br label %a, !llvm.loop !8
}

!6 = !DILocation(line: 1, scope: !5)
!8 = distinct !{!8, !9}
"""
    assert without_debug(text) == bare
