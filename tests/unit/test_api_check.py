"""Self-check: right derivatives pass; wrong ones and rough places are told apart, by line."""

import json
from pathlib import Path

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api import check as checking
from ribozyme.api import nonsmooth
from ribozyme.cli.main import main

SOURCE = """\
#include <math.h>
double smooth(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++)
        s = s * sin(x[i]) + x[i] * x[i];
    return s;
}
double linear(double x, double y) { return 3 * x - y; }
float single(const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += expf(-x[i]) * x[i];
    return s;
}
double kink(double x)
{
    double y = x * 3;
    return fabs(y) + x * x;
}
double stairs(double x)
{
    double y = 1000 * x;
    return floor(y) / 1000;
}
void in_place(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] = x[i] * x[i - 1];
}
double two_kinks(double x, double y)
{
    double a = fabs(x);
    double b = fmax(y, 0.25);
    return a * b;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def named(report: checking.Report) -> dict[str, checking.Finding]:
    return {finding.name: finding for finding in report.findings}


def test_a_right_derivative_passes(lib: rz.Library) -> None:
    x = np.linspace(0.3, 1.4, 7)
    before = x.copy()
    report = rz.check(lib.smooth, x, 7)
    assert report, str(report)
    assert set(named(report)) == {
        "primal", "forward, reverse", "differences", "Taylor", "repeatable", "arguments", "tape",
    }  # fmt: skip
    assert "power 2.0" in named(report)["Taylor"].text
    assert str(report).startswith("derivative of 'smooth' at the given point: passed\n")
    assert not report.failed
    assert np.array_equal(x, before)


def test_linear_single_and_in_place(lib: rz.Library) -> None:
    assert rz.check(lib.linear, 0.5, 1.5)
    report = rz.check(lib.single, np.linspace(0.3, 1.4, 7).astype(np.float32), 7)
    assert report, str(report)
    x = np.linspace(0.5, 1.5, 5)
    report = rz.check(lib.in_place, x, 5)
    assert report, str(report)
    assert np.array_equal(x, np.linspace(0.5, 1.5, 5))


def test_kinks_are_named_by_line(lib: rz.Library) -> None:
    assert rz.check(lib.kink, 0.7)
    report = rz.check(lib.kink, 0.0)
    (finding,) = report.failed
    assert not report
    assert finding.name == "smooth"
    assert ":20:" in finding.text and finding.text.startswith("kink at")
    assert "slope along v is -" in finding.text


def test_several_kinks_are_all_named(lib: rz.Library) -> None:
    (finding,) = rz.check(lib.two_kinks, 0.0, 0.5).failed
    assert "at one of" in finding.text and ":34" in finding.text and ":35" in finding.text


def test_stairs_are_named_by_line(lib: rz.Library) -> None:
    (finding,) = rz.check(lib.stairs, 0.12345).failed
    assert "staircase at" in finding.text and ":25:" in finding.text
    assert "the derivative is 0" in finding.text


def test_places(lib: rz.Library) -> None:
    assert nonsmooth.places(lib.smooth) == nonsmooth.Places((), ())
    found = nonsmooth.places(lib.two_kinks)
    assert [span.line for span in found.kinks] == [34, 35]


@pytest.mark.parametrize("wrong", ["gradient", "tangent", "both"])
def test_wrong_derivatives_are_seen(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    point = checking._Point
    right, along = point.gradient, point.tangents

    def gradient(self: object, *back: object) -> object:
        found, args = right(self, *back)  # type: ignore[arg-type]
        return found * (1 + 1e-6), args

    def tangents(self: object) -> object:
        values, found = along(self)  # type: ignore[arg-type]
        return values, [t * (1 + 1e-6) for t in found]

    if wrong in ("gradient", "both"):
        monkeypatch.setattr(point, "gradient", gradient)
    if wrong in ("tangent", "both"):
        monkeypatch.setattr(point, "tangents", tangents)
    report = rz.check(lib.smooth, np.linspace(0.3, 1.4, 7), 7)
    failed = {finding.name for finding in report.failed}
    assert (
        failed
        == {
            "gradient": {"forward, reverse", "differences", "Taylor"},
            "tangent": {"forward, reverse"},
            "both": {"differences", "Taylor"},
        }[wrong]
    )


def test_what_cannot_be_checked(lib: rz.Library) -> None:
    with pytest.raises(rz.UsageError):
        rz.check(3.0)  # type: ignore[arg-type]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "model.c"
    file.write_text(SOURCE, encoding="utf-8")
    assert main(["check", f"{file}:smooth"]) == 0
    assert "derivative of 'smooth' at the given point: passed" in capsys.readouterr().out
    assert main(["check", f"{file}:kink", "--at", "x=0.0", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["passed"] and "model.c:20" in found["findings"][-4]["text"]
    assert main(["check", f"{file}:smooth", "--at", "x=[0.5, 1.0]", "--at", "n=2"]) == 0
    assert main(["check", f"{file}:smooth", "--at", "y=1"]) == 2
    assert main(["check", f"{file}:smooth", "--at", "x"]) == 2
