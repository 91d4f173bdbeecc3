"""Which tests a run takes: every program once in its turn, everything in the end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest
from tests.programs import discover
from tests.selection import Entry, order, scopes, todays

ROOT: Final = Path(__file__).parents[2]
FILES: Final = ("test_programs.py", "test_cinterface.py", "test_refuse.py")
COLLECT: Final = """
import json, sys
from dataclasses import asdict
import pytest
from tests.selection import entry

class Seen:
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        self.entries = [asdict(entry(item)) for item in items]

    def pytest_collection_finish(self, session):
        self.taken = [item.nodeid for item in session.items]

seen = Seen()
status = pytest.main(["-qq", "--collect-only", "-p", "no:xdist", *sys.argv[2:]], plugins=[seen])
with open(sys.argv[1], "w") as file:
    json.dump([seen.entries, seen.taken], file)
sys.exit(status)
"""


def collected(folder: Path, *words: str) -> tuple[list[Entry], list[str]]:
    """All tests that a command line names, and those that it takes."""
    out = folder / "collected.json"
    command = [sys.executable, "-c", COLLECT, str(out), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    entries, taken = json.loads(out.read_text())
    return [Entry(**one) for one in entries], taken


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """The tests of the programs, as they stand in this tree."""
    files = [f"tests/run/{name}" for name in FILES]
    return collected(tmp_path_factory.mktemp("entries"), *files)[0]


def taken(entries: list[Entry], rotation: int, scope: str) -> set[str]:
    return {id for id, found in scopes(entries, rotation).items() if found == scope}


def test_every_program_runs_once_in_its_turn(entries: list[Entry]) -> None:
    groups = {one.id: one.group for one in entries if one.group is not None}
    every = {one.group: one.every for one in entries if one.group is not None}
    assert set(every) >= {f"tests/run/test_programs.py {case.name}" for case in discover()}
    for first in (*range(12), 2160, 9996):
        times = Counter[str]()
        for rotation in range(first, first + 12):
            plain = taken(entries, rotation, "plain")
            once = Counter(groups[id] for id in plain if id in groups)
            assert set(once.values()) == {1}
            assert {one.id for one in entries if one.group is None} <= plain
            times += once
        assert all(times[group] == 12 // turns for group, turns in every.items() if group)


def wide_sets(entries: list[Entry], first: int) -> set[str]:
    """What the short and the wide set take at two rotations, one after the other."""
    found = [scopes(entries, rotation) for rotation in (first, first + 1)]
    return {id for one in found for id, scope in one.items() if scope != "all"}


def test_a_program_that_waits_is_in_the_wide_set_of_two_days(entries: list[Entry]) -> None:
    groups = {one.id: one.group for one in entries if one.group is not None}
    for rotation in range(6):
        both = wide_sets(entries, rotation)
        assert {groups[id] for id in both if id in groups} == set(groups.values())
        raw = {one.id for one in entries if one.id.endswith("-raw]")}
        assert raw <= both


def test_the_rotations_together_take_everything(entries: list[Entry]) -> None:
    largest = max(Counter(one.group for one in entries if one.group).values())
    turns = range(largest * max(one.every for one in entries))
    plain = set[str]().union(*(taken(entries, turn, "plain") for turn in turns))
    assert plain == {one.id for one in entries}


def test_a_rotation_has_all_levels_and_modes(entries: list[Entry]) -> None:
    plain = taken(entries, 7, "plain")
    for word in ("raw]", "-O0]", "-O1]", "-O2]", "-O3]", "libc++]", "test_reverse", "test_forward",
                 "test_duality", "test_from_tape", "test_nothing_is_left"):  # fmt: skip
        assert sum(word in id for id in plain) >= 2, word


def test_the_wide_set_repeats_nothing_and_is_wider(entries: list[Entry]) -> None:
    every = {one.id for one in entries}
    for rotation in range(5):
        plain, wide = taken(entries, rotation, "plain"), taken(entries, rotation, "wide")
        assert not plain & wide
        assert len(wide) > len(plain)
        assert plain | wide < every


def test_the_switches_take_what_the_selection_says(tmp_path: Path) -> None:
    file = "tests/run/test_cinterface.py"
    entries, plain = collected(tmp_path, file, "--rotation", "3")
    _, wide = collected(tmp_path, file, "--rotation", "3", "--wide")
    _, every = collected(tmp_path, file, "--all")
    _, named = collected(tmp_path, file, "-k", "test_program and O2")
    assert set(plain) == taken(entries, 3, "plain")
    assert set(wide) == taken(entries, 3, "wide")
    assert set(every) == {one.id for one in entries}
    assert set(named) == {one.id for one in entries if "O2" in one.id}


def test_marks() -> None:
    ring = [Entry(f"f.py::t[{i}]", "f.py::t", plain=2, wide=3) for i in range(9)]
    slow, wide = Entry("f.py::s", is_slow=True), Entry("f.py::w", is_wide=True)
    marked = Entry("f.py::t[9]", "f.py::t", plain=2, wide=3, is_wide=True)
    all_of_them = [*ring, marked, slow, wide, Entry("f.py::u")]
    for rotation in range(10):
        found = scopes(all_of_them, rotation)
        assert (found["f.py::s"], found["f.py::w"], found["f.py::u"]) == ("all", "wide", "plain")
        times = Counter(found[one.id] for one in (*ring, marked))
        assert times["plain"] == 2
        assert times["wide"] in (3, 4)
        assert found["f.py::t[9]"] != "all"
    # No rotation: nothing waits for its turn.
    assert Counter(scopes(all_of_them, None).values()) == {"plain": 10, "wide": 2, "all": 1}
    assert asdict(slow)["group"] is None


def test_a_file_that_takes_long_is_divided() -> None:
    ring = [Entry(f"f.py::t{i}", "f.py", plain=3, wide=1000) for i in range(8)]
    wide = Entry("f.py::w", is_wide=True)
    for rotation in range(8):
        found = Counter(scopes([*ring, wide], rotation).values())
        assert found == {"plain": 3, "wide": 6}
    assert order([*ring, wide]) == [one.id for one in (*ring, wide)]


def test_neighbours_share() -> None:
    names = (
        "f.py::a[x-O1]",
        "f.py::a[x-O2]",
        "f.py::b[x-O1]",
        "f.py::b[y-O1]",
        "e.py::t",
        "f.py::t",
    )
    group = {"x": "f.py x", "y": "f.py y"}
    entries = [Entry(name, group.get(name.partition("[")[2][:1])) for name in names]
    assert order(entries) == [
        "f.py::t", "f.py::a[x-O1]", "f.py::b[x-O1]", "f.py::a[x-O2]", "f.py::b[y-O1]", "e.py::t",
    ]  # fmt: skip
    assert order(entries, later={"f.py::t", "f.py::a[x-O1]"}) == [
        "f.py::b[x-O1]", "f.py::a[x-O2]", "f.py::b[y-O1]", "e.py::t", "f.py::t", "f.py::a[x-O1]",
    ]  # fmt: skip


def test_a_day_has_a_rotation() -> None:
    assert todays() == todays()
    assert 0 <= todays() < 10_000
