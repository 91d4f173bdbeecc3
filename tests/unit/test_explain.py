"""Explanations: what is kept is said at its line, in the user's names, as text, data and page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ribozyme as rz
from ribozyme.api.explaining.explain import Explanation, lines
from ribozyme.cli.main import main
from ribozyme.transform.prepare.prepare import PROGRAM, REQUEST
from ribozyme.transform.prepare.refine import STEPS

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOURCE = """\
#include <math.h>
static __attribute__((noinline)) double halve(double *p, double x)
{
    *p = *p * 0.5 + x;
    return sin(*p) * x;
}
double chain(const double *restrict x, double *restrict y, int n, int steps)
{
    double s = 0;
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++) {
            y[i] = exp(y[i]) * x[i];
            s += y[i];
        }
    return s;
}
double search(const double *x, double limit)
{
    double s = 1;
    while (s < limit)
        s = s * *x++;
    return s;
}
double calls(double *a, double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += halve(a, s + x);
    return s;
}
double plain(double x, double y) { return x * y + x; }
double guarded(double x, double y) { return x > 0 ? y / x : y; }
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> rz.Library:
    path = tmp_path_factory.mktemp("explain") / "model.c"
    path.write_text(SOURCE)
    return rz.load(path)


def remarks(found: Explanation) -> dict[int, str]:
    """Per line, what is said of it in the text."""
    said: dict[int, str] = {}
    number = 0
    for line in str(found).splitlines():
        if head := re.match(r" *(\d+) \|", line):
            number = int(head[1])
        elif re.match(r" *= ", line):
            said[number] = said.get(number, "") + line.strip(" =") + "\n"
    return said


def test_counts_are_in_the_users_names(program: rz.Library) -> None:
    found = rz.explain(program.chain, sizes={"n": 1000, "steps": 20})
    said = remarks(found)[12]
    assert re.search(r"keeps .*: 8 bytes × steps · n, in a block allocated once", said)
    assert "exp by its rule" in said
    assert found.estimate % (8 * 20 * 1000) == 0
    assert found.estimate > 0
    assert rz.explain(program.chain).estimate == found.estimate * 64 * 64 // 20000


def test_what_is_kept_once_is_no_tape(program: rz.Library) -> None:
    assert rz.explain(program.plain).estimate == 0
    assert "takes about 0 bytes" in str(rz.explain(program.plain))


def test_unknown_counts(program: rz.Library) -> None:
    said = "".join(remarks(rz.explain(program.search)).values())
    assert "× ?, in an array that grows" in said
    assert "how often the loop ran" in said


def test_calls_are_split(program: rz.Library) -> None:
    found = rz.explain(program.calls)
    assert [one.function for one in found.reports] == ["calls", "halve"]
    said = remarks(found)[28]
    assert "halve split into a forward and a reverse call" in said
    assert re.search(r"keeps what the call of halve keeps: \d+ bytes × n", said)
    assert "sin by its rule" in remarks(found)[5]
    assert found.reports[1].frame_bytes > 0


SUMS = """\
#include <math.h>
double of_points(const double *restrict x, double *restrict w, int d, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double p = 1;
        for (int j = 0; j < d; j++)
            p *= sin(x[i * d + j] * w[j]);
        s += p * p;
    }
    return s / n;
}
double of_roots(const double *restrict x, double *restrict w, int d, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double p = 1;
        for (int j = 0; j < d; j++)
            p *= sin(x[i * d + j] * w[j]);
        s += p * p;
    }
    return sqrt(s);
}
"""


def test_turns_are_said() -> None:
    library = rz.compile(SUMS)
    found = rz.explain(library.of_points, wrt="w")
    assert "a loop keeps one turn only: value and gradient of a turn at once" in str(found)
    assert not any("n" in one.times.split(" · ") for one in found.reports[0].kept)
    assert "a loop keeps all its turns: what it hands on is no plain sum" in str(
        rz.explain(library.of_roots, wrt="w")
    )


def test_guards_are_said(program: rz.Library) -> None:
    assert "guarded against 0·∞: a quotient" in "".join(
        remarks(rz.explain(program.guarded)).values()
    )


def test_only_what_is_asked_for(program: rz.Library) -> None:
    assert rz.explain(program.chain, wrt="x").wrt == ("x",)
    with pytest.raises(rz.UsageError, match="explain takes a function"):
        rz.explain(3)


def test_data(program: rz.Library) -> None:
    data = json.loads(rz.explain(program.calls).json())
    assert data["function"] == "calls"
    assert {one["function"] for one in data["functions"]} == {"calls", "halve"}
    for one in data["functions"]:
        assert one["estimate"] == sum(kept["estimate"] for kept in one["kept"])
        for kept in one["kept"]:
            assert kept["span"] is None or kept["span"]["file"].endswith("model.c")


def test_facts(program: rz.Library) -> None:
    facts = "\n".join(rz.explain(program.calls, facts=True).facts)
    for what in ("points-to", "activity", "effects", "overwritten"):
        assert re.search(rf"^{what}.* @calls", facts, re.M), what
    assert "activity of @halve" in facts
    assert rz.explain(program.calls).facts == ()


