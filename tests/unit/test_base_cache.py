"""The cache: what is read is what was written, or nothing; whoever else writes."""

import errno
import os
import random
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ribozyme.base import cache as module
from ribozyme.base.cache import NO_CACHE, Cache, default_cache, fingerprint, own_code
from ribozyme.base.errors import RibozymeWarning

KEY = fingerprint("key")


def entry(directory: Path) -> Path:
    (found,) = directory.glob("??/*")
    return found


def test_round_trip(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "not" / "yet")
    assert cache.load(KEY) is None
    for data in (b"", b"x", os.urandom(100_000)):
        cache.store(KEY, data)
        assert cache.load(KEY) == data
    assert Cache(cache.directory).load(KEY) == data


def test_once(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"data"

    for _ in range(3):
        assert Cache(tmp_path).once(KEY, make) == b"data"
    assert len(made) == 1
    assert NO_CACHE.once(KEY, make) == b"data"
    assert len(made) == 2


@given(st.lists(st.binary(max_size=8), max_size=4), st.lists(st.binary(max_size=8), max_size=4))
def test_fingerprints_differ_as_their_parts_do(one: list[bytes], other: list[bytes]) -> None:
    assert (fingerprint(*one) == fingerprint(*other)) == (one == other)


def test_own_code_is_stable() -> None:
    first = own_code()
    own_code.cache_clear()
    assert own_code() == first


@pytest.mark.parametrize("how", ["empty", "torn", "head", "flipped", "longer"])
def test_damage_is_a_miss(tmp_path: Path, how: str) -> None:
    cache = Cache(tmp_path)
    cache.store(KEY, b"payload" * 100)
    path = entry(tmp_path)
    good = path.read_bytes()
    flipped = bytearray(good)
    flipped[len(good) // 2] ^= 1
    path.write_bytes(
        {
            "empty": b"",
            "torn": good[:-1],
            "head": good[:20],
            "flipped": bytes(flipped),
            "longer": good + b"x",
        }[how]
    )
    assert cache.load(KEY) is None
    assert not path.exists()
    cache.store(KEY, b"again")
    assert cache.load(KEY) == b"again"


@given(st.data())
def test_any_damage_is_a_miss(data: st.DataObject) -> None:
    payload = data.draw(st.binary(max_size=50))
    good = module._MAGIC + module.hashlib.sha256(payload).digest() + payload
    place = data.draw(st.integers(0, len(good) - 1))
    bad = bytearray(good)
    bad[place] ^= data.draw(st.integers(1, 255))
    directory = Path(os.environ["RIBOZYME_CACHE_DIR"]) / f"damage-{os.getpid()}"
    cache = Cache(directory)
    cache.store(KEY, payload)
    (directory / KEY[:2] / KEY[2:]).write_bytes(bad)
    assert cache.load(KEY) is None


def test_a_directory_that_cannot_be_made_warns_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "cache")
    with pytest.warns(RibozymeWarning, match="RZ007"):
        cache.store(KEY, b"data")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cache.store(KEY, b"data")
        assert cache.load(KEY) is None


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module.os, "replace", full)
    with pytest.warns(RibozymeWarning, match="No space left on device"):
        cache.store(KEY, b"data")
    assert list(tmp_path.glob("??/*")) == [] and list(tmp_path.glob("??/.*")) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_write_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> tuple[int, str]:
        return os.open("/dev/full", os.O_WRONLY), str(tmp_path / "name")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    with pytest.warns(RibozymeWarning, match="No space left on device"):
        Cache(tmp_path).store(KEY, b"data" * 10_000)


def test_a_read_only_cache_is_still_read(tmp_path: Path) -> None:
    Cache(tmp_path).store(KEY, b"data")
    place = entry(tmp_path).parent
    place.chmod(0o500)
    try:
        assert Cache(tmp_path).load(KEY) == b"data"
        if not os.access(place, os.W_OK):  # root may write anywhere
            with pytest.warns(RibozymeWarning, match="RZ007"):
                Cache(tmp_path).store(KEY, b"other")
    finally:
        place.chmod(0o700)


