"""Our own mistakes are exceptions, each with a small module that shows it again."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz
from ribozyme.api.calling.routine import Around, Derived, Primal, Routine
from ribozyme.api.programs import mishap
from ribozyme.api.programs.reduce import reduced
from ribozyme.backend import apart, child, llvm
from ribozyme.backend.target import HOST, generated
from ribozyme.base.options import Options
from ribozyme.cli.main import main
from ribozyme.transform.emit import arith

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

SOURCE = """
#include <math.h>
__attribute__((noinline)) double helper(double x) { return tanh(x) + x; }
__attribute__((noinline)) double other(double x) { return exp(x) * x; }
double f(double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += helper(x * i) * other(s);
    return s + sin(s) / (1 + x);
}
double unrelated(double x) { return log(x); }
"""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A differentiator that stumbles where the derivative has a cosine."""
    right = arith.Arithmetic.function

    def wrong(self: Any, op: str, args: Any) -> Any:
        if op == "cos":
            raise KeyError("lost")
        return right(self, op, args)

    monkeypatch.setattr(arith.Arithmetic, "function", wrong)


def named(failure: rz.Error) -> Path:
    """The reproducer that a message names."""
    found = re.search(r"a module that shows it: (\S+)", "\n".join(failure.diagnostic.notes))
    assert found, str(failure)
    return Path(found[1])


@pytest.mark.usefixtures("broken")
def test_a_mistake_comes_with_a_small_module(monkeypatch: pytest.MonkeyPatch) -> None:
    with rz.options(cache=False), pytest.raises(rz.InternalError) as caught:
        rz.grad(rz.compile(SOURCE).f)(0.5, 3)
    failure = caught.value
    assert failure.code == "RZ901"
    assert failure.diagnostic.message.startswith("KeyError in transform/emit/arith.py")
    assert "ribozyme reproduce" in " ".join(failure.fixes)
    assert isinstance(failure.__cause__, KeyError)
    path = named(failure)
    text = path.read_text()
    path.unlink()
    assert text.startswith("; ribozyme reproducer 1\n; versions: ribozyme ")
    assert '; options: {"optimise_first": true' in text and "KeyError: 'lost'" in text
    body = text[text.index("source_filename") :]
    assert len(re.findall("^define ", body, re.M)) == 1 and "@llvm.sin" in body
    assert "@unrelated" not in body and "!DI" not in body
    assert len(re.findall("^  ", body, re.M)) < 20, body
    llvm.verify(text)
    again = path.with_name("again.ll")
    again.write_text(text)
    same = mishap.reproduced(again)
    assert isinstance(same, KeyError)
    monkeypatch.undo()
    assert mishap.reproduced(again) is None  # once it is mended
    again.unlink()


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`grad`, `opt` and `reproduce` say what failed, and nothing is a traceback."""
    source = tmp_path / "calls.c"
    source.write_text(
        "double __enzyme_autodiff(void *, ...);\n#include <math.h>\n"
        "double f(double x) { return x * sin(x); }\n"
        "double g(double x) { return __enzyme_autodiff((void *)f, x); }\n"
    )
    module = tmp_path / "calls.ll"
    assert main(["cc", "-S", "-emit-llvm", "-O1", str(source), "-o", str(module)]) == 0
    # what stumbles must be in the process of the command
    script = tmp_path / "stumble.py"
    script.write_text(
        "import sys\nfrom ribozyme.transform.emit.arith import Arithmetic\n"
        "right = Arithmetic.function\n"
        "def wrong(self, op, args):\n    if op == 'cos':\n        raise KeyError('lost')\n"
        "    return right(self, op, args)\n"
        "Arithmetic.function = wrong\nfrom ribozyme.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )

    def asked(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(script), *words], capture_output=True, text=True, check=False
        )

    for words in (("cc", "-c", str(source), "-o", str(tmp_path / "o.o")),):
        done = asked(*words)
        assert done.returncode == 1 and "error[RZ901]" in done.stderr, done.stderr
        assert "Traceback" not in done.stderr
        path = Path(re.findall(r"a module that shows it: (\S+)", done.stderr)[0])
        again = asked("reproduce", str(path))
        assert again.returncode == 1 and "KeyError" in again.stderr
        assert main(["reproduce", str(path)]) == 0
        assert "it works now" in capsys.readouterr().out
        path.unlink()
    assert main(["reproduce", str(source)]) == 2


def test_when_no_file_can_be_written(broken: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(mishap.tempfile, "mkstemp", full)
    monkeypatch.setattr(mishap, "_SECONDS", 0.0)
    with rz.options(cache=False), pytest.raises(rz.InternalError, match="No space left") as caught:
        rz.grad(rz.compile(SOURCE).f)(0.5, 3)
    assert caught.value.fixes == ("please report it with your program",)


def test_questions_are_written_down_and_read_again() -> None:
    inner = Routine(Primal("f", "text"), ("double", "ptr"), "double")
    kinds = ("active", "dup")
    outer = Routine(
        Derived(inner, "reverse", kinds, "active", True, 2, Options(memory=7)), ("double",), "void"
    )
    for routine in (inner, outer, Routine(Around(outer, "more"), ("double",), "void")):
        assert mishap._routine(json.loads(json.dumps(mishap._plain(routine)))) == routine


def test_refusals_are_not_mistakes() -> None:
    with pytest.raises(rz.NoDerivative) as caught:
        rz.grad(rz.compile("double g(double); double f(double x) { return g(x); }").f)(1.0)
    assert "a module that shows it" not in str(caught.value)


TEXT = """\
define internal double @leaf(double %x) comdat personality ptr @own {
  %y = fmul double %x, 3.000000e+00
  ret double %y
}

