"""Thread-local variables: what is held in registers outlives the question for their address."""

import ctypes
import math
import re
import subprocess
import sys

import pytest

import ribozyme as rz
from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import threads
from ribozyme.backend.target import Target, emit_assembly, emit_object

SUM = """
#include <math.h>
double a = 1, b = 2, c = 3, d = 4, e = 5;
_Thread_local double each = 1;
double f(double x) { return a * x + b * x * x + c * x * sin(x) + d + e * x * each; }
"""
FORMS = {
    "direct": "  store double %x, ptr @each\n  %r = load double, ptr @each",
    "attributes": "  %q = tail call noundef nonnull align 8 ptr @llvm.threadlocal.address.p0("
    "ptr nonnull align 8 @each) #0\n  store double %x, ptr %q\n  %r = load double, ptr %q",
    "place": "  store double %x, ptr getelementptr inbounds (i8, ptr @each, i64 8)\n"
    "  %r = load double, ptr getelementptr inbounds (i8, ptr @each, i64 8)",
    "choice": "  %c = fcmp olt double %x, 0.0\n  br i1 %c, label %less, label %end\n"
    "less:\n  br label %end\nend:\n  %q = phi ptr [ @each, %0 ], [ @other, %less ]\n"
    "  store double %x, ptr %q\n  %r = load double, ptr %q",
}
MODULE = """
@each = thread_local global [2 x double] zeroinitializer
@other = global double 0.0
define double @f(double %x) {{
{}
  ret double %r
}}
declare ptr @llvm.threadlocal.address.p0(ptr)
attributes #0 = {{ nounwind }}
"""
NUMBER = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)


def test_numbers_outlive_the_question_for_an_address() -> None:
    held = [rz.compile(SUM) for _ in range(60)]  # now and then the loader needs a longer table
    want = pytest.approx(0.3 + 2 * 0.09 + 3 * 0.3 * math.sin(0.3) + 4 + 5 * 0.3, rel=1e-14)
    assert [lib.f(0.3) for lib in held] == [want] * 60


@pytest.mark.parametrize("form", FORMS)
def test_only_functions_made_for_it_ask(form: str) -> None:
    text = llvm.canonical(MODULE.format(FORMS[form]))
    found = threads.called(text)
    own = re.search(r"^define double @f.*?^}", found, re.M | re.S)
    assert own is not None
    assert "@each" not in own[0]
    assert own[0].count('call ptr @"rz.thread.each"()') == 1
    code = emit_assembly(text, Target("x86_64-unknown-linux-gnu", "skylake-avx512", ""))
    first = code[code.index("\nf:") : code.index(".Lfunc_end0")]
    assert "__tls_get_addr" in code
    assert "__tls_get_addr" not in first
    assert NUMBER(jit.load(emit_object(text)).address("f"))(3.0) == 3.0


def test_names_that_begin_alike_and_names_in_quotes() -> None:
    found = threads.called(
        '@a = thread_local global double 0.0\n@a.b = global double 0.0\n@"c d" = '
        "internal thread_local(initialexec) global double 0.0\n"
        'define void @f() {\nentry:\n  store double 1.0, ptr @a.b\n  store double 2.0, ptr @"c d"\n'
        "  store double 3.0, ptr @a\n  ret void\n}\n"
    )
    llvm.verify(found)
    assert 'entry:\n  %"rz.thread.c d" = call ptr @"rz.thread.c d"()\n' in found
    assert "ptr @a.b" in found
    assert 'store double 3.0, ptr %"rz.thread.a"' in found


def test_what_needs_no_change_gets_none() -> None:
    text = "@g = global double 0.0\n"
    assert threads.called(text) == text


def test_derivatives_of_what_threads_have_of_their_own() -> None:
    """The shadow of such a variable is one too; f is (x·e)² with e = 2, then 5."""
    lib = rz.compile(
        "_Thread_local double each = 2.0; _Thread_local double kept[3];\n"
        "double f(double x) { kept[1] = x * each; return kept[1] * kept[1]; }\n"
        "void set(double v) { each = v; }"
    )
    slope = rz.grad(lib.f)
    assert slope(3.0) == 2 * 3.0 * 2.0**2
    assert rz.grad(slope)(3.0) == 2 * 2.0**2


def test_the_end_of_a_process_is_quiet() -> None:
    program = (
        "import ribozyme as rz\n"
        "lib = rz.compile('_Thread_local double t; double f(double x) { return x * t; }')\n"
        "lib.f(1.0)\n"
        "type(lib.program).held = lambda: lib\n"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