def test_the_oldest_go_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=10_000)
    keys = [fingerprint(str(n)) for n in range(20)]
    for n, key in enumerate(keys):
        cache.store(key, bytes(900))
        path = tmp_path / key[:2] / key[2:]
        if path.exists():
            os.utime(path, (1_000_000 + n, 1_000_000 + n))
    assert cache.load(keys[3]) is not None or not (tmp_path / keys[3][:2] / keys[3][2:]).exists()
    cache.sweep()
    left = [key for key in keys if (tmp_path / key[:2] / key[2:]).exists()]
    assert sum(p.stat().st_size for p in tmp_path.glob("??/*")) <= 10_000
    assert keys[-1] in left and keys[0] not in left


def test_reading_keeps_an_entry_young(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=3000)
    for name in ("a", "b", "c"):
        cache.store(fingerprint(name), bytes(800))
        path = tmp_path / fingerprint(name)[:2] / fingerprint(name)[2:]
        os.utime(path, (1_000_000, 1_000_000 + ord(name)))
    assert cache.load(fingerprint("a")) is not None
    Cache(tmp_path, limit=2000).sweep()
    assert cache.load(fingerprint("a")) is not None
    assert cache.load(fingerprint("b")) is None


def test_what_is_larger_than_the_cache_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=100)
    cache.store(KEY, bytes(101))
    assert cache.load(KEY) is None


def test_leavings_of_a_killed_writer_go(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.store(KEY, b"data")
    old, new = (entry(tmp_path).parent / name for name in (".new-old", ".new-new"))
    old.write_bytes(b"torn")
    new.write_bytes(b"being written")
    os.utime(old, (1_000_000, 1_000_000))
    cache.sweep()
    assert not old.exists() and new.exists()


def test_the_environment_names_the_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIBOZYME_CACHE_DIR", str(tmp_path))
    assert default_cache().directory == tmp_path
    assert default_cache() is default_cache()
    monkeypatch.delenv("RIBOZYME_CACHE_DIR")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    if sys.platform == "linux":
        assert default_cache().directory == tmp_path / ".cache" / "ribozyme"
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert default_cache().directory == tmp_path / "xdg" / "ribozyme"


HAMMER = """
import random, sys
from pathlib import Path
from ribozyme.base.cache import Cache, fingerprint
cache = Cache(Path(sys.argv[1]), limit=400_000)
dice = random.Random(int(sys.argv[2]))
hits = 0
for _ in range(400):
    n = dice.randrange(40)
    want = random.Random(n).randbytes(5000 + 1000 * n)
    found = cache.load(fingerprint(str(n)))
    assert found in (None, want)
    if found is None:
        cache.store(fingerprint(str(n)), want)
    else:
        hits += 1
print(hits)
"""


def test_processes_share_it(tmp_path: Path) -> None:
    """Four write, read and sweep, a fifth damages: no reader ever sees what was not written."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", HAMMER, str(tmp_path), str(seed)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in range(4)
    ]
    dice = random.Random(5)
    while any(worker.poll() is None for worker in workers):
        for path in tmp_path.glob("??/*"):
            if dice.random() < 0.1:
                try:
                    with path.open("r+b") as file:
                        file.truncate(dice.randrange(100))
                except FileNotFoundError:
                    continue
    for worker in workers:
        out, err = worker.communicate()
        assert worker.returncode == 0, err
        assert int(out) > 0


def test_a_killed_writer_leaves_no_entry(tmp_path: Path) -> None:
    code = f"""
import os, signal
from pathlib import Path
from ribozyme.base import cache as module
real = module.os.replace
module.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
module.Cache(Path({str(tmp_path)!r})).store({KEY!r}, b"data" * 1000)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -9
    assert Cache(tmp_path).load(KEY) is None
    Cache(tmp_path).store(KEY, b"later")
    assert Cache(tmp_path).load(KEY) == b"later"