define void @unused() {
  ret void
}

define double @root(double %x, ptr %p) {
  %a = fadd double %x, 1.000000e+00
  %b = call double @leaf(double %a)
  store double %b, ptr %p, align 8
  %c = fdiv double %b, %a
  ret double %c
}
"""


def test_reduction() -> None:
    """Everything that does not matter goes; what is asked for stays."""
    small = reduced(TEXT, lambda text: "fdiv" in text and "@root" in text, "root", 5.0)
    assert small.strip().split("\n") == [
        "define double @root(double %x, ptr %p) {",
        "  %c = fdiv double poison, poison",
        "  ret double %c",
        "}",
    ]
    small = reduced(TEXT, lambda text: "call double @leaf" in text, "root", 5.0)
    assert "declare double @leaf(double %x)\n" in small and "fmul" not in small
    assert reduced(TEXT, lambda _: False, "root", 5.0) == TEXT
    assert reduced(TEXT, lambda _: True, "root", 0.0) == TEXT


# ---- the child -----------------------------------------------------------------------------------


FATAL = """\
declare x86_fp80 @llvm.maximum.f80(x86_fp80, x86_fp80)
define x86_fp80 @f(x86_fp80 %x) {
  %y = call x86_fp80 @llvm.maximum.f80(x86_fp80 %x, x86_fp80 %x)
  ret x86_fp80 %y
}
"""


def test_a_death_is_an_exception_and_the_next_request_is_served() -> None:
    for _ in range(3):
        with pytest.raises(child.Died, match=r"Assertion|LLVM ERROR"):
            child.apart(generated, FATAL, HOST, "object")
        assert child.apart(pow, 2, 10) == 1024
    assert len(child.apart(bytes, 30_000_000)) == 30_000_000


def test_errors_come_through() -> None:
    with pytest.raises(rz.ParseError, match="expected top-level entity") as caught:
        apart.read("nonsense", "model.ll")
    assert caught.value.code == "RZ101"
    with pytest.raises(rz.InternalError, match="ZeroDivisionError"):
        child.apart(divmod, 1, 0)


def test_a_dead_pipeline_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def dead(*_: object, **__: object) -> None:
        raise child.Died("signal 11")

    monkeypatch.setattr(child, "apart", dead)
    with pytest.raises(rz.RunError, match="signal 11") as caught:
        apart.run("before", TEXT)
    assert caught.value.code == "RZ605"


def test_a_fork_has_a_child_of_its_own() -> None:
    import os

    assert child.apart(pow, 2, 3) == 8
    pid = os.fork()
    if not pid:
        os._exit(0 if child.apart(pow, 2, 4) == 16 else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert child.apart(pow, 2, 5) == 32


def test_a_program_of_ir_is_worked_on_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    right = child.apart

    def noted(work: Any, *args: Any, **kwargs: Any) -> Any:
        seen.append(work.__name__)
        return right(work, *args, **kwargs)

    monkeypatch.setattr(child, "apart", noted)
    text = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"
    with rz.options(cache=False):
        f = rz.compile(text, lang="ll").f
        assert rz.autodiff(rz.Reverse, f, rz.Active(3.0)) == 6.0
        assert {"_read", "run", "generated"} <= set(seen)
        seen.clear()
        g = rz.grad(rz.compile("double f(double x) { return x * x; }").f, check="never")
        assert g(3.0) == 6.0 and not seen
