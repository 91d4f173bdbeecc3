"""`./do test --all` goes on where it stopped, and writes its last whole run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.account import Account
from tests.resume import Progress, passed_before, spoken, tree, write_row


def test_what_passed_is_not_run_again(tmp_path: Path) -> None:
    kept = tmp_path / "all.txt"
    first = Progress("one", kept)
    assert first.before == frozenset()
    first.note("a", good=True)
    first.note("b[x y]", good=False)
    second = Progress("one", kept)
    assert second.before == {"a"}
    second.note("b[x y]", good=True)
    second.note("a", good=False)  # run by hand meanwhile: its last word counts
    assert Progress("one", kept).before == {"b[x y]"}
    assert passed_before(second.lines, kept) == {"a"}, "a worker sees what there was at the start"


def test_a_changed_tree_begins_anew(tmp_path: Path) -> None:
    kept = tmp_path / "all.txt"
    Progress("one", kept).note("a", good=True)
    assert Progress("other", kept).before == frozenset()
    assert Progress("one", kept).before == frozenset()


def test_failures_are_left_for_the_next_run(tmp_path: Path) -> None:
    kept = tmp_path / "all.txt"
    run = Progress("one", kept)
    run.finish(failed=1)
    assert kept.is_file()
    run.finish(failed=0)
    assert not kept.exists()


def test_the_time_is_that_of_all_runs(tmp_path: Path) -> None:
    kept = tmp_path / "all.txt"
    lines = ["tree one", "run x", "passed 50.0 a", "failed 100.0 b", "run x", "passed 20.5 b"]
    kept.write_text("\n".join(lines) + "\n")
    assert Progress("one", kept).seconds() == pytest.approx(120.5, abs=5)


def test_the_tree_is_its_content(tmp_path: Path) -> None:
    for name in ("src/a.py", "docs/trust.md", "do"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("1")
    before = tree(tmp_path)
    assert tree(tmp_path) == before
    (tmp_path / "docs" / "trust.md").write_text("2")
    assert tree(tmp_path) == before, "its own row does not count"
    (tmp_path / "src" / "a.py").write_text("2")
    assert tree(tmp_path) != before


def test_the_row_replaces_the_one_before(tmp_path: Path) -> None:
    page = tmp_path / "trust.md"
    head = "| date | commit | duration | passed | skipped | failed |\n|---|---|---|---|---|---|\n"
    page.write_text(f"# Page\n\n{head}\nMore.\n")
    write_row("abc", 8000, passed=10, skipped=1, failed=2, page=page)
    write_row("def", 100, passed=12, skipped=1, failed=0, page=page)
    text = page.read_text()
    assert "abc" not in text
    assert " | def | 1 min 40 s | 12 | 1 | 0 |\n\nMore.\n" in text
    page.write_text("# Page\n")
    with pytest.raises(ValueError, match="no table"):
        write_row("abc", 1, passed=1, skipped=0, failed=0, page=page)


def test_the_page_has_its_table() -> None:
    """Else the row of a run of hours would be lost."""
    from tests.resume import _HEAD, PAGE

    assert PAGE.read_text(encoding="utf-8").count(_HEAD) == 1


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.6, "1 min 0 s"), (472, "7 min 52 s"), (9000, "2 h 30 min")],
)
def test_times(seconds: float, text: str) -> None:
    assert spoken(seconds) == text


def test_the_closing_lines() -> None:
    account = Account()
    account.outcomes = {"passed": 5, "failed": 1, "skipped": 2}
    account.left_out = {"slow": 3, "at another rotation": 40}
    account.skipped = {"no Eigen": 2}
    first, *rest = account.lines(17)
    assert first.startswith("6 tests in ")
    assert rest == [
        "left out: 40 at another rotation, 3 slow",
        "skipped: 2 no Eigen",
        "the same tests again: --rotation 17",
    ]
    assert len(Account().lines(None)) == 1
