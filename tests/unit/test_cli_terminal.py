"""The commands at a terminal: colour, a progress line, an interrupt in mid-compilation."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.rotates("file", plain=1, wide=1000)

SOURCE = """
#include <math.h>
#define S(n) x = sin(x * y + n) * exp(-x) + y * cos(x - n);
#define T(n) S(n) S(n + 1) S(n + 2) S(n + 3) S(n + 4) S(n + 5) S(n + 6) S(n + 7)
#define U(n) T(n) T(n + 10) T(n + 20) T(n + 30) T(n + 40) T(n + 50) T(n + 60) T(n + 70)
#define V(n) U(n) U(n + 100) U(n + 200) U(n + 300)
double slow(double x, double y) { V(0) V(400) V(800) V(1200) return x; }
double square(double x) { return x * x; }
"""
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def at_terminal(
    folder: Path, *words: str, interrupt_at: bytes = b"", seconds: float = 120
) -> tuple[str, int]:
    """What a command prints at a terminal, and how it ends; Ctrl-C once it has printed something.

    Nothing it needs is in the cache.
    """
    child, terminal = pty.fork()
    if not child:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # who started us may ignore it
        os.chdir(folder)
        env = {**os.environ, "RIBOZYME_CACHE_DIR": str(folder / "cache"), "TERM": "xterm"}
        env.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "ribozyme.cli.main", *words]
        os.execvpe(command[0], command, env)
    printed, until = b"", time.monotonic() + seconds
    while time.monotonic() < until:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            printed += os.read(terminal, 65536)
        except OSError:  # it has ended
            break
        if interrupt_at and interrupt_at in printed:
            os.write(terminal, b"\x03")
            interrupt_at = b""
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    return printed.decode(), status


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.c").write_text(SOURCE)
    return tmp_path


def test_tables_and_errors_have_colour_at_a_terminal_and_none_in_a_pipe(folder: Path) -> None:
    for words, says, status in ((("doctor",), "llvmlite", 0), (("grad", "model.c:x"), "RZ004", 2)):
        shown, ended = at_terminal(folder, *words)
        assert ended == status
        assert ESCAPE.search(shown) and says in ESCAPE.sub("", shown)
        piped = subprocess.run(
            [sys.executable, "-m", "ribozyme.cli.main", *words],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert piped.returncode == status
        assert not ESCAPE.search(piped.stdout + piped.stderr)
        assert says in piped.stdout + piped.stderr


def test_what_takes_over_a_second_is_said(folder: Path) -> None:
    quick, status = at_terminal(folder, "grad", "model.c:slow", "-o", "slow.ll")
    assert status == 0 and (folder / "slow.ll").is_file()
    assert re.search(r"^ribozyme: (optimising|compiling.*) …\r?$", quick, re.M)


def test_an_interrupt_ends_a_compilation_and_leaves_nothing_behind(folder: Path) -> None:
    shown, status = at_terminal(
        folder, "grad", "model.c:slow", "-o", "slow.ll", interrupt_at="…".encode()
    )
    assert status == 130
    assert "ribozyme: interrupted" in shown and "Traceback" not in shown
    assert not (folder / "slow.ll").exists()
