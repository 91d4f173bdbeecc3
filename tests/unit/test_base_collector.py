"""The collector is off meanwhile, and on again, whoever nests it and however it ends."""

import gc
import subprocess
import sys

import pytest

from ribozyme.base.collector import paused


def test_it_is_off_meanwhile() -> None:
    assert gc.isenabled()
    with paused():
        assert not gc.isenabled()
        with paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="x"), paused():
        raise ValueError("x")
    assert gc.isenabled()


_FIRST = """
import gc
from ribozyme.base.collector import paused
{before}
with paused():
    kept = [[] for _ in range(100_000)]
print(gc.get_count()[0] < 1000, len(gc.get_objects(generation=2)) > 100_000, gc.get_freeze_count())
"""


def _said(before: str) -> list[str]:
    words = [sys.executable, "-c", _FIRST.format(before=before)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def test_what_the_first_work_made_is_old() -> None:
    assert _said("") == ["True", "True", "0"]


def test_what_a_process_froze_stays_frozen() -> None:
    assert int(_said("gc.freeze()")[2]) > 0
