"""Programs that failed once, kept as C with a comment that says what they are.

    // {"seed": 8, "lang": "c", "active": ["x"], "input": 0, "setting": {"mode": "forward", …}}
    // was: tangent[8] 0.0045 where duals say 3.99
    ENTRY real p8(…)

They are tried again at every level, in every mode, whatever they failed at.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, final

from tests.fuzz.subject import ModeName, Setting, Way
from tests.fuzz.tree import Lang, Program

FOLDER: Final = Path(__file__).with_name("regressions")


@final
@dataclass(frozen=True, slots=True)
class Stored:
    """A program that is only text any more."""

    seed: int
    lang: Lang
    active: frozenset[str]
    text: str
    name: str
    setting: Setting

    @property
    def entry(self) -> str:
        return f"p{self.seed}"

    def __str__(self) -> str:
        return self.text


def store(program: Program, setting: Setting, detail: str, folder: Path = FOLDER) -> Path:
    """Keep a program that failed."""
    facts = {
        "seed": program.seed,
        "lang": program.lang,
        "active": sorted(program.active),
        "setting": asdict(setting),
    }
    suffix = "c" if program.lang == "c" else "cpp"
    path = folder / f"seed_{program.seed}_{setting.mode}.{suffix}"
    told = "\n".join(f"// {line}"[:118] for line in detail.splitlines()[:6])
    path.write_text(f"// {json.dumps(facts)}\n{told}\n{program}", encoding="utf-8")
    return path


def stored(path: Path) -> Stored:
    first, _, text = path.read_text(encoding="utf-8").partition("\n")
    facts = json.loads(first.removeprefix("// "))
    return Stored(
        facts["seed"],
        facts["lang"],
        frozenset(facts["active"]),
        text,
        path.name,
        _setting(**facts["setting"]),
    )


def _setting(way: dict[str, Any], mode: ModeName, width: int = 1) -> Setting:
    return Setting(Way(**way), mode, width)


def regressions() -> list[Path]:
    return sorted(path for path in FOLDER.iterdir() if path.suffix in {".c", ".cpp"})
