"""Rows of campaigns, and their sum."""

from pathlib import Path

from tests.stress.log import Table

PAGE = "# Trust\n\n## One\n\nProse.\n\n## Two\n\nMore.\n"


def test_rows_and_sums(tmp_path: Path) -> None:
    page = tmp_path / "trust.md"
    page.write_text(PAGE)
    table = Table("One", ("seeds", "inputs", "deaths"), page)
    table.append(("1–3", 3, 0))
    table.append(("4–9", 6, 1))
    text = page.read_text()
    assert text.startswith("# Trust\n\n## One\n\nProse.\n\n| date | commit | seeds | inputs")
    assert text.endswith("\n\n## Two\n\nMore.\n")
    assert text.count("| 4–9 | 6 | 1 |\n") == 1 and text.count("| date |") == 1
    assert "All campaigns together: 9 inputs, 1 deaths.\n" in text
    last = Table("Two", ("runs",), page)
    last.append((5,))
    assert page.read_text().endswith("All campaigns together: 5 runs.\n")


def test_prose_behind_a_table_stays(tmp_path: Path) -> None:
    page = tmp_path / "trust.md"
    page.write_text(PAGE)
    table = Table("One", ("seeds", "levels", "wrong"), page, apart=("levels",))
    table.append(("1–3", 4, "2 (0.1 %)"))
    page.write_text(page.read_text().replace("\n\n## Two", "\n\nA word\non rows.\n\n## Two"))
    table.append(("4–9", 4, "3 (0.1 %)"))
    end = "All campaigns together: 5 wrong.\n\nA word\non rows.\n\n## Two\n\nMore.\n"
    assert page.read_text().endswith(end)
