"""The table of stages: its seconds add up, and it counts what goes through."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ribozyme.backend import child
from ribozyme.base import stages
from ribozyme.cli import cc
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module

TWO = """\
declare double @sin(double)

define double @f(double %x) {
  %r = call double @sin(double %x)
  ret double %r
}

define double @g(double %x) {
  ret double %x
}
"""


def test_nothing_is_measured_unless_asked() -> None:
    parse_module(TWO)
    assert stages.end() == {}


def test_a_stage_inside_of_another_is_not_part_of_it() -> None:
    stages.begin()
    with stages.stage("emit"):
        time.sleep(0.01)
        with stages.stage("plan"):
            time.sleep(0.05)
        time.sleep(0.01)
    found = stages.end()
    assert found["plan"].seconds >= 0.05
    assert 0.02 <= found["emit"].seconds < found["plan"].seconds
    rows = sum(row.seconds for name, row in found.items() if name != "all")
    assert rows == pytest.approx(found["all"].seconds, abs=1e-3)


def test_parses_prints_and_their_functions_are_counted() -> None:
    stages.begin()
    module = parse_module(TWO)
    print_module(module)
    parse_module(TWO)
    found = stages.end()
    assert (found["parse"].runs, found["parse"].functions) == (2, 4)
    assert (found["print"].runs, found["print"].functions) == (1, 2)


SQUARE = """\
double square(double x) { return x * x; }
double __enzyme_autodiff(void *, double);
double slope(double x) { return __enzyme_autodiff((void *)square, x); }
"""


def test_the_driver_says_where_its_time_went(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "square.c"
    source.write_text(SQUARE, encoding="utf-8")
    words = ["--time", "--cache=no", "-c", str(source), "-o", str(tmp_path / "square.o")]
    assert cc.run(words, "c") == 0
    said = capfd.readouterr().err.splitlines()
    assert said[0].split() == ["stage", "seconds", "processor", "runs", "functions"]
    named = [line[:16].rstrip() for line in said[1:]]
    for name in ("front end", "parse", "facts", "check", "plan", "emit", "print", "code", "all"):
        assert name in named
    for column in (0, 1):
        seconds = [float(line[16:].split()[column]) for line in said[1:]]
        assert sum(seconds[:-1]) == pytest.approx(seconds[-1], abs=0.02)


def test_the_processor_of_children_counts() -> None:
    def worked() -> float:
        with stages.stage("code"):
            assert child.apart(sum, range(20_000_000)) == 199_999_990_000_000
        return stages.end()["code"].processor

    stages.begin()
    assert worked() > 0.05


def test_a_process_says_it_where_the_environment_asks(tmp_path: Path) -> None:
    code = "from ribozyme.parse import parse_module; parse_module('')"
    made = subprocess.run(
        [sys.executable, "-c", code],
        env={"RIBOZYME_TIMES": "1", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "parse" in made.stderr and "seconds" in made.stderr
