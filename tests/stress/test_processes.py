"""Many processes, killed ones, forks, threads, full disks and no memory: right or an exception.

Each test runs the whole way, from C to a gradient, in processes of its own with caches of its own.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

GRADIENT = """
import sys, warnings
warnings.simplefilter({filter!r})
import ribozyme as rz
for k in range({first}, {last}):
    source = f"#include <math.h>\\ndouble f(double x) {{{{ return sin({{k}} * x) * x + {{k}}; }}}}"
    found = rz.grad(rz.compile(source).f)(0.5)
    from math import cos, sin
    assert abs(found - (sin(k * 0.5) + 0.5 * k * cos(k * 0.5))) < 1e-12, found
    print(k, flush=True)
"""
SIN = "#include <math.h>\ndouble f(double x) { return sin(x) * x; }"


def script(first: int, last: int, filter: str = "error") -> str:
    return GRADIENT.format(first=first, last=last, filter=filter)


def started(code: str, cache: Path, **how: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "RIBOZYME_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how,
    )  # type: ignore[call-overload,no-any-return]  # fmt: skip


def finished(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


@pytest.mark.wide
def test_eight_processes_fill_one_cache(tmp_path: Path) -> None:
    processes = [started(script(1, 3), tmp_path) for _ in range(8)]
    for status, out, err in map(finished, processes):
        assert (status, out.split(), err) == (0, ["1", "2"], "")
    entries = [path for path in tmp_path.glob("??/*") if not path.name.startswith(".")]
    assert entries and not list(tmp_path.glob("??/.new-*"))


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """The cache that killed processes leave behind is one that others can use."""
    rng = random.Random(3)
    for _ in range(2):  # three that write to one cache, killed one after the other
        processes = [started(script(1, 30), tmp_path) for _ in range(3)]
        for process in processes:
            time.sleep(rng.uniform(0.3, 1.5))
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            process.communicate()
    status, out, err = finished(started(script(1, 4), tmp_path))
    assert (status, out.split(), err) == (0, ["1", "2", "3"], "")


def test_killed_in_the_middle_of_a_write(tmp_path: Path) -> None:
    code = f"""
