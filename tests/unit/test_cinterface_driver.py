"""The drivers: a C compiler that differs from clang only where there are derivative calls."""

import subprocess
from pathlib import Path

import pytest
from tests.command import RIBOZYME

pytestmark = pytest.mark.rotates("file", plain=5, wide=10)

CALL = """
double __enzyme_autodiff(void *, ...);
double f(double);
int main(void) { return __enzyme_autodiff((void *)f, 3.0) != 6.0; }
"""
BODY = "double f(double x) { return x * x; }\n"


def ran(*words: str | Path, status: int = 0, where: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*RIBOZYME, *map(str, words)], capture_output=True, text=True, check=False, cwd=where
    )
    assert done.returncode == status, done.stderr
    return done


def runs(program: Path) -> int:
    return subprocess.run([program], check=False).returncode


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "call.c").write_text(CALL)
    (tmp_path / "body.c").write_text(BODY)
    (tmp_path / "whole.c").write_text(BODY + CALL)
    (tmp_path / "plain.c").write_text(
        '#include <stdio.h>\n#include "own.h"\nint main(void) { puts(TEXT); return 7; }\n'
    )
    (tmp_path / "own.h").write_text('#define TEXT "hello"\n')
    return tmp_path


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3", "-Os"])
def test_one_file_at_every_level(files: Path, level: str) -> None:
    ran("cc", level, "whole.c", "-o", "p", where=files)
    assert runs(files / "p") == 0


def test_an_ordinary_program_is_clangs(files: Path) -> None:
    ran("cc", "plain.c", where=files)
    assert runs(files / "a.out") == 7


def test_a_derivative_over_several_files_is_made_when_linking(files: Path) -> None:
    ran("cc", "call.c", "body.c", "-o", "together", where=files)
    assert runs(files / "together") == 0
    ran("cc", "-c", "call.c", where=files)
    ran("cc", "-O2", "-c", "body.c", "-o", "other.o", where=files)
    ran("cc", "call.o", "other.o", "-o", "apart", where=files)
    assert runs(files / "apart") == 0


def test_archives_are_looked_into(files: Path) -> None:
    ran("cc", "-c", "call.c", "body.c", where=files)
    subprocess.run(["ar", "rcs", "libbody.a", "body.o"], check=True, cwd=files)
    ran("cc", "call.o", "-L.", "libbody.a", "-o", "p", where=files)
    assert runs(files / "p") == 0


@pytest.mark.rotates(plain=1, wide=4)
@pytest.mark.parametrize(
    "flags",
    [
        ["-L.", "-lbody"],
        ["-L", ".", "-l", "body"],
        ["-L.", "-l:libbody.a"],
        ["-Lempty", "-L.", "-Wl,-Bstatic", "-lbody", "-Wl,-Bdynamic"],
    ],
)
def test_archives_are_found_as_linkers_find_them(files: Path, flags: list[str]) -> None:
    (files / "empty").mkdir()
    ran("cc", "-c", "call.c", "body.c", where=files)
    subprocess.run(["ar", "rcs", "libbody.a", "body.o"], check=True, cwd=files)
    ran("cc", "call.o", *flags, "-o", "p", where=files)
    assert runs(files / "p") == 0


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_one_source_and_an_archive(files: Path, level: str) -> None:
    """The archive has the body, or the derivative call of a function of the source."""
    (files / "inner.c").write_text(
        "double __enzyme_autodiff(void *, ...);\ndouble f(double);\n"
        "double slope(double x) { return __enzyme_autodiff((void *)f, x); }\n"
    )
    (files / "outer.c").write_text(
        BODY + "double slope(double);\nint main(void) { return slope(3.0) != 6.0; }\n"
    )
    ran("cc", level, "-c", "body.c", "inner.c", where=files)
    for name in ("body", "inner"):
        subprocess.run(["ar", "rcs", f"lib{name}.a", f"{name}.o"], check=True, cwd=files)
    ran("cc", level, "call.c", "-L.", "-lbody", "-o", "p", where=files)
    ran("cc", level, "outer.c", "-L.", "-linner", "-o", "q", where=files)
    assert runs(files / "p") == runs(files / "q") == 0
    subprocess.run(["cc", "-c", "body.c"], check=True, cwd=files)
    subprocess.run(["ar", "rcs", "libplain.a", "body.o"], check=True, cwd=files)
    said = ran("cc", level, "call.c", "-L.", "-lplain", "-o", "r", status=1, where=files).stderr
    assert "RZ032" in said and "libplain.a" in said


