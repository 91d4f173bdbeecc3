"""C and C++ on a machine without compiler, headers or start files: the wheel is enough."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
KEPT = HERE.parents[1] / "build" / "cache"


def in_clean_room(cache: Path, home: Path) -> None:
    # A fresh cache for what is compiled, so that nothing comes from a machine with headers.
    environment = {
        **os.environ,
        "HOME": str(home),
        "RIBOZYME_CACHE_DIR": str(home / "cache"),
        "PYTHONPATH": str(HERE.parents[1] / "src"),
    }
    done = subprocess.run(
        [str(HERE / "clean_room.sh"), sys.executable, str(HERE / "in_clean_room.py"), str(cache)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode == 77:
        pytest.skip(f"no right to a mount namespace, or to mount in it: {done.stderr.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "clean\n"


@pytest.mark.wide
def test_nothing_but_the_wheel(tmp_path: Path) -> None:
    in_clean_room(KEPT, tmp_path)


@pytest.mark.slow
def test_nothing_but_the_wheel_and_an_empty_home(tmp_path: Path) -> None:
    """The C++ run time is built in the clean room, too."""
    in_clean_room(tmp_path / "cache", tmp_path)
