"""Self-check: right derivatives pass; wrong ones and rough places are told apart, by line."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.checking import check as checking
from ribozyme.api.checking.findings import Finding, Report
from ribozyme.api.explaining import nonsmooth
from ribozyme.cli.main import main
from ribozyme.rules import added, custom

pytestmark = pytest.mark.rotates("file", plain=10, wide=20)

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


def named(report: Report) -> dict[str, Finding]:
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
    assert nonsmooth.places(lib.smooth) == nonsmooth.Places((), (), ())
    found = nonsmooth.places(lib.two_kinks)
    assert [span.line for span in found.kinks] == [34, 35]


TEXT = """\
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#define READER extern "C" __attribute__((noinline)) double
READER by_stod(const std::string &text)
{
    return std::stod(text);
}
READER by_strtod(const char *text)
{
    return strtod(text, nullptr);
}
READER by_sscanf(const char *text)
{
    double y = 0;
    sscanf(text, "%lf", &y);
    return y;
}
READER by_stream(std::stringstream &text)
{
    double y = 0;
    text >> y;
    return y;
}
extern "C" double rounded(double x)
{
    return by_stod(std::to_string(3 * x));
}
extern "C" double exact(double x)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", 3 * x);
    return by_strtod(text) * x;
}
extern "C" double scanned(double x)
{
    char text[64];
    snprintf(text, sizeof text, "%.9f", x);
    double y = by_sscanf(text);
    return y * y;
}
extern "C" double streamed(double x)
{
    std::stringstream text;
    text.precision(17);
    text << x;
    return x + by_stream(text);
}
extern "C" double told(double x)
{
    char text[64];
    snprintf(text, sizeof text, "%g", x);
    return x * x * std::string(text).size();
}
"""


@pytest.mark.parametrize(
    ("name", "line"), [("rounded", 8), ("exact", 12), ("scanned", 17), ("streamed", 23)]
)
def test_what_is_read_from_text_is_a_staircase(
    name: str, line: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where constants are said to come back: differences see a slope, the derivative does not."""
    readers_are_inactive(monkeypatch)
    f = rz.compile(TEXT, lang="c++")[name]
    report = rz.check(f, 0.7)
    told = [one.text for one in report.failed if one.text.startswith("staircase at")]
    assert told, str(report)
    assert f":{line}:" in told[0] or "at one of" in told[0], told


def readers_are_inactive(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    for name in ("by_stod", "by_strtod", "by_sscanf", "by_stream"):
        rz.inactive(name)


def test_text_that_nobody_reads_is_no_staircase() -> None:
    report = rz.check(rz.compile(TEXT, lang="c++")["told"], 0.7)
    assert report, str(report)


def test_a_number_that_went_through_text_is_refused() -> None:
    with pytest.raises(rz.ActivityError, match="written as text or bytes") as caught:
        rz.grad(rz.compile(TEXT, lang="c++")["exact"])(0.7)
    assert caught.value.code == "RZ405"


def test_text_without_optimisation_first_is_refused() -> None:
    """As it is written, `std::to_string` hands its variadic arguments on; they are followed."""
    with rz.options(cache=False, optimise_first=False), pytest.raises(rz.ActivityError) as caught:
        rz.grad(rz.compile(TEXT, lang="c++")["rounded"])(0.7)
    assert caught.value.code == "RZ405"
    found = str(caught.value)
    assert ":8:" in found and ":28:" in found and len(found.split("\n")[0]) <= 100


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("repeatable", "runs differ by"),
        ("arguments", "x: not as the primal leaves them"),
        ("tape", "something is read that was never written"),
    ],
)
def test_what_a_derivative_may_not_do_is_seen(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    """A gradient that changes from run to run, with what it is given, or with what memory held."""
    right = checking._Point.gradient
    runs = 0

    def gradient(self: checking._Point, *back: rz.Function) -> object:
        nonlocal runs
        found, args = right(self, *back)
        runs += 1
        if name == "arguments":
            args[0] = args[0] * 2
        elif name == "tape" and back and back[0].program.poison:
            found = found * np.nan
        elif name == "repeatable" and not back:
            found = found * (1 + 1e-15 * runs)
        return found, args

    monkeypatch.setattr(checking._Point, "gradient", gradient)
    report = rz.check(lib.smooth, np.linspace(0.3, 1.4, 7), 7)
    assert [finding.name for finding in report.failed] == [name], str(report)
    assert named(report)[name].text.startswith(text)


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


RULED = """\
#include <math.h>
__attribute__((noinline)) double cube(double x) { return x * x * x; }
__attribute__((noinline)) double square(double x) { return x * x; }
__attribute__((noinline)) double both(double x)
{
    double y = square(x);
    return y + cube(y);
}
double whole(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += both(x[i]) * square(1 / (1 + s));
    return s + sin(x[0]);
}
struct node { double value; const struct node *next; };
double mixed(double x, const struct node *n) { return x * n->value; }
"""


@pytest.fixture
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)