def test_an_object_without_bitcode_is_named(files: Path) -> None:
    subprocess.run(["cc", "-c", "body.c"], check=True, cwd=files)
    ran("cc", "-c", "call.c", where=files)
    said = ran("cc", "call.o", "body.o", "-o", "p", status=1, where=files).stderr
    assert "RZ032" in said and "body.o" in said
    assert not (files / "p").exists()


MAYBE = """double body(double x);
double __enzyme_autodiff(void *, ...);
static double f(double x) { return x > 1 ? body(x) * x : x; }
int main(int argc, char **argv) {
  double slope = __enzyme_autodiff((void *)f, 1.0 + argc);
  return slope == 3 * 4 ? 0 : 1;
}
"""


def test_a_body_that_is_needed_on_one_way_only(files: Path) -> None:
    """Whether control comes there is not asked: an error when linking, not when running."""
    (files / "maybe.c").write_text(MAYBE)
    (files / "square.c").write_text("double body(double x) { return x * x; }")
    subprocess.run(["cc", "-c", "square.c"], check=True, cwd=files)
    ran("cc", "-c", "maybe.c", where=files)
    said = ran("cc", "maybe.o", "square.o", "-o", "p", status=1, where=files).stderr
    assert "RZ032" in said and "'body'" in said and "square.o" in said
    said = ran("cc", "maybe.c", "square.o", "-o", "p", status=1, where=files).stderr
    assert "RZ032" in said
    assert not (files / "p").exists()
    ran("cc", "-c", "square.c", where=files)
    ran("cc", "maybe.o", "square.o", "-o", "p", where=files)
    assert runs(files / "p") == 0


UNKNOWN = """double body(double x); void fill(double *x);
double __enzyme_autodiff(void *, ...);
static double f(double x) { USED }
double slope(double x) { return __enzyme_autodiff((void *)f, x); }
"""


def test_ways_out_are_those_of_c(files: Path) -> None:
    """What works on active memory is not to be called inactive: its derivative would be lost."""
    (files / "one.c").write_text(UNKNOWN.replace("USED", "return body(x);"))
    said = ran("cc", "-S", "one.c", status=1, where=files).stderr
    assert "__enzyme_register_gradient_body[] = {body, augmented, gradient};" in said
    assert "__enzyme_inactivefn_body[] = {body};" in said
    assert "rz." not in said
    (files / "two.c").write_text(
        UNKNOWN.replace("USED", "double y[1] = {x}; fill(y); return y[0];")
    )
    said = ran("cc", "-S", "two.c", status=1, where=files).stderr
    assert "__enzyme_register_gradient_fill[] = {fill," in said and "inactive" not in said


@pytest.mark.parametrize(
    ("word", "what"),
    [
        ("todense", "sparse memory"),
        ("truncate_mem_func", "lower precision"),
        ("truncate_op_func", "lower precision"),
        ("truncate_mem_value", "lowers the precision"),
    ],
)
def test_entry_points_that_are_not_there_say_what_they_are(
    files: Path, word: str, what: str
) -> None:
    (files / "one.c").write_text(
        f"double f(double x) {{ return x; }} double __enzyme_{word}(void *, ...);"
        f"double g(double x) {{ return __enzyme_{word}((void *)f, 64, 32); }}"
    )
    said = ran("cc", "-c", "one.c", status=1, where=files).stderr
    assert "RZ511" in said and what in said


