"""Compilers as processes: what goes in and out, and what is imported while they work."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ribozyme.api.programs import compile as loading
from ribozyme.base.errors import Error, error
from ribozyme.cli import cc
from ribozyme.frontends import programs


def missing(reason: str) -> Error:
    return error("RZ020", reason)


def ran(
    code: str, text: str | None = None, meanwhile: tuple[str, ...] = ()
) -> tuple[int, str, str]:
    command = [sys.executable, "-c", code]
    done = programs.run(command, Path.cwd(), missing, text, meanwhile=meanwhile)
    return done.returncode, done.stdout, done.stderr


def test_words_and_status() -> None:
    code = "import sys; print(sys.stdin.read()); print('no', file=sys.stderr); sys.exit(3)"
    text = "é\n" + "x" * 200_000
    assert ran(code, text, ("colorsys",)) == (3, f"{text}\n", "no\n")


def test_modules_are_imported_while_it_works() -> None:
    sys.modules.pop("colorsys", None)
    assert ran("import time; time.sleep(0.5)", meanwhile=("colorsys",)) == (0, "", "")
    assert "colorsys" in sys.modules


def test_a_process_that_has_ended_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    monkeypatch.setattr(subprocess.Popen, "poll", lambda process: process.wait())
    assert ran("print('done')", meanwhile=("there_is_no_such_module",)) == (0, "done\n", "")


def test_an_interrupt_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    made: list[subprocess.Popen[str]] = []

    def interrupted(_: object, process: subprocess.Popen[str]) -> None:
        made.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(programs, "imported", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ran("import time; time.sleep(3600)", meanwhile=("colorsys",))
    assert made[0].returncode < 0


def test_no_such_program() -> None:
    with pytest.raises(Error, match="does not start"):
        programs.run(["/there/is/none"], Path.cwd(), missing, meanwhile=("colorsys",))


def test_what_a_derivative_imports_is_there() -> None:
    assert all(find_spec(name) for name in (*loading._MEANWHILE, *cc._MEANWHILE))