import os, signal
from ribozyme.base import cache
real = cache.os.fdopen
def half(handle, mode):
    file = real(handle, mode)
    def write(data, write=file.write):
        write(data[: len(data) // 2])
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    class Torn:
        def __enter__(self): return self
        def __exit__(self, *_): pass
    torn = Torn()
    torn.write = write
    return torn
cache.os.fdopen = half
{script(1, 2)}"""
    assert finished(started(code, tmp_path))[0] == -signal.SIGKILL
    assert [path.name[:5] for path in tmp_path.glob("??/.*")] == [".new-"]
    status, out, err = finished(started(script(1, 2), tmp_path))
    assert (status, out.split(), err) == (0, ["1"], "")


def full_disk(folder: Path) -> bool:
    """Whether a file system of one page could be put there."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)],
        capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode == 0


def test_a_full_disk_under_the_cache(tmp_path: Path) -> None:
    if os.geteuid() or not full_disk(tmp_path):
        pytest.skip("mounting a small file system takes a superuser")
    try:
        status, out, err = finished(started(script(1, 3, "default"), tmp_path))
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)
    assert status == 0 and out.split() == ["1", "2"], err
    assert "No space left on device" in err


def test_no_file_can_grow(tmp_path: Path) -> None:
    """With a bound on the size of files nothing can be kept, and the gradient is right."""
    code = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
{script(1, 3, "default")}"""
    status, out, err = finished(started(code, tmp_path))
    if status == 0:
        assert out.split() == ["1", "2"] and "RZ007" in err
    else:  # the compiler could not write either: that is an exception, too
        assert status == 1 and "ribozyme.CompileError" in err.replace("base.errors.", ""), err


def test_a_cache_that_is_a_file(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("in the way")
    status, out, err = finished(started(script(1, 3, "default"), place))
    assert status == 0 and out.split() == ["1", "2"] and err.count("warning[RZ007]") == 1


def test_a_read_only_cache(tmp_path: Path) -> None:
    assert finished(started(script(1, 2), tmp_path))[0] == 0
    for path in (tmp_path, *tmp_path.glob("??")):
        path.chmod(0o500)
    code = f"""
import os
if os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
{script(1, 3, "default")}"""
    reachable = os.geteuid() != 0
    try:
        if reachable:
            status, out, err = finished(started(code, tmp_path))
            assert status == 0 and out.split() == ["1", "2"] and err.count("warning[RZ007]") == 1
        else:  # a superuser writes anywhere: refused by hand
            refuse = "import errno, tempfile\n"
            refuse += "def refused(**_): raise OSError(errno.EROFS, 'Read-only file system')\n"
            refuse += "tempfile.mkstemp = refused\n"
            status, out, err = finished(started(refuse + script(1, 3, "default"), tmp_path))
            assert status == 0 and out.split() == ["1", "2"], err
            assert "Read-only file system" in err
    finally:
        for path in (tmp_path, *tmp_path.glob("??")):
            path.chmod(0o700)


def test_eight_threads_compile_and_call() -> None:
    def one(k: int) -> list[float]:
        with rz.options(cache=False):
            made = [
                rz.grad(rz.compile(SIN.replace("* x", f"* x + {k * 10 + i} * x")).f, check="never")
                for i in range(3)
            ]
            return [g(0.0) for g in made]

    with ThreadPoolExecutor(8) as pool:
        for k, found in enumerate(pool.map(one, range(8))):
            assert found == [10.0 * k + i for i in range(3)]


def test_eight_threads_compile_ir() -> None:
    """The child that works on IR serves them one by one, and survives what kills it."""

    def one(k: int) -> float | str:
        text = f"define double @f(double %x) {{\n  %y = fmul double %x, {k}.0\n  ret double %y\n}}"
        with rz.options(cache=False):
            try:
                return float(rz.autodiff(rz.Reverse, rz.compile(text, lang="ll").f, rz.Active(1.0)))
            except rz.Error as failure:
                return failure.code

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(1, 9))) == [float(k) for k in range(1, 9)]


def test_fork_after_compile() -> None:
    """A fork calls what its parent compiled, compiles more, and neither harms the other."""
    g = rz.grad(rz.compile(SIN).f)
    before = g(1.0)
    children = []
    for k in range(4):
        child = os.fork()
        if not child:
            status = 1
            try:
                more = rz.grad(rz.compile(SIN.replace("* x", f"* x + {k} * x")).f, check="never")
                status = 0 if g(1.0) == before and abs(more(1.0) - before - k) < 1e-12 else 2
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert g(1.0) == before


GREEDY = """
import resource, sys
import numpy as np
import ribozyme as rz
lib = rz.compile('''
#include <math.h>
double grows(double x, long n) { double s = x; for (long i = 0; s < 1e9 && i < n; i++) s = sin(s) * x + s * 1e-9; return s; }
double counted(double x, long n) { double s = x; for (long i = 0; i < n; i++) s = sin(s) * x; return s; }
double nested(double x, long n, long m) { double s = x; for (long i = 0; i < n; i++) { for (long j = 0; j < m; j++) s = sin(s) * x; s = s * s; } return s; }
''')
good = [rz.grad(f, wrt="x", check="never")(0.5, 100) for f in (lib.grows, lib.counted)]
size = int(open("/proc/self/statm").read().split()[0]) * 4096
resource.setrlimit(resource.RLIMIT_AS, (size + (1 << 28), size + (1 << 28)))
for f, expected in zip((lib.grows, lib.counted), good):
    g = rz.grad(f, wrt="x", check="never")
    for n in (1 << 27, 1 << 40, 1 << 62):
        try:
            g(0.5, n)
        except rz.RunError as failure:
            assert failure.code == "RZ603", failure
        else:
            raise SystemExit("a tape of gigabytes fitted")
        assert g(0.5, 100) == expected
g = rz.grad(lib.nested, wrt="x", check="never")
expected = g(0.5, 3, 4)
for n, m in ((3, 1 << 50), (1 << 33, 1 << 33), (1 << 39, 1 << 39), (1 << 50, 3), (1 << 28, 7)):
    try:
        g(0.5, n, m)
    except rz.RunError as failure:
        assert failure.code == "RZ603", failure
    else:
        raise SystemExit("a tape of gigabytes fitted")
    assert g(0.5, 0, 1 << 50) == 1.0 and g(0.5, 3, 4) == expected
    assert g(0.5, 3, -1) == g(0.5, 3, 0)
print("held")
"""  # noqa: E501


def test_no_memory_for_a_tape(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the size of a process is read from /proc")
    status, out, err = finished(started(GREEDY, tmp_path))
    assert (status, out) == (0, "held\n"), err


def test_the_current_folder_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os\nos.chdir({str(gone)!r})\nos.rmdir({str(gone)!r})\n{script(1, 2)}"
    status, out, err = finished(started(code, tmp_path / "cache"))
    assert (status, out.split(), err) == (0, ["1"], "")


INTERRUPTED = """
import signal
import numpy, numpy.random  # half imported they would stay broken
import ribozyme as rz
def ended(*_): raise KeyboardInterrupt
signal.signal(signal.SIGALRM, ended)
for k in range(5):
    signal.setitimer(signal.ITIMER_REAL, 0.03 + 0.08 * k)
    try:
        rz.grad(rz.compile(f"double f(double x) {{ return x * x * {k}; }}").f)(2.0)
    except KeyboardInterrupt:
        pass
    signal.setitimer(signal.ITIMER_REAL, 0)
print(rz.grad(rz.compile("double f(double x) { return x * x * 7; }").f)(2.0))
"""


def test_interrupted_at_any_moment(tmp_path: Path) -> None:
    """What Ctrl-C ends leaves a process in which the next gradient is made."""
    status, out, err = finished(started(INTERRUPTED, tmp_path))
    assert (status, out) == (0, "28.0\n"), err


def test_a_cache_full_of_garbage(tmp_path: Path) -> None:
    assert finished(started(script(1, 2), tmp_path))[0] == 0
    for kept in tmp_path.glob("??/*"):
        kept.write_bytes(random.Random(1).randbytes(3000))
    status, out, err = finished(started(script(1, 2), tmp_path))
    assert (status, out.split(), err) == (0, ["1"], "")


def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path) -> None:
    code = f"import tempfile\ntempfile.tempdir = {str(tmp_path / 'tmp')!r}\n{script(1, 3)}"
    (tmp_path / "tmp").mkdir()
    status, _, err = finished(started(code, tmp_path / "cache"))
    assert status == 0, err
    assert list((tmp_path / "tmp").iterdir()) == []