@pytest.mark.parametrize("word", ["truncate_mem_value", "expand_mem_value"])
def test_entry_points_that_take_a_value(files: Path, word: str) -> None:
    (files / "one.c").write_text(
        f"double __enzyme_{word}(double, int, int);"
        f"double g(double x) {{ return __enzyme_{word}(x, 64, 32); }}"
    )
    said = ran("cc", "-c", "one.c", status=1, where=files).stderr
    assert "RZ511" in said and "RZ510" not in said


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_a_declared_result_that_there_is_not(files: Path, level: str) -> None:
    """Unused it is left alone; used it is refused, in words that say where derivatives are."""
    text = """double __enzyme_autodiff(void *, ...);
double __enzyme_autodiff_plain(void *, const double *, double *);
static double f(const double *x) { return *x * *x; }
int main(void) {
  double x = 3, dx = 0;
  __enzyme_autodiff_plain((void *)f, &x, &dx);
  __enzyme_autodiff((void *)f, &x, &dx);
  return USED(dx != 12);
}
"""
    (files / "one.c").write_text(text.replace("USED", ""))
    ran("cc", level, "one.c", "-o", "p", where=files)
    assert runs(files / "p") == 0
    used = "__enzyme_autodiff((void *)f, &x, &dx) + "
    (files / "two.c").write_text(text.replace("USED", used))
    said = ran("cc", level, "two.c", status=1, where=files).stderr
    assert "RZ507" in said and "declare the call as `void`" in said


def test_a_body_that_is_nowhere_is_refused_at_its_line(files: Path) -> None:
    said = ran("cc", "call.c", "-o", "p", status=1, where=files).stderr
    assert "RZ505" in said and "call.c:4" in said
    assert not (files / "p").exists()


def test_a_shared_library(files: Path) -> None:
    (files / "lib.c").write_text(
        "double __enzyme_autodiff(void *, ...);\n"
        + BODY
        + "double df(double x) { return __enzyme_autodiff((void *)f, x); }\n"
    )
    ran("cc", "-O2", "-fPIC", "-shared", "lib.c", "-o", "lib.so", where=files)
    import ctypes

    library = ctypes.CDLL(str(files / "lib.so"))
    library.df.restype, library.df.argtypes = ctypes.c_double, [ctypes.c_double]
    assert library.df(5.0) == 10.0


def test_early_ends_are_the_compilers(files: Path) -> None:
    assert "clang version" in ran("cc", "--version", where=files).stdout
    assert "puts" in ran("cc", "-E", "plain.c", where=files).stdout
    assert "own.h" in ran("cc", "-MM", "plain.c", where=files).stdout
    ran("cc", "-fsyntax-only", "plain.c", where=files)
    assert not (files / "a.out").exists()


def test_assembly_and_ir(files: Path) -> None:
    ran("cc", "-O1", "-S", "whole.c", where=files)
    assert "main:" in (files / "whole.s").read_text()
    ran("cc", "-O1", "-S", "-emit-llvm", "whole.c", where=files)
    text = (files / "whole.ll").read_text()
    assert "define" in text and "__enzyme" not in text
    ran("cc", "whole.ll", "-o", "p", where=files)
    assert runs(files / "p") == 0


def test_make_rules(files: Path) -> None:
    ran("cc", "-MMD", "-c", "plain.c", "-o", "out.o", where=files)
    assert (files / "out.d").read_text().startswith("out.o:")
    assert "own.h" in (files / "out.d").read_text()
    assert "attributes.h" not in (files / "out.d").read_text()
    ran("cc", "-MD", "-MF", "rules", "-MT", "goal", "-c", "whole.c", where=files)
    assert (files / "rules").read_text().startswith("goal:")


def test_a_compile_error_is_clangs_own(files: Path) -> None:
    (files / "bad.c").write_text("int main(void) { return x; }\n")
    done = ran("cc", "-c", "bad.c", "-o", "bad.o", status=1, where=files)
    assert "bad.c:1:25: error:" in done.stderr
    assert not (files / "bad.o").exists()


def test_a_warning_is_said_once(files: Path) -> None:
    (files / "warn.c").write_text("int main(void) { int unused; return 0; }\n")
    done = ran("cc", "-Wall", "-c", "warn.c", where=files)
    assert done.stderr.count("unused variable") == 1


def test_debug_info_only_where_asked(files: Path) -> None:
    ran("cc", "-c", "whole.c", "-o", "bare.o", where=files)
    assert b".debug_info" not in (files / "bare.o").read_bytes()
    ran("cc", "-g", "-c", "whole.c", "-o", "full.o", where=files)
    assert b".debug_info" in (files / "full.o").read_bytes()


