"""Checkpointed loops while they run: snapshots in a file, the steps that are shown, Ctrl-C."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from tests.unit.test_checkpoint import HEAT, heat, line

import ribozyme as rz
from ribozyme.api.programs.progress import Steps
from ribozyme.backend.runtime import spill
from ribozyme.transform.checkpoint.schedule import cost

pytestmark = pytest.mark.rotates("file", plain=3, wide=1000)


def filed(where: object, ram: str = "100KB") -> dict[str, Any]:
    """A budget in which the states of 800 steps of 30 cells do not fit into memory."""
    return {"memory": {"ram": ram, "disk": "1GB", "where": where}, "check": "never"}


@pytest.mark.parametrize("counted", [True, False], ids=["counted", "uncounted"])
def test_snapshots_in_a_file(counted: bool, tmp_path: Path) -> None:
    """The gradient is that without a budget; the file has no name."""
    source = HEAT if counted else HEAT.replace("t < steps", "t < steps && u[1] < 1e9")
    lib = rz.compile(source)
    plain = rz.grad(lib.heat, wrt=("u", "k", "dt"), of="return", check="never")
    kept = rz.grad(lib.heat, wrt=("u", "k", "dt"), of="return", **filed(tmp_path))
    with mock.patch.object(spill, "unnamed", wraps=spill.unnamed) as opened:
        found = heat(kept, 2000)
    assert opened.call_args.args == (str(tmp_path),)
    assert not list(tmp_path.iterdir())
    wanted = heat(plain, 2000)
    for one, other in zip((*wanted[0], *wanted[1:]), (*found[0], *found[1:]), strict=True):
        assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * np.max(np.abs(one))


def test_steps_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller is told how many steps of both sweeps are done, and of how many."""
    lib = rz.compile(HEAT)
    gradient = rz.grad(lib.heat, wrt="k", of="return", check="never", checkpoint={line(HEAT): 20})
    shown: list[tuple[int, int]] = []
    monkeypatch.setattr(Steps, "__enter__", lambda _: lambda *now: shown.append(now))
    heat(gradient, 5_000_000)
    assert {total for _, total in shown} == {5_000_000 + cost(5_000_000, 20)}
    assert [done for done, _ in shown] == sorted(done for done, _ in shown)
    assert shown[-1][0] <= shown[-1][1]


@pytest.mark.wide
def test_two_levels_take_fewer_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a file beside the same memory; the gradient has the same bits."""
    lib, steps = rz.compile(HEAT), 1_000_000
    most = 100_000 // (30 * 8)  # the states that fit into memory, were there nothing beside them
    shown: list[int] = []
    monkeypatch.setattr(Steps, "__enter__", lambda _: lambda _, total: shown.append(total))
    filled = rz.grad(lib.heat, wrt="k", of="return", memory="100KB", check="never")
    plain = heat(filled, steps)[0]
    shown.clear()
    found = heat(rz.grad(lib.heat, wrt="k", of="return", **filed(tmp_path)), steps)[0]
    assert 2 * steps < max(shown) < steps + cost(steps, most)
    assert np.array_equal(plain, found)


def test_what_cannot_be_shown_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    lib = rz.compile(HEAT)
    gradient = rz.grad(lib.heat, wrt="k", of="return", check="never", checkpoint={line(HEAT): 20})
    shown: list[int] = []

    def show(done: int, _: int) -> None:
        shown.append(done)
        raise BrokenPipeError

    monkeypatch.setattr(Steps, "__enter__", lambda _: show)
    assert np.all(np.isfinite(heat(gradient, 5_000_000)[0]))
    assert len(shown) == 1


def test_no_directory_for_the_file(tmp_path: Path) -> None:
    lib = rz.compile(HEAT)
    gradient = rz.grad(lib.heat, wrt="k", of="return", **filed(tmp_path / "missing"))
    with pytest.raises(rz.Error, match="RZ614") as caught:
        heat(gradient, 2000)
    assert "No such file or directory" in str(caught.value) and "missing" in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_may_only_be_read(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    lib = rz.compile(HEAT)
    gradient = rz.grad(lib.heat, wrt="k", of="return", **filed(closed))
    with pytest.raises(rz.Error, match="RZ614") as caught:
        heat(gradient, 2000)
    assert "Permission denied" in str(caught.value)
    assert not list(closed.iterdir())


def test_a_file_system_that_may_only_be_read() -> None:
    """Whoever runs this: no file can be made there."""
    lib = rz.compile(HEAT)
    gradient = rz.grad(lib.heat, wrt="k", of="return", **filed("/proc/self"))
    with pytest.raises(rz.Error, match="RZ614"):
        heat(gradient, 2000)
    assert np.all(np.isfinite(heat(gradient, 3)[0]))


CHILD = """
import resource, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # the background of a shell ignores it
import numpy as np
import ribozyme as rz
from tests.unit import test_checkpoint_file as own
f = rz.compile(own.HEAT).heat
gradient = rz.grad(f, wrt="k", of="return", **own.filed(sys.argv[1]))
if sys.argv[2] == "full":
    own.heat(gradient, 3)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
    try:
        own.heat(gradient, 2000)
    except rz.Error as problem:
        print(problem.code, "File too large" in str(problem))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print(np.all(np.isfinite(own.heat(gradient, 3)[0])))
else:
    with own.mock.patch.object(own.spill, "unnamed", wraps=own.spill.unnamed) as opened:
        own.Steps.__enter__ = lambda _: lambda *now: opened.called and print(*now, flush=True)
        own.heat(gradient, 10**8)
"""


def child(how: str, where: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(where), how], stdout=subprocess.PIPE, text=True
    )


def test_a_full_disk(tmp_path: Path) -> None:
    """An error in Python; the process goes on, and nothing is left."""
    with child("full", tmp_path) as process:
        said, _ = process.communicate()
    assert said.split() == ["RZ614", "True", "True"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_process_that_is_ended(signal_: signal.Signals, tmp_path: Path) -> None:
    """Killed, or by Ctrl-C between two steps: it ends at once and leaves no file behind."""
    with child("long", tmp_path) as process:
        assert process.stdout is not None
        done, total = map(int, process.stdout.readline().split())  # its file is in use
        assert 0 < done < total
        process.send_signal(signal_)
        assert process.wait(timeout=20) != 0
    assert not list(tmp_path.iterdir())
