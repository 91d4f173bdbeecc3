"""The wheels, installed from nothing into each Python of this machine that is supported."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOM = ROOT / "tests" / "frontends" / "clean_room.sh"
KEPT = ROOT / "build" / "cache" / "shared"  # libc++, which takes a minute to build
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
WHERE = {"ribozyme": ROOT, "ribozyme-light": ROOT / "packaging" / "light"}


def interpreter(version: str) -> str:
    """A Python of a version, by its name or where pyenv has it; empty if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    names = [f"python{version}", *sorted(map(str, pyenv.glob(f"{version}.*/bin/python3")))]
    for name in names:
        found = shutil.which(name)
        said = "print('%d.%d' % __import__('sys').version_info[:2])"
        if found is not None:
            run = subprocess.run([found, "-c", said], capture_output=True, text=True, check=False)
            if run.stdout.strip() == version:
                return found
    return ""


def pip(python: Path | str, *words: str) -> None:
    """pip, or a skip where packages cannot be had."""
    run = [str(python), "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=900)
    if "Could not find a version" in done.stderr or "Connection" in done.stderr:
        pytest.skip(f"no packages: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr


def ran(python: Path, folder: Path, *words: str) -> None:
    """The check, where no compiler of the machine can be seen."""
    cache = folder / "cache"
    cache.mkdir()
    KEPT.mkdir(parents=True, exist_ok=True)
    (cache / "shared").symlink_to(KEPT)
    clean = {"HOME": str(folder), "PATH": os.defpath, "RIBOZYME_CACHE_DIR": str(cache)}
    run = [str(ROOM), str(python), str(ROOT / "tests" / "installed.py"), *words]
    done = subprocess.run(
        run, capture_output=True, text=True, check=False, timeout=600, env=clean, cwd=folder
    )
    if done.returncode == 77:
        pytest.skip(f"no right to a mount namespace: {done.stderr.strip()}")
    assert done.returncode == 0 and done.stdout == "installed\n", done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", WHERE)
@pytest.mark.parametrize("version", SUPPORTED)
def test_a_wheel_in_a_clean_room(version: str, name: str, tmp_path: Path) -> None:
    python = interpreter(version)
    if not python:
        pytest.skip(f"Python {version} is not on this machine")
    pip(sys.executable, "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(WHERE[name]))
    [wheel] = tmp_path.glob("*.whl")
    subprocess.run([python, "-m", "venv", str(tmp_path / "v")], check=True)
    made = tmp_path / "v" / "bin" / "python"
    pip(made, "install", "-q", str(wheel))
    ran(made, tmp_path, *(["light"] if name.endswith("light") else []))


def test_both_wheels_say_the_same() -> None:
    whole, light = (
        tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        for folder in WHERE.values()
    )
    for key in ("version", "requires-python", "scripts", "license"):
        assert whole[key] == light[key]
    left_out = [one for one in whole["dependencies"] if one not in light["dependencies"]]
    assert [one.partition(">")[0] for one in left_out] == ["ziglang", "rich"]
    assert set(light["dependencies"]) < set(whole["dependencies"])


@pytest.mark.slow
def test_the_light_wheel_is_below_80_mb(tmp_path: Path) -> None:
    """All that pip fetches for it."""
    pip(sys.executable, "wheel", "-q", "-w", str(tmp_path), str(WHERE["ribozyme-light"]))
    assert sum(file.stat().st_size for file in tmp_path.glob("*.whl")) < 80e6