@pytest.mark.usefixtures("own_rules")
def test_the_function_with_the_wrong_derivative_is_named_and_its_line() -> None:
    lib = rz.compile(RULED)
    x = np.linspace(0.5, 1.5, 4)
    assert rz.check(lib.whole, x, 4)
    rz.rule("cube")(lambda x, r, dx: 2 * x * x * dx)
    report = rz.check(lib.whole, x, 4)
    where = named(report)["where"]
    assert not report and not where.ok
    assert where.text.startswith("the first that is wrong by itself: 'cube' of ")
    assert ":2, called at " in where.text and where.text.endswith(":7"), where.text
    assert named(rz.check(lib.both, 0.5))["where"].text == where.text


@pytest.mark.usefixtures("own_rules")
def test_a_wrong_function_that_calls_right_ones_is_named() -> None:
    lib = rz.compile(RULED)
    rz.rule("both")(lambda x, r, dx: 3 * x * x * dx)
    where = named(rz.check(lib.whole, np.linspace(0.5, 1.5, 4), 4))["where"]
    assert "'both' of" in where.text and where.text.endswith(":13"), where.text


@pytest.mark.usefixtures("own_rules")
def test_two_wrong_functions_the_inner_one_is_first() -> None:
    lib = rz.compile(RULED)
    rz.rule("square")(lambda x, r, dx: 3 * x * dx)
    rz.rule("cube")(lambda x, r, dx: 2 * x * x * dx)
    where = named(rz.check(lib.both, 0.5))["where"]
    assert "by itself: '" in where.text and ("square" in where.text or "cube" in where.text)


