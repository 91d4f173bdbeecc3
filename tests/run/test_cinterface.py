"""Programs written for the C interface: built by the driver, they find their own derivatives right.

Each `main` compares what its derivative calls give with closed forms or differences and returns
the number of disagreements.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.command import RIBOZYME
from tests.programs import standard

FOLDER = Path(__file__).parent / "cinterface"
PROGRAMS = sorted(f for f in FOLDER.iterdir() if f.suffix in (".c", ".cpp"))
LEVELS = ("-O0", "-O1", "-O2", "-O3")


@pytest.mark.rotates("path", every=6, wide=1, wide_every=2)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program(path: Path, level: str, tmp_path: Path) -> None:
    made = tmp_path / "program"
    driver = "c++" if path.suffix == ".cpp" else "cc"
    command = [*RIBOZYME, driver, standard(path), level]
    built = subprocess.run(
        [*command, str(path), "-o", str(made), "-lm"], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(made)], capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 0, ran.stderr
