"""A mistake of Ribozyme's as an error with a file that shows it again.

    KeyError in transform/core/sites.py  →  error[RZ901]: …  = a module that shows it: /tmp/x.ll

The file is a module of IR, made as small as a few seconds allow, whose first lines say what was
asked of it, by which versions, and how it failed; `ribozyme reproduce FILE` asks again.
"""

import json
import os
import platform
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final, NamedTuple, final

from ribozyme.api.calling.routine import Around, Derived, Primal, Routine
from ribozyme.api.programs.reduce import reduced
from ribozyme.base.errors import Error, InternalError, error
from ribozyme.base.options import Options, options
from ribozyme.base.record import as_dict, dataclass, fields, replaced

_MAGIC: Final = "; ribozyme reproducer 1"
_SECONDS: Final = 8.0
_PACKAGE: Final = Path(__file__).parents[2]
_UNDER_WAY: Final[ContextVar[bool]] = ContextVar("ribozyme_mishap", default=False)
_PLEASE: Final = "please report it with "
_REPORT: Final = f"{_PLEASE}that file; `ribozyme reproduce FILE` shows it again"


@final
@dataclass(frozen=True, slots=True)
class Question:
    """What was asked of a module: a routine of it, its derivative calls, or what is in it."""

    options: Options
    routine: Routine | None = None
    calls: bool = False

    @property
    def root(self) -> str:
        """The function it is about, if it is about one."""
        recipe = self.routine.root.recipe if self.routine else None
        return recipe.symbol if isinstance(recipe, Primal) else ""

    def asked(self, text: str) -> None:
        """Ask it of a module, with nothing remembered."""
        if self.calls:
            from ribozyme.cinterface import differentiation as interface

            with options(**as_dict(self.options)):
                interface.differentiated(interface.program(_read(text)))
            return
        from ribozyme.api.programs.program import Program
        from ribozyme.frontends.base import Compiled

        program = Program((Compiled(text, "ir", ()),), replaced(self.options, cache=False))
        if self.routine is None:
            _ = program.signatures
        else:
            program.image(self.routine)


class Likeness(NamedTuple):
    """What makes two failures the same: their kind, and where in our code they come from."""

    kind: str
    place: str


def told(module: Callable[[], str], question: Question, failure: Exception) -> Exception:
    """What to raise for a failure: itself, or an error with a reproducer if it is our mistake."""
    if _UNDER_WAY.get() or not _is_ours(failure):
        return failure
    token = _UNDER_WAY.set(True)
    try:
        return _told(module, question, failure)
    finally:
        _UNDER_WAY.reset(token)


def _read(text: str) -> str:
    from ribozyme.backend import apart

    return apart.read(text, "<module>")


def _is_ours(failure: Exception) -> bool:
    if isinstance(failure, Error):
        mistake = isinstance(failure, InternalError) or failure.code == "RZ605"
        return mistake and not any(fix.startswith(_PLEASE) for fix in failure.fixes)
    return not isinstance(failure, OSError) and type(failure) is not MemoryError


def _told(module: Callable[[], str], question: Question, failure: Exception) -> Error:
    try:
        kept = f"a module that shows it: {_written(module(), question, failure)}"
        fix = _REPORT
    except Exception as problem:  # a report must not stand in the way of the message
        kept = f"no reproducer could be made: {type(problem).__name__}: {problem}"
        fix = f"{_PLEASE}your program"
    if isinstance(failure, Error):
        found = failure.diagnostic
        return type(failure)(replaced(found, notes=(*found.notes, kept), helps=(*found.helps, fix)))
    message = f"{type(failure).__name__} in {likeness(failure).place}: {str(failure)[:200]}"
    return error("RZ901", message, function=question.root, notes=(kept,), helps=(fix,))


