"""A source that was compiled before starts no compiler, unless something it depends on changed."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ribozyme.base.cache import Cache
from ribozyme.base.errors import CompileError
from ribozyme.frontends.c import clang
from ribozyme.frontends.c.clang import compile_c

SOURCE = '#include "own.h"\ndouble f(double x) { return x * SCALE; }\n'


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of sources for which clang really ran."""
    seen: list[str] = []
    run = clang._run

    def counting(job: clang.Job, meanwhile: tuple[str, ...]) -> object:
        seen.append(job.origin.name)
        return run(job, meanwhile)

    monkeypatch.setattr(clang, "_run", counting)
    return seen


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "own.h").write_text("#define SCALE 2.0\n")
    (tmp_path / "f.c").write_text(SOURCE)
    time.sleep(0.05)  # a header changed while clang may be reading it is not trusted
    return tmp_path / "f.c"


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def changed(path: Path, text: str) -> None:
    path.write_text(text)
    time.sleep(0.05)


def test_the_second_time_no_compiler_starts(program: Path, cache: Cache, runs: list[str]) -> None:
    first = compile_c(program, flags=["-Wall"], cache=cache)
    assert compile_c(program, flags=["-Wall"], cache=cache) == first
    assert len(runs) == 1


def test_warnings_come_back(cache: Cache, runs: list[str]) -> None:
    text = "int f(void) { int unused; return 1; }"
    first = compile_c(text, flags=["-Wall"], cache=cache)
    again = compile_c(text, flags=["-Wall"], cache=cache)
    assert len(runs) == 1
    assert first.warnings == again.warnings != ""


def test_a_changed_header_is_seen_and_changing_it_back_too(
    program: Path, cache: Cache, runs: list[str]
) -> None:
    header = program.with_name("own.h")
    first = compile_c(program, cache=cache)
    changed(header, "#define SCALE 3.0\n")
    other = compile_c(program, cache=cache)
    assert other.code != first.code
    assert len(runs) == 2
    changed(header, "#define SCALE 2.0\n")
    assert compile_c(program, cache=cache) == first
    assert len(runs) == 2
    header.unlink()
    with pytest.raises(CompileError):
        compile_c(program, cache=cache)


@pytest.mark.parametrize(
    "how",
    [
        {"flags": ["-DX"]},
        {"level": "O2"},
        {"debug": False},
        {"lang": "c++"},
    ],
)
def test_what_the_result_depends_on(
    program: Path, cache: Cache, runs: list[str], how: dict[str, object]
) -> None:
    compile_c(program, cache=cache)
    compile_c(program, cache=cache, **how)  # type: ignore[arg-type]
    assert len(runs) == 2


def test_the_environment_counts(
    program: Path, cache: Cache, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_c(program, cache=cache)
    monkeypatch.setenv("CPATH", str(program.parent))
    compile_c(program, cache=cache)
    assert len(runs) == 2


def test_the_clock_is_never_remembered(cache: Cache, runs: list[str]) -> None:
    for _ in range(2):
        compile_c("const char *when = __TIME__;", cache=cache)
    assert len(runs) == 2


def test_a_damaged_cache_is_a_slow_one(program: Path, cache: Cache, runs: list[str]) -> None:
    first = compile_c(program, cache=cache)
    assert cache.directory is not None
    for path in cache.directory.glob("??/*"):
        path.write_bytes(path.read_bytes()[:-3])
    assert compile_c(program, cache=cache) == first
    assert len(runs) == 2


def test_an_error_is_not_remembered(cache: Cache, runs: list[str]) -> None:
    for _ in range(2):
        with pytest.raises(CompileError):
            compile_c("int (", cache=cache)
    assert len(runs) == 2


def test_without_a_cache(program: Path, runs: list[str]) -> None:
    for _ in range(2):
        compile_c(program, cache=Cache(None))
    assert len(runs) == 2


WORKER = """
import hashlib, sys
from pathlib import Path
from ribozyme.base.cache import Cache
from ribozyme.frontends.c.clang import compile_c
cache, source = Cache(Path(sys.argv[1])), Path(sys.argv[2])
seen = {compile_c(source, flags=[f"-DN={i % 3}"], cache=cache).code for i in range(12)}
print(*sorted(hashlib.sha256(code).hexdigest() for code in seen))
"""


def test_four_processes_at_once(program: Path, cache: Cache) -> None:
    program.write_text("int f(void) { return N; }\n")
    command = [sys.executable, "-c", WORKER, str(cache.directory), str(program)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    said = [process.communicate(timeout=60)[0].split() for process in running]
    assert all(process.returncode == 0 for process in running)
    assert len(said[0]) == 3
    assert said.count(said[0]) == 4
    assert cache.directory is not None
    assert not list(cache.directory.rglob(".new-*"))
