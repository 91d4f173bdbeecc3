"""C and C++ sources become modules; what is wrong with them is said in the compiler's words."""

import os
import stat
from pathlib import Path

import pytest

from ribozyme.backend import llvm
from ribozyme.base.cache import Cache
from ribozyme.base.errors import CompileError, MissingFile, UsageError
from ribozyme.frontends import toolchain
from ribozyme.frontends.by_suffix import compile_file, compile_files
from ribozyme.frontends.c import clang
from ribozyme.frontends.c.clang import compile_c

LOOP = """
double dot(const double *x, const double *y, int n) {
  double s[4] = {0};
  for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) s[j] += x[4 * i + j] * y[4 * i + j];
  return s[0] + s[1] + s[2] + s[3];
}
"""
SINE = "#include <math.h>\ndouble f(double x) { return sin(x) * x; }\n"


def ir(source: str | Path, **how: object) -> str:
    code = compile_c(source, **how).code  # type: ignore[arg-type]
    return llvm.to_text(code)


def test_the_default_is_unoptimised_with_types_and_debug_info_and_without_errno() -> None:
    text = ir(SINE)
    assert "alloca double" in text
    assert "!tbaa" in text
    assert "optnone" not in text
    assert "call double @llvm.sin.f64" in text
    assert 'DILocalVariable(name: "x", arg: 1' in text


def test_without_debug_info() -> None:
    assert "!DI" not in ir(SINE, debug=False)


@pytest.mark.parametrize("flags", [["-O3"], ["-O0"], ["-Os", "-O"]])
def test_the_users_level_does_not_change_the_default(flags: list[str]) -> None:
    plain = ir(LOOP)
    assert "alloca" in ir(LOOP, flags=flags)
    assert ir(LOOP, flags=flags) == plain


def test_ofast_keeps_its_meaning() -> None:
    assert "fmul fast double" in ir(LOOP, flags=["-Ofast"])


# One loop to vectorise (from -O2 on), one with a constant condition to unswitch (only at -O3).
PROBE = """
void axpy(int n, double a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) y[i] += a * x[i]; }
void step(int *), leap(int *);
void walk(int *p, int n, int far) {
  for (int i = 0; i < n; i++) { step(p + i); if (far) leap(p + i); else p[i] = 0; } }
"""


def test_every_level_is_another_module() -> None:
    texts = {level: ir(PROBE, level=level, debug=False) for level in (None, *clang.LEVELS)}
    assert len({texts[level] for level in (None, "O0", "O1", "O2", "O3", "Oz")}) == 6
    assert "optnone" in texts["O0"]
    assert "!tbaa" not in texts["O0"]
    assert "<2 x double>" not in texts["O1"]
    assert "<2 x double>" in texts["O2"]
    assert texts["O2"].count("call void @step") == 1
    assert texts["O3"].count("call void @step") == 2
    assert "alloca" not in texts["O1"]


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(UsageError, match="level is None or one of O0"):
        compile_c("int x;", level="O4")  # type: ignore[arg-type]


def test_o3_with_a_cpu_is_vectorised_for_it() -> None:
    assert "<4 x double>" in ir(LOOP, level="O3", flags=["-march=x86-64-v3"])


def test_flags_defines_includes_and_prelude(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "own.h").write_text("#define SCALE 3.0\n")
    prelude = tmp_path / "prelude.h"
    prelude.write_text("#define SHIFT 5.0\n")
    source = '#include "own.h"\ndouble f(double x) { return x * SCALE * N + SHIFT; }\n'
    path = tmp_path / "f.c"
    path.write_text(source)
    found = compile_c(path, flags=["-Iinc", "-DN=7.0"], prelude=prelude, folder=tmp_path)
    text = llvm.to_text(found.code)
    assert "3.000000e+00" in text
    assert "7.000000e+00" in text
    assert "5.000000e+00" in text
    assert {p.name for p in found.includes} == {"own.h", "prelude.h"}
    assert found.sources == (path,)
    assert found.language == "c"
    assert found.cxx_library is None


def test_no_sanitizer_is_left(tmp_path: Path) -> None:
    text = ir("int f(int a, int b) { return a / b; }", flags=["-fsanitize=undefined"])
    assert "ubsan" not in text


def test_warnings_are_kept() -> None:
    found = compile_c("int f(void) { int unused; return 1; }", flags=["-Wall"])
    assert "unused variable 'unused'" in found.warnings
    assert compile_c("int f(void) { return 1; }").warnings == ""


def test_paths_with_odd_names(tmp_path: Path) -> None:
    folder = tmp_path / "a b$c#d"
    folder.mkdir()
    (folder / "x y.h").write_text("#define A 1\n")
    path = folder / "p q.c"
    path.write_text('#include "x y.h"\nint f(void) { return A; }\n')
    assert [p.name for p in compile_c(path).includes] == ["x y.h"]


