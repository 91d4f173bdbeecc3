"""IR that other compilers of LLVM have printed: D by ldc2 1.30, C and C++ by clang 14 and 16.

Addresses have types in it up to LLVM 14. The sources lie beside the IR:

    ldc2 -betterC -release -O0 -g --output-ll f.d
    clang-14 -O1 -g -fno-math-errno -S -emit-llvm f.c
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.frontends.calling import Case, cases, check, ids

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

FOLDER = Path(__file__).parent / "old_ir"
CASES = cases(FOLDER, ";")


@pytest.mark.rotates(plain=3, wide=10)
@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_a_program(case: Case) -> None:
    check(case, rz.load(case.path)[case.function])


def test_there_are_programs_of_each_compiler() -> None:
    made = {case.path: case.path.read_text(encoding="utf-8") for case in CASES}
    assert {path.stem for path in made} == {path.stem for path in FOLDER.iterdir()}
    assert sum("!DICompileUnit(language: DW_LANG_D," in text for text in made.values()) >= 5
    assert sum("clang version 1" in text for text in made.values()) >= 5
    assert sum(re.search(r"\bdouble\*", text) is not None for text in made.values()) >= 5


here = pytest.mark.skipif(shutil.which("ldc2") is None, reason="there is no ldc2: apt install ldc")


@here
@pytest.mark.parametrize("kind", ["ll", "bc"])
def test_d_as_its_compiler_prints_it_now(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"newton.{kind}"
    how = ("-betterC", "-release", "-O2", "-g", f"--output-{kind}", f"-of={path}")
    subprocess.run(["ldc2", *how, str(FOLDER / "newton.d")], check=True)
    [case] = [case for case in CASES if case.path.stem == "newton"]
    check(case, rz.load(path).newton)


@here
@pytest.mark.parametrize("case", [case for case in CASES if case.path.with_suffix(".d").exists()])
def test_a_file_of_d(case: Case) -> None:
    check(case, rz.load(case.path.with_suffix(".d"))[case.function])


@here
def test_mistakes_in_d_have_its_words_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.d"
    path.write_text("extern(C) double f(double x) {\n    return y * x;\n}\n")
    with pytest.raises(rz.CompileError, match="undefined identifier `y`") as caught:
        rz.load(path)
    assert caught.value.code == "RZ020" and "bad.d:2:12" in str(caught.value)


def test_without_ldc_its_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RIBOZYME_DC", raising=False)
    with pytest.raises(rz.CompileError, match="apt install ldc") as caught:
        rz.load(FOLDER / "newton.d")
    assert caught.value.code == "RZ021"
