"""What the driver has made once is a copy the second time, and only then."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ribozyme.cinterface import differentiation as program
from ribozyme.cli.main import main

SOURCE = """
double __enzyme_autodiff(void *, ...);
static double f(double x) { return x * x * FACTOR; }
double slope(double x) { return __enzyme_autodiff((void *)f, x); }
"""
CALL = """
double __enzyme_autodiff(void *, ...);
double f(double);
int main(void) { return __enzyme_autodiff((void *)f, 3.0) != 6.0; }
"""


@pytest.fixture
def derived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often derivatives were made since it was asked last."""
    monkeypatch.setenv("RIBOZYME_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    times = 0
    real = program.differentiated

    def counted(found: program.Program) -> str:
        nonlocal times
        times += 1
        return real(found)

    monkeypatch.setattr(program, "differentiated", counted)

    def since() -> int:
        nonlocal times
        found, times = times, 0
        return found

    return since


def test_the_same_file_is_made_once(tmp_path: Path, derived: Callable[[], int]) -> None:
    Path("slope.c").write_text(SOURCE)
    words = ["cc", "-O2", "-c", "-DFACTOR=2", "slope.c", "-o"]
    assert main([*words, "one.o"]) == 0
    assert derived() == 1
    assert main([*words, "two.o"]) == 0
    assert derived() == 0
    assert Path("one.o").read_bytes() == Path("two.o").read_bytes()


@pytest.mark.parametrize("other", ["-O1", "-DFACTOR=3", "-g", "--fast-math", "--cache=no", "-S"])
def test_what_differs_is_made_anew(derived: Callable[[], int], other: str) -> None:
    Path("slope.c").write_text(SOURCE)
    assert main(["cc", "-O2", "-c", "-DFACTOR=2", "slope.c", "-o", "one.o"]) == 0
    assert main(["cc", "-O2", "-c", "-DFACTOR=2", other, "slope.c", "-o", "two.o"]) == 0
    assert derived() == 2


def test_a_changed_source_is_made_anew(derived: Callable[[], int]) -> None:
    words = ["cc", "-c", "-DFACTOR=2", "slope.c"]
    for text in (SOURCE, SOURCE.replace("x * x", "x + x")):
        Path("slope.c").write_text(text)
        assert main(words) == 0
    assert derived() == 2


def test_derivatives_over_several_files_are_linked_once(derived: Callable[[], int]) -> None:
    Path("call.c").write_text(CALL)
    Path("body.c").write_text("double f(double x) { return x * x; }\n")
    assert main(["cc", "-c", "call.c"]) == main(["cc", "-c", "body.c"]) == 0
    derived()
    assert main(["cc", "call.o", "body.o", "-o", "p"]) == 0
    assert derived() == 1
    assert main(["cc", "call.o", "body.o", "-o", "q"]) == 0
    assert derived() == 0


def test_an_error_is_said_each_time(
    derived: Callable[[], int], capfd: pytest.CaptureFixture[str]
) -> None:
    Path("slope.c").write_text(SOURCE.replace("x * x", "unknown(x)").replace(
        "static", "double unknown(double);\nstatic"))  # fmt: skip
    Path("end.c").write_text("int main(void) { return 0; }\n")
    for _ in range(2):
        assert main(["cc", "-DFACTOR=2", "slope.c", "end.c", "-o", "p"]) == 1
        assert "RZ201" in capfd.readouterr().err
        assert derived() >= 1
