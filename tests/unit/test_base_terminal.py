"""Tables and progress at a terminal where `rich` is not installed: plain lines."""

import time

import pytest

from ribozyme.api.programs import progress
from ribozyme.cli import output


@pytest.fixture(autouse=True)
def without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (progress, output):
        monkeypatch.setattr(place, "has_rich", lambda: False)
    monkeypatch.setattr(output, "coloured", lambda stream: True)


def test_a_table_has_columns(capsys: pytest.CaptureFixture[str]) -> None:
    output.show(("example", "time"), [("norm", "1.2 ms")])
    assert capsys.readouterr().out == "example  time\nnorm     1.2 ms\n"


def test_text_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    output.say("right", {"right": "green"})
    assert capsys.readouterr().out == "right\n"


def test_steps_are_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_is_watched", lambda: True)
    now = time.monotonic()
    with progress.Steps("heat") as show:
        assert show is not None
        monkeypatch.setattr(time, "monotonic", lambda: now + 2)
        show(1, 10)
        show(2, 10)
    assert capsys.readouterr().err == "ribozyme: steps of heat …\n"
