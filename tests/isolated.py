"""The process as it was: what a test registers is forgotten after it."""

import pytest

from ribozyme.rules import added, custom


def no_added_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rules but the standard ones from here to the end of the test, none of its own after it."""
    monkeypatch.setattr(custom, "_current", [custom.STANDARD])
    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)