def test_a_syntax_error_is_shown_with_the_users_line() -> None:
    with pytest.raises(CompileError) as caught:
        compile_c("double f(double x) {\n  return x * ;\n}\n")
    assert caught.value.code == "RZ020"
    assert caught.value.location is not None
    assert (caught.value.location.line, caught.value.location.column) == (2, 14)
    shown = str(caught.value)
    assert "expected expression" in shown
    assert "  return x * ;" in shown
    assert len(shown.splitlines()) < 40


def test_a_hundred_errors_fit_one_screen() -> None:
    with pytest.raises(CompileError) as caught:
        compile_c("\n".join(f"int f{i}( {{" for i in range(100)))
    assert len(str(caught.value).splitlines()) < 40


def test_a_missing_header_says_how_to_name_its_folder() -> None:
    with pytest.raises(CompileError) as caught:
        compile_c('#include "nowhere.h"\n')
    assert caught.value.fixes == ("say where nowhere.h is: flags=['-Ifolder']",)


def test_a_bad_flag() -> None:
    with pytest.raises(CompileError, match="unknown argument: '-fnonsense'"):
        compile_c("int x;", flags=["-fnonsense"])


@pytest.mark.parametrize("flag", ["-E", "-S", "-fsyntax-only", "-M"])
def test_flags_that_make_no_module(flag: str) -> None:
    with pytest.raises(CompileError, match="makes no module"):
        compile_c("int x;", flags=[flag])


def test_native_is_this_machine() -> None:
    assert "define" in ir(LOOP, flags=["-march=native"])


def test_a_missing_file_names_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "nbody.c").write_text("")
    with pytest.raises(MissingFile) as caught:
        compile_file(tmp_path / "nbdoy.c")
    assert caught.value.code == "RZ002"
    assert "nbody.c" in str(caught.value)
    with pytest.raises(MissingFile, match="there is no folder"):
        compile_file(tmp_path / "no" / "f.c")
    with pytest.raises(MissingFile, match="is a folder"):
        compile_c(tmp_path)


def test_an_unknown_suffix(tmp_path: Path) -> None:
    path = tmp_path / "model.txt"
    path.write_text("int x;")
    with pytest.raises(UsageError, match=r"what language is 'model.txt' in"):
        compile_file(path)
    assert compile_file(path, lang="c").language == "c"


@pytest.mark.parametrize("suffix", [".cc", ".cpp", ".cxx", ".C"])
def test_suffixes_of_cxx(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"f{suffix}"
    path.write_text("namespace n { double f(double x) { return x; } }")
    assert "@_ZN1n1fEd" in llvm.to_text(compile_file(path).code)


def test_several_files_keep_their_order(tmp_path: Path) -> None:
    paths = [tmp_path / f"f{i}.c" for i in range(5)]
    for i, path in enumerate(paths):
        path.write_text(f"int f{i}(void) {{ return {i}; }}")
    found = compile_files(paths)
    assert [c.sources[0] for c in found] == paths
    paths[3].write_text("int broken(")
    with pytest.raises(CompileError, match=r"f3\.c"):
        compile_files(paths)


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIBOZYME_CC", "no-such-clang")
    with pytest.raises(CompileError, match="no program 'no-such-clang'") as caught:
        compile_c("int x;")
    assert caught.value.code == "RZ021"
    assert any("pip install" in fix for fix in caught.value.fixes)


def test_no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RIBOZYME_CC", raising=False)
    monkeypatch.setattr(toolchain, "wheel", lambda: None)
    with pytest.raises(CompileError, match="'ziglang', which carries clang, is not installed"):
        compile_c("int x;")


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_compiler_that_is_no_clang(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="is not a clang"):
        compile_c("int x;", compiler=script(tmp_path / "gcc", "echo gcc 12"))


def test_a_clang_that_is_too_new(tmp_path: Path) -> None:
    new = script(tmp_path / "clang-99", "echo clang version 99.0.0")
    with pytest.raises(CompileError, match="newer than LLVM 22"):
        compile_c("int x;", compiler=new)


def test_a_compiler_that_dies(tmp_path: Path) -> None:
    dies = 'case "$1" in --version) echo clang version 20.1.0;; *) kill -9 $$;; esac'
    with pytest.raises(CompileError) as caught:
        compile_c("int x;", compiler=script(tmp_path / "clang", dies))
    assert caught.value.code == "RZ022"
    assert "run by hand" in str(caught.value)


def test_another_clang_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = toolchain.wheel()
    assert wheel is not None
    mine = script(tmp_path / "my-clang", f'exec {" ".join(wheel.command)} "$@"')
    monkeypatch.setenv("RIBOZYME_CC", f"{mine} -DMINE=4.0")
    assert "4.000000e+00" in ir("double f(void) { return MINE; }")


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    compile_c("int x;", cache=Cache(None))
    with pytest.raises(CompileError):
        compile_c("int (", cache=Cache(None))
    assert os.listdir(tmp_path) == []