def test_a_mistake_of_its_own_is_not_blamed_on_others(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = checking._Point.gradient

    def gradient(self: checking._Point, *back: object) -> object:
        found, args = right(self, *back)  # type: ignore[arg-type]
        return (found * 1.01 if self.f.name == "smooth" else found), args

    monkeypatch.setattr(checking._Point, "gradient", gradient)
    report = rz.check(lib.smooth, np.linspace(0.3, 1.4, 7), 7)
    assert named(report)["where"].text == "what 'smooth' calls is right by itself"


def test_what_is_left_out_is_said() -> None:
    lib = rz.compile(RULED)
    report = rz.check(lib.mixed, 0.5, {"value": 2.0, "next": None})
    assert report and "'n' not varied" in named(report)["inputs"].text
    assert "inputs" not in named(rz.check(lib.both, 0.5))


STRUCTS = """\
__attribute__((noinline)) double cube(double x) { return x * x * x; }
struct inner { double a; float b; };
struct model {
    int n, flags[2];
    double rate, w[2];
    struct inner in;
    const double *data;
    char name[8];
};
double loss(const struct model *m, double s)
{
    double sum = 0;
    for (int i = m->flags[0]; i < m->n; i++)
        sum += cube(m->w[0] + m->w[1] * m->data[i] - m->rate * m->in.a) * s + m->in.b;
    return sum;
}
double value(struct inner v, double s) { return cube(v.a) * s * v.b; }
void moved(struct model *m, const double *x)
{
    for (int i = 0; i < m->n; i++)
        m->rate += cube(m->w[0]) * x[i] * m->data[i];
}
"""
MODEL = {  # in another order than the source has
    "rate": 1,
    "flags": [0, 1],
    "n": 3,
    "w": [1, 2.0],
    "data": np.array([0.1, 0.2, 0.3]),
    "name": "abc",
    "in": {"b": 1.0, "a": 2},
}


@pytest.mark.usefixtures("own_rules")
def test_structs_are_varied() -> None:
    lib = rz.compile(STRUCTS)
    changed = MODEL | {"w": np.ones(2)}

    def reports() -> list[rz.Report]:
        return [
            rz.check(lib.loss, MODEL, 0.5, wrt="m"),
            rz.check(lib.value, {"a": 0.7, "b": 2.0}, 0.5, wrt="v"),
            rz.check(lib.moved, changed, np.arange(3.0), wrt="m", of="m"),
        ]

    for report in reports():
        assert report and "inputs" not in named(report), str(report)
    rz.rule("cube")(lambda x, r, dx: 2 * x * x * dx)
    assert not any(reports())


def test_the_primal_is_bitwise_the_same(lib: rz.Library) -> None:
    x = np.linspace(0.3, 1.4, 7)
    for f, args in ((lib.smooth, (x, 7)), (lib.in_place, (x, 7)), (lib.two_kinks, (0.5, 0.7))):
        report = rz.check(f, *args, vector_math=False)
        assert named(report)["primal"].text.startswith("bit by bit the same"), str(report)


def test_a_primal_that_differs_is_seen(lib: rz.Library, monkeypatch: pytest.MonkeyPatch) -> None:
    right = checking._Point.tangents

    def off(self: checking._Point) -> object:
        values, tangents = right(self)
        return [np.nextafter(value, 9) for value in values], tangents

    monkeypatch.setattr(checking._Point, "tangents", off)
    x = np.linspace(0.3, 1.4, 7)
    report = rz.check(lib.smooth, x, 7, vector_math=False)
    assert [finding.name for finding in report.failed] == ["primal"]
    assert rz.check(lib.smooth, x, 7, vector_math=True)


def test_the_first_check_takes_three_evaluations_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two of the primal beside the gradient itself, once, and none with `check="never"`."""
    calls: list[str] = []
    right = rz.Function.__call__

    def counted(self: rz.Function, *args: object, **kwargs: object) -> object:
        calls.append(self.name)
        return right(self, *args, **kwargs)

    monkeypatch.setattr(rz.Function, "__call__", counted)
    x = np.linspace(0.3, 1.4, 7)
    with rz.options(cache=False):
        g = rz.grad(rz.compile(SOURCE).smooth, wrt="x")
        calls.clear()
        g(x, 7)
        assert calls.count("smooth") == 2, calls
        calls.clear()
        g(x, 7)
        assert calls.count("smooth") == 0
        quiet = rz.grad(rz.compile(SOURCE).smooth, wrt="x", check="never")
        calls.clear()
        quiet(x, 7)
        assert calls.count("smooth") == 0


def test_the_first_call_says_nothing_of_floats_of_16_bits() -> None:
    """Their differences are no measure: the gradient is given, not refused."""
    lib = rz.compile(
        """
        _Float16 cube(_Float16 x) { return x * x * x; }
        _Float16 squares(const _Float16 *x, int n) {
            _Float16 s = 0;
            for (int i = 0; i < n; i++) s += x[i] * x[i];
            return s;
        }
        """
    )
    assert rz.grad(lib.cube, check="first")(1.7) == pytest.approx(3 * 1.7**2, rel=2e-3)
    x = np.linspace(0.3, 2, 7).astype(np.float16)
    found = rz.grad(lib.squares, check="first")(x, 7)
    np.testing.assert_allclose(found, 2 * x, rtol=2e-3)


def scale_gradients(monkeypatch: pytest.MonkeyPatch, factor: float) -> None:
    """Make reverse mode wrong by a factor, as `check` sees it."""
    right = checking._Point.gradient

    def wrong(self: checking._Point, *back: rz.Function) -> object:
        found, left = right(self, *back)
        return found * factor, left

    monkeypatch.setattr(checking._Point, "gradient", wrong)


MIXED = """
#include <math.h>
#include <stdlib.h>
double inside(double x) { float y = sinf((float)x); return y * y + 1000; }
static float square(float x) { return x * x; }
double in_callee(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += square(x[i]);
    return s;
}
double one_of_two(double x, float y) { return x > 1 ? x * x : y * y * x; }
"""


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("inside", (0.7,)),
        ("in_callee", (np.linspace(0.1, 1, 50), 50)),
        ("one_of_two", (0.4, 0.7)),
        ("one_of_two", (1.3, 0.7)),
    ],
)
def test_numbers_of_two_precisions(
    name: str, args: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function is as rough as its insides; a wrong gradient is seen all the same."""
    f = rz.compile(MIXED)[name]
    wrt = ["x"]
    rz.grad(f, wrt=wrt, check="always")(*args)
    assert rz.check(f, *args), str(rz.check(f, *args))
    scale_gradients(monkeypatch, 1.5)
    assert not rz.check(f, *args)


FAR = """
#include <math.h>
#include <stdlib.h>
static int by_cosine(const void *a, const void *b)
{
    double x = ((const double *)a)[1], y = ((const double *)b)[1];
    return (x > y) - (x < y);
}
double order(const double *x, int n)
{
    double (*p)[2] = malloc(n * sizeof *p), s = 0;
    for (int i = 0; i < n; i++)
        p[i][0] = x[i], p[i][1] = cos(3 * x[i]);
    qsort(p, n, sizeof *p, by_cosine);
    for (int i = 0; i < n; i++)
        s += p[i][0] * i;
    free(p);
    return s;
}
double saw(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += fmod(37 * x[i], 0.3) + 0.1 * x[i] * x[i];
    return s;
}
float rough_saw(const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += ldexpf(x[i], i % 3) * fmodf(x[i], 0.3f) + hypotf(x[i], 1);
    return s;
}
"""


@pytest.mark.parametrize("name", ["order", "saw", "rough_saw"])
@pytest.mark.parametrize("seed", range(5))
def test_kinks_and_jumps_some_way_off_are_no_mistakes(name: str, seed: int) -> None:
    """A longer step reaches them, and what the tangent leaves over there says nothing."""
    f = rz.compile(FAR)[name]
    x = np.random.default_rng(seed).uniform(0.3, 1.7, 9)
    report = rz.check(f, x.astype(np.float32) if name == "rough_saw" else x, 9, seed=seed)
    assert report, str(report)


UNSTEADY = """
#include <math.h>
double cancels(double x) { return ((x + 1e10) - 1e10) * x; }
double solve(const double *b, int n)
{
    double a[16][17], x[16], s = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i][j] = 1.0 / (i + j + 1 + 0.01 * b[i]);
        a[i][n] = b[i];
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j <= n; j++)
                a[i][j] -= f * a[k][j];
        }
    for (int i = n - 1; i >= 0; i--) {
        double t = a[i][n];
        for (int j = i + 1; j < n; j++)
            t -= a[i][j] * x[j];
        x[i] = t / a[i][i];
        s += x[i] * (i + 1);
    }
    return s;
}
double chaos(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = 3.9 * x * (1 - x);
    return x;
}
"""


@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("cancels", 0),
        *(("solve", n) for n in (4, 7, 9, 11)),
        *(("chaos", n) for n in (10, 30, 60, 100)),
    ],
)
def test_what_loses_digits_is_no_mistake(
    name: str, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancellation, an ill-conditioned system, chaos: the noise of the values is measured."""
    f = rz.compile(UNSTEADY)[name]
    start = np.random.default_rng(n).uniform(0.5, 1.5, n) if name == "solve" else 0.31
    args = (start,) if name == "cancels" else (start, n)
    rz.grad(f, check="always")(*args)
    report = rz.check(f, *args)
    assert report, str(report)
    if name == "chaos" and n == 100:
        assert "noise or chaos at steps below 4e-06" in str(report)
    scale_gradients(monkeypatch, 1.5)
    assert not rz.check(f, *args)


COMPLEX = """
#include <complex.h>
float complex quotient(float complex a, float complex b)
{
    return cexpf(a * b) / (a + 2.0f * I);
}
double complex sum(const double complex *z, int n, double x)
{
    double complex s = 0;
    for (int i = 0; i < n; i++)
        s += csin(z[i]) * conj(z[i]) * x + cabs(z[i]);
    return s;
}
void turn(double complex *z, int n, double t)
{
    for (int i = 0; i < n; i++)
        z[i] *= cexp(I * t * creal(z[i]));
}
"""


def test_complex_numbers_are_varied_in_both_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    lib = rz.compile(COMPLEX)
    z = np.array([1 + 0.5j, 0.3 - 0.7j, 0.9 + 0.1j])
    cases = [
        (lib["quotient"], (1 + 0.5j, 0.3 - 0.2j)),
        (lib["sum"], (z, 3, 0.7)),
        (lib["turn"], (z, 3, 0.4)),
    ]
    for f, args in cases:
        report = rz.check(f, *args)
        assert report, str(report)
        assert "inputs" not in named(report)
    right = checking._Point.gradient

    def conjugated(self: checking._Point, *back: rz.Function) -> object:
        found, left = right(self, *back)
        return np.concatenate([found[:3], -found[3:6], found[6:]]), left

    monkeypatch.setattr(checking._Point, "gradient", conjugated)
    assert not rz.check(lib["sum"], z, 3, 0.7)


def test_what_is_no_number_is_no_failure_of_check(lib: rz.Library) -> None:
    for odd in (np.nan, np.inf):
        report = rz.check(lib.smooth, np.array([odd, 1.0, 2.0]), 3)
        assert "nan" in str(report)
    assert rz.check(lib.smooth, np.zeros(0), 0)


SHARP = """
#include <math.h>
double guarded(double x) { return x > 0 ? sqrt(x) : 0; }
double beside(double x) { return (x > 0 ? 1e-4 * sqrt(x) : 0) + sin(x); }
double third(double x) { return 2 * cbrt(x) + x; }
double rounded_off(double x) { return sqrt(x + 1e-6) + x; }
double steep(double x) { return tanh(1e5 * x) + x; }
double steeper(double x) { return exp(-1e8 * x * x) * x; }
"""


@pytest.mark.parametrize("name", ["guarded", "beside", "third"])
def test_a_cusp_has_no_slope_and_is_no_mistake(name: str) -> None:
    f = rz.compile(SHARP)[name]
    report = rz.check(f, 0.0)
    assert [finding.name for finding in report.failed] == ["smooth"], str(report)
    assert "grows without end" in report.failed[0].text
    slope = rz.grad(f, check="first", cache=False)
    if name == "third":  # the rule of cbrt says so itself
        assert slope(0.0) == np.inf
        return
    with pytest.warns(rz.RibozymeWarning, match=f"RZ606.*'{name}' has no gradient at this point"):
        slope(0.0)


@pytest.mark.parametrize("name", ["rounded_off", "steep", "steeper"])
def test_a_function_that_bends_on_a_small_scale_is_not_called_wrong(name: str) -> None:
    """Most steps reach over the bend; those that do not tell the slope to many digits."""
    f = rz.compile(SHARP)[name]
    report = rz.check(f, 0.0)
    assert report, str(report)
    rz.grad(f, check="first", cache=False)(0.0)
