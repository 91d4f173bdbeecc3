"""A process of its own for generated code: it may die or hang, and the campaign goes on.

worker.ask(Job(programs, settings), seconds)  →  Answer(outcomes, discarded, died=…)
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, final

from tests.fuzz.child import Process
from tests.fuzz.judge import Case, Outcome, case, failed, outcomes
from tests.fuzz.subject import Setting, prepared
from tests.fuzz.tree import Program
from tests.fuzz.truth import Oracle


@final
@dataclass(frozen=True, slots=True)
class Job:
    """Programs, and what is to be made of each."""

    programs: tuple[Any, ...]
    settings: tuple[Setting, ...]


@final
@dataclass(slots=True)
class Answer:
    """What a worker found; if it died, how, and in the middle of what."""

    outcomes: list[Outcome] = field(default_factory=list)
    discarded: dict[int, str] = field(default_factory=dict)
    done: list[Setting] = field(default_factory=list)
    died: str = ""


@final
class Worker:
    """A child process that answers jobs, replaced when it dies."""

    def __init__(self) -> None:
        self._process = Process(_serve)
        self.close = self._process.close

    def ask(self, job: Job, seconds: float) -> Answer:
        pipe = self._process.pipe()
        pipe.send(job)
        answer, end = Answer(), time.monotonic() + seconds
        while True:
            try:
                if not pipe.poll(max(0.0, end - time.monotonic())):
                    answer.died = f"no answer in {seconds:.0f} s"
                    break
                what, value = pipe.recv()
            except (EOFError, ConnectionResetError):
                answer.died = self._process.end()
                break
            match what:
                case "discarded":
                    answer.discarded = value
                case "outcomes":
                    settings, found = value
                    answer.outcomes += found
                    answer.done += settings
                case _:
                    return answer
        self.close()
        return answer


def _serve(pipe: Connection) -> None:
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        _answer(pipe, job)
        pipe.send(("end", None))


def _answer(pipe: Connection, job: Job) -> None:
    found = _cases(job.programs)
    pipe.send(("discarded", {seed: why for seed, why in found.items() if isinstance(why, str)}))
    cases = [c for c in found.values() if isinstance(c, Case)]
    modules: dict[Any, Any] = {}
    for settings in _together(job.settings):
        made: list[Outcome] = []
        for lang in ("c", "c++"):
            mine = [c for c in cases if c.program.lang == lang]
            if mine:
                made += _outcomes(mine, settings, modules, lang)
        pipe.send(("outcomes", (settings, made)))


def _together(settings: Sequence[Setting]) -> list[list[Setting]]:
    """The settings whose derivatives share a module."""
    groups: dict[Any, list[Setting]] = {}
    for setting in settings:
        groups.setdefault((setting.way, setting.mode == "nested"), []).append(setting)
    return list(groups.values())


def _cases(programs: Sequence[Program]) -> dict[int, Case | str]:
    """The programs with their truth; one that does not compile does not take others with it."""
    try:
        oracle = Oracle(programs)
    except Exception:
        if len(programs) > 1:
            return {seed: case for one in programs for seed, case in _cases([one]).items()}
        return {programs[0].seed: f"does not compile: {traceback.format_exc(limit=-2)}"}
    return {program.seed: case(program, oracle) for program in programs}


def _outcomes(
    cases: list[Case], settings: list[Setting], modules: dict[Any, Any], lang: Any
) -> list[Outcome]:
    way = settings[0].way
    try:
        if (way, lang) not in modules:
            modules[way, lang] = prepared([c.program for c in cases], lang, way)
        return outcomes(cases, settings, modules[way, lang])
    except Exception as failure:
        if len(cases) == 1:
            return [failed(cases[0], setting, failure) for setting in settings]
        return [o for c in cases for o in _outcomes([c], settings, {}, lang)]