class Page(HTMLParser):
    """The tags of a page in balance, the targets of its links, its text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.ids.add(known.get("id") or "")
        if tag == "a":
            self.links.add((known["href"] or "").removeprefix("#"))
        assert not {"src", "onclick"} & known.keys()
        if tag not in ("meta", "i") or tag == "i":
            self.open += [tag] if tag != "meta" else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_page(program: rz.Library) -> None:
    found = rz.explain(program.chain, facts=True)
    page = Page()
    page.feed(found.html())
    assert not page.open
    assert page.links
    assert page.links <= page.ids
    assert "y[i] = exp(y[i]) * x[i];" in page.text
    assert "for (int i = 0; i < n; i++)" in page.text
    assert "points-to of @chain" in page.text
    assert "http" not in found.html()


LOOPS = """
double axpy(double *restrict y, const double *restrict x, int n, double a)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i] * x[i];
    return y[0];
}
double recurrence(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * x[i] + 1;
    return s;
}
double counted(double x)
{
    static int calls;
    return x * ++calls;
}
"""


def test_loops_are_vectorised_or_it_is_said_why() -> None:
    lib = rz.compile(LOOPS)
    assert "a loop is vectorised, " in str(rz.explain(lib.axpy, wrt="x"))
    assert "a loop is not vectorised: " in str(rz.explain(lib.recurrence))
    page = rz.explain(lib.recurrence).html()
    assert "<li>a loop is not vectorised: " in page


def test_what_is_not_compared_is_said() -> None:
    lib = rz.compile(LOOPS)
    assert "not compared" not in str(rz.explain(lib.recurrence))
    assert "its first call is not compared with differences" in str(rz.explain(lib.counted))
    assert "Its first call is not compared with differences" in rz.explain(lib.counted).html()
    assert "not compared" not in str(rz.explain(lib.counted, check="never"))


def test_every_line_is_shown_once(program: rz.Library) -> None:
    for report in rz.explain(program.calls).reports:
        numbers = [(line.file, line.number) for line in lines(report)]
        assert numbers == sorted(set(numbers))


def test_text_without_debug_info() -> None:
    library = rz.compile(SOURCE, debug=False)
    found = rz.explain(library["plain"])
    assert "gradient of 'plain'" in str(found)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.c"
    path.write_text(SOURCE)
    assert main(["explain", f"{path}:chain", "--wrt", "x", "--at", "n=10"]) == 0
    assert "gradient of 'chain' by x" in capsys.readouterr().out
    page = tmp_path / "chain.html"
    assert main(["explain", f"{path}:chain", "--html", str(page)]) == 0
    assert page.read_text().startswith("<!doctype html>")
    capsys.readouterr()
    assert main(["explain", f"{path}:chain", "--json", "--facts"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"]
    assert main(["explain", f"{path}:chain", "--at", "n"]) == 2
    assert "is not NAME=NUMBER" in capsys.readouterr().err


SWAPPED = """
static __attribute__((noinline)) void swap(long *a, long *b) { long t = *a; *a = *b; *b = t; }
double swapped(const double *x)
{
    double a[2] = {x[0], x[1]};
    swap((long *)&a[0], (long *)&a[1]);
    return a[0] * a[0] * a[1];
}
double other(const double *x)
{
    double a[2] = {x[0], x[1]};
    swap((long *)&a[0], (long *)&a[1]);
    return a[1];
}
"""


def test_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each pass says what it changed in the functions that the derivative reaches."""
    path = tmp_path / "model.c"
    path.write_text(SOURCE + SWAPPED)
    assert main(["explain", f"{path}:plain", "--passes"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[::2] == [name for name, _ in (*PROGRAM, *REQUEST, *STEPS)]
    assert set(said[1::2]) == {"  nothing"}
    assert main(["explain", f"{path}:swapped", "--passes"]) == 0
    said = capsys.readouterr().out.splitlines()
    own = said[said.index("wrong types") + 1 : said.index("specialisation")]
    assert own[0] == "  @swap" and "!dbg" not in "".join(own)
    lost = [line for line in own if line.startswith("  -")]
    assert len(lost) == 4 and all("!tbaa" in line for line in lost)
    kept = [line.replace("  -", "  +").partition(", !tbaa")[0] for line in lost]
    assert [line for line in own if line.startswith("  +")] == kept
    assert main(["explain", f"{path}:swapped", "--passes", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in data if one["changes"]] == ["wrong types"]


DEEP = """\
double deep(const double *x, const int *n, int m)
{
    double s = 0, p = 1;
    for (int a = 0; a < n[0]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[2]; c++)
                for (int d = 0; d < n[3]; d++)
                    for (int e = 0; e < n[4]; e++)
                        for (int f = 0; f < n[5]; f++)
                            for (int g = 0; g < m; g++) {
                                p = p * x[g] + s;
                                s += p * p * x[f];
                            }
    return s;
}
double flat(const double *x, const int *n)
{
    double s = 0, p = 1;
    for (int a = 0; a < n[0]; a++) {
        p = p * x[a] + s;
        s += p * p * x[a];
    }
    return s;
}
"""


def test_counts_without_names_are_said_and_too_many_make_no_estimate() -> None:
    lib = rz.compile(DEEP)
    first, second, third, *_ = str(rz.explain(lib.flat)).splitlines()
    assert (
        first.endswith("about 1.0 KiB")
        and third == "  at least 16 bytes, where unknown loops run once"
    )
    assert second == "  not known, taken as 64: the iterations of the loop of line 19"
    first, second, third, *_ = str(rz.explain(lib.deep)).splitlines()
    assert first.endswith("the tape takes 16 bytes or more") and not third
    assert second.startswith("  how much more depends on m, the iterations of the loop of line ")
    assert "GiB" not in second
    first, second, *_ = str(rz.explain(lib.deep, sizes={"m": 1000})).splitlines()
    assert first.endswith("or more") and " m, " not in second