def test_words_from_a_file_and_flags_of_the_plugin(files: Path) -> None:
    (files / "words").write_text('-O2 -DNAME="a b" -fplugin=/opt/ClangEnzyme-22.so')
    ran(
        *("cc", "@words", "-Xclang", "-load", "-Xclang", "/opt/LLVMEnzyme-22.so"),
        *("-mllvm", "-enzyme-print", "whole.c", "-o", "p"),
        where=files,
    )
    assert runs(files / "p") == 0


def test_language_by_flag_and_by_driver(files: Path) -> None:
    (files / "text.in").write_text(CALL.replace("(void)", "()") + BODY)
    ran("cc", "-x", "c", "text.in", "-x", "none", "-o", "p", where=files)
    assert runs(files / "p") == 0
    (files / "plus.cc").write_text(
        'extern "C" double __enzyme_autodiff(void *, ...);\n'
        "#include <vector>\n"
        "double f(double x) { std::vector<double> v(2, x); return v[0] * v[1]; }\n"
        "int main() { return __enzyme_autodiff((void *)f, 3.0) != 6.0; }\n"
    )
    ran("c++", "-O2", "plus.cc", "-o", "q", where=files)
    assert runs(files / "q") == 0


def test_opt_answers_the_calls_of_a_module(files: Path) -> None:
    (files / "in.ll").write_text(
        """
        declare double @__enzyme_autodiff(ptr, ...)
        define double @f(double %x) {
          %y = fmul double %x, %x
          ret double %y
        }
        define double @g(double %x) {
          %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
          ret double %r
        }
        """
    )
    ran("opt", "in.ll", "-o", "out.ll", where=files)
    text = (files / "out.ll").read_text()
    assert "__enzyme" not in text and "@g(" in text
    (files / "main.c").write_text("double g(double); int main(void) { return g(4.0) != 8.0; }\n")
    ran("cc", "-O2", "out.ll", "main.c", "-o", "p", where=files)
    assert runs(files / "p") == 0


def test_attributes_are_understood(files: Path) -> None:
    (files / "attributes.c").write_text(
        "double a(double x); double g(double x, void *t);\n"
        '__attribute__((enzyme("augment", a), enzyme("gradient", g), enzyme_inactive))\n'
        '__attribute__((enzyme_function_like("sin"))) double f(double x) { return x; }\n'
    )
    done = ran("cc", "-Wall", "-S", "-emit-llvm", "attributes.c", where=files)
    assert done.stderr == ""
    text = (files / "attributes.ll").read_text()
    for word in ("enzyme_augment", "enzyme_gradient", "enzyme_inactive", "enzyme_function_like"):
        assert f'c"{word}\\00"' in text


def test_bitcode_as_an_object_is_linked(files: Path) -> None:
    ran("cc", "-c", "-emit-llvm", "body.c", "-o", "body.o", where=files)
    ran("cc", "-O1", "call.c", "body.o", "-o", "p", where=files)
    assert runs(files / "p") == 0
    ran("cc", "-flto", "-c", "whole.c", where=files)
    ran("cc", "-flto", "whole.o", "-o", "q", where=files)
    assert runs(files / "q") == 0


def test_the_standard_input_is_compiled(files: Path) -> None:
    command = [*RIBOZYME, "cc", "-x", "c", "-", "-o", "p"]
    done = subprocess.run(command, input=BODY + CALL, text=True, check=False, cwd=files)
    assert done.returncode == 0
    assert runs(files / "p") == 0


def test_a_warning_of_ours_reads_like_a_compilers(files: Path) -> None:
    (files / "narrow.c").write_text(
        "double __enzyme_autodiff(void *, ...);\n"
        "static double f(double x, long n) { return x * n; }\n"
        "int main(void) { return __enzyme_autodiff((void *)f, 1.0, 3) != 3.0; }\n"
    )
    done = ran("cc", "narrow.c", "-o", "p", where=files)
    assert done.stderr.startswith("warning[RZ512]") and "narrow.c:3" in done.stderr
    assert ".py" not in done.stderr
    assert runs(files / "p") == 0


def test_the_cxx_driver_takes_a_c_file_for_cxx(files: Path) -> None:
    (files / "really.c").write_text(
        "#include <vector>\nint main() { return std::vector<int>(0).size(); }\n"
    )
    ran("c++", "-Wno-deprecated", "really.c", "-o", "p", where=files)
    assert runs(files / "p") == 0
