"""A process that runs a user's program ends with the one that asked for it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def waits(file: str) -> None:
    """Say the number of this process, and never return."""
    Path(file).write_text(str(os.getpid()))
    time.sleep(3600)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells a process of its parent's end")
def test_what_never_returns_ends_with_its_parent(tmp_path: Path) -> None:
    file = tmp_path / "number"
    asked = (
        "from ribozyme.backend import child; from tests.unit.test_backend_child_ends import waits; "
        f"child.alone(waits, {str(file)!r})"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, "-c", asked], env=env)
    assert within(60, lambda: file.exists() and bool(file.read_text()))
    number = int(file.read_text())
    parent.kill()
    parent.wait()
    assert within(20, lambda: not is_running(number))


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def is_running(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