def likeness(failure: BaseException) -> Likeness:
    """By what a failure is known again."""
    if isinstance(failure, Error) and failure.code != "RZ901":
        return Likeness(failure.code, "")
    place = ""
    for frame in traceback.extract_tb(failure.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(_PACKAGE):
            place = f"{path.relative_to(_PACKAGE)}:{frame.name}"
    return Likeness(type(failure).__name__, place)


# ---- the file ------------------------------------------------------------------------------------


def _written(text: str, question: Question, failure: Exception) -> str:
    alike = likeness(failure)
    shows = _shown(text, question) == alike
    if shows:
        text = reduced(
            text, lambda one: _shown(one, question) == alike, question.root, _SECONDS, _tidied
        )
        text = _read(text)  # without what nothing refers to any more
    content = "\n".join((*_head(question, failure, shows), text))
    handle, path = tempfile.mkstemp(prefix="ribozyme-", suffix=".ll")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    return path


def _tidied(text: str) -> str:
    """The module after `before`, or as it was where that fails."""
    from ribozyme.backend import apart

    try:
        return apart.run("before", text)
    except Error:
        return text


def _shown(text: str, question: Question) -> Likeness | None:
    try:
        question.asked(text)
    except Exception as failure:
        return likeness(failure)
    return None


def _head(question: Question, failure: Exception, shows: bool) -> Iterator[str]:
    from ribozyme import __version__
    from ribozyme.backend.llvm import LLVM_VERSION
    from ribozyme.backend.target import HOST

    yield _MAGIC
    if not shows:
        yield "; the module alone does not show the failure: rules or the machine take part in it"
    yield (
        f"; versions: ribozyme {__version__}, LLVM {LLVM_VERSION}, "
        f"Python {platform.python_version()}, {platform.platform()}"
    )
    yield f"; target: {HOST}"
    yield f"; options: {json.dumps(as_dict(question.options))}"
    yield f"; request: {json.dumps(_asked_for(question))}"
    yield f"; failure: {' '.join(likeness(failure))}"
    for line in "".join(traceback.format_exception(failure)).splitlines():
        yield f";   {line}"


def reproduced(path: Path) -> Exception | None:
    """Ask again what a reproducer was written for: its failure, or None if there is none."""
    text = path.read_text(encoding="utf-8")
    if not text.startswith(_MAGIC):
        raise error("RZ001", f"{path} is no reproducer of Ribozyme's")
    said = dict(
        line.removeprefix("; ").split(": ", 1)
        for line in text.splitlines()
        if line.startswith(("; options: ", "; request: "))
    )
    request = json.loads(said["request"])
    routine = _routine(request["routine"]) if request["routine"] else None
    question = Question(Options().replace(**json.loads(said["options"])), routine, request["calls"])
    token = _UNDER_WAY.set(True)
    try:
        question.asked(text)
    except Exception as failure:
        return failure
    finally:
        _UNDER_WAY.reset(token)
    return None


def _asked_for(question: Question) -> dict[str, Any]:
    routine = question.routine
    return {"routine": _plain(routine) if routine else None, "calls": question.calls}


def _plain(routine: Routine) -> dict[str, Any]:
    """A routine in values of JSON."""
    recipe = routine.recipe
    made = {name: getattr(recipe, name) for name in fields(recipe)}
    made = {name: as_dict(value) if name == "options" else value for name, value in made.items()}
    if not isinstance(recipe, Primal):
        made["of"] = _plain(recipe.of)
    return {
        "kind": type(recipe).__name__,
        "recipe": made,
        "slots": routine.slots,
        "returns": routine.result,
    }


def _routine(plain: dict[str, Any]) -> Routine:
    made = dict(plain["recipe"])
    recipe: Primal | Derived | Around
    match plain["kind"]:
        case "Derived":
            made |= {"kinds": tuple(made["kinds"]), "options": Options().replace(**made["options"])}
            made["kept"] = tuple(made["kept"])
            recipe = Derived(**{**made, "of": _routine(made["of"])})
        case "Around":
            recipe = Around(_routine(made["of"]), made["adapter"])
        case _:
            recipe = Primal(**made)
    return Routine(recipe, tuple(plain["slots"]), plain["returns"])
