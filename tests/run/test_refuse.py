"""Programs without a derivative: refused with the right family, code and source line, no output.

The expected error is written on its line: `// error: NoDerivative RZ201`; several are possible
where a program may be refused or stopped when it runs (`NoDerivative|RunError RZ202|RZ604`).
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import final

import pytest
from tests.command import RIBOZYME
from tests.programs import read_case
from tests.run.adapter import Level, differentiate

from ribozyme.base.errors import CODES, Error

FOLDER = Path(__file__).parent / "refuse"
PROGRAMS = sorted(f for f in FOLDER.iterdir() if f.suffix in (".c", ".cpp"))
EXPECTED = re.compile(r"// error: (\S+) (\S+)\s*$")


@final
@dataclass(frozen=True, slots=True)
class Expected:
    """The error a program states on one of its lines."""

    line: int
    families: frozenset[str]
    codes: frozenset[str]


def expected(path: Path) -> Expected:
    found = [
        Expected(number, frozenset(match[1].split("|")), frozenset(match[2].split("|")))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (match := EXPECTED.search(line))
    ]
    assert len(found) == 1, path
    return found[0]


def is_for_driver(path: Path) -> bool:
    return "\n// via: cc\n" in path.read_text()


BY_CALL = [path for path in PROGRAMS if not is_for_driver(path)]
BY_DRIVER = [path for path in PROGRAMS if is_for_driver(path)]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_stated_codes_exist(path: Path) -> None:
    said = expected(path)
    assert {CODES[code].family.__name__ for code in said.codes} == said.families


@pytest.mark.rotates("path", every=4, wide=1)
@pytest.mark.parametrize("level", [None, "O2"])
@pytest.mark.parametrize("path", BY_CALL, ids=lambda path: path.stem)
def test_refused(path: Path, level: Level) -> None:
    case, said = read_case(path), expected(path)
    with pytest.raises(Error) as caught:
        args = case.arguments()
        differentiate(case, level, "reverse")(args, case.cotangents(args))
    error = caught.value
    assert error.code in said.codes, str(error)
    assert type(error).__name__ in said.families
    assert f"{path.name}:{said.line}" in str(error)
    assert error.fixes, "it says what to do"


@pytest.mark.rotates("path", every=4, wide=1)
@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("path", BY_DRIVER, ids=lambda path: path.stem)
def test_refused_by_the_driver(path: Path, level: str, tmp_path: Path) -> None:
    said, out = expected(path), tmp_path / "program"
    command = [*RIBOZYME, "cc", level, "-g", str(path)]
    done = subprocess.run(
        [*command, "-o", str(out), "-lm"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert any(code in done.stderr for code in said.codes), done.stderr
    assert f"{path.name}:{said.line}" in done.stderr
    assert not out.exists(), "no output file is left"
