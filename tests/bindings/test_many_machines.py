"""The page on many machines: its programs run as they stand, with two workers, one killed."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "howto" / "many-machines.md"


NEEDS = {"with_dask.py": "distributed", "with_ray.py": "ray", "with_mpi.py": "mpi4py"}
MPI = ["mpirun", "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures"]


def started(name: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """A program of the page, run in a folder with all of them."""
    needed = NEEDS.get(name)
    if needed and importlib.util.find_spec(needed) is None:
        pytest.skip(f"{needed} is not installed")
    if needed == "mpi4py" and shutil.which("mpirun") is None:
        pytest.skip("mpirun is not installed")
    for block in blocks(PAGE):
        if block.file:
            (folder / block.file).write_text(block.text)
    run = MPI if needed == "mpi4py" else [sys.executable]
    root = {f"OMPI_ALLOW_RUN_AS_ROOT{end}": "1" for end in ("", "_CONFIRM")}
    return subprocess.run(
        [*run, name, *more],
        cwd=folder, env={**os.environ, **root, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.wide
@pytest.mark.parametrize("name", ["pool.py", "with_dask.py", "with_ray.py"])
def test_a_program_of_the_page(name: str, tmp_path: Path) -> None:
    done = started(name, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("the same, bit by bit\n")


@pytest.mark.wide
def test_mpi_goes_on_after_a_killed_worker(tmp_path: Path) -> None:
    killed = started("with_mpi.py", tmp_path, "--kill")
    assert killed.returncode != 0 and "the same" not in killed.stdout
    there = len(list((tmp_path / "parts").glob("*[0-9].npy")))
    assert 0 < there < 16
    done = started("with_mpi.py", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{there} parts are there\nthe same, bit by bit\n"


def test_the_page_has_these_programs() -> None:
    files = [block.file for block in blocks(PAGE) if block.file]
    assert files == [
        "shards.py", "pool.py", "with_dask.py", "with_ray.py", "with_mpi.py", "pool_cost.py",
    ]  # fmt: skip
