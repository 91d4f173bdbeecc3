"""The example in the docstring of each public name runs, and gives what it shows."""

import doctest
import inspect
import runpy
from pathlib import Path
from typing import Any

import pytest
from tests.isolated import no_added_rules

import ribozyme as rz

PAGE = Path(__file__).parent.parent / "docs" / "make_reference.py"
LIBRARY: str = runpy.run_path(str(PAGE))["LIBRARY"]
# `docs/errors.md` has an example for each code, and `tests/messages` runs one.
NAMES = [
    name
    for name in vars(rz)["__all__"]
    if not (isinstance(found := getattr(rz, name), type) and issubclass(found, Exception))
    or found is rz.Error
]


@pytest.fixture(scope="module")
def given() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(LIBRARY, names)
    return names


@pytest.mark.parametrize("name", NAMES)
def test_the_example_shows_what_happens(
    name: str, given: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_added_rules(monkeypatch)
    text = inspect.getdoc(getattr(rz, name)) or ""
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    names = {**given, "folder": tmp_path, "out": given["out"].copy()}
    example = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    assert example.examples, f"rz.{name} has no example"
    said: list[str] = []
    assert not doctest.DocTestRunner(optionflags=flags).run(example, out=said.append).failed, (
        "".join(said)
    )
