"""Where a finished file goes: beside its name, to a device, to standard output."""

import os
import stat
from pathlib import Path

import pytest

from ribozyme.base.outputs import written
from ribozyme.cli.main import main

SOURCE = "double twice(double x) { return 2 * x; }\n"


def test_a_file_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    with written(target) as made:
        made.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert os.listdir(tmp_path) == ["out"]


def test_nothing_is_left_behind_by_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="halfway"), written(tmp_path / "out") as made:
        made.write_text("half")
        raise ValueError("halfway")
    assert os.listdir(tmp_path) == []


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    target = tmp_path / "pipe"
    os.mkfifo(target)
    reader = os.open(target, os.O_RDONLY | os.O_NONBLOCK)
    with written(target) as made:
        made.write_text("through")
    assert os.read(reader, 100) == b"through"
    assert stat.S_ISFIFO(target.stat().st_mode)


@pytest.mark.parametrize("stage", [("-S", "-emit-llvm"), ("-c",), ()])
def test_a_device_is_not_replaced(tmp_path: Path, stage: tuple[str, ...]) -> None:
    """`-o /dev/null` is how build systems ask whether something compiles."""
    source = tmp_path / "twice.c"
    source.write_text(SOURCE if stage else f"{SOURCE}int main(void) {{ return 0; }}\n")
    assert main(["cc", *stage, str(source), "-o", os.devnull]) == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_standard_output(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    source = tmp_path / "twice.c"
    source.write_text(SOURCE)
    assert main(["cc", "-S", "-emit-llvm", str(source), "-o", "-"]) == 0
    assert b"define" in capfdbinary.readouterr().out
    assert not Path("-").exists()
