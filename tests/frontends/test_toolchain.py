"""Which compiler and which headers: the machine's where it has them, the wheel's else."""

from pathlib import Path

import pytest

from ribozyme.frontends import toolchain
from ribozyme.frontends.base import LANGUAGES, language


@pytest.fixture
def wheel(monkeypatch: pytest.MonkeyPatch) -> toolchain.Compiler:
    monkeypatch.delenv("RIBOZYME_CC", raising=False)
    found = toolchain.compiler()
    assert found.bundled
    return found


def test_bare_machine(wheel: toolchain.Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "system_libc", lambda: False)
    c = toolchain.headers(wheel, "c")
    assert c.cxx_library is None
    assert "-nostdlibinc" in c.flags
    cxx = toolchain.headers(wheel, "c++")
    assert cxx.cxx_library == "libc++"
    # libc++'s own stddef.h and its like come before those of the C library.
    assert cxx.flags.index("-nostdinc++") < cxx.flags.index("-nostdlibinc")
    folders = [
        f for before, f in zip(cxx.flags, cxx.flags[1:], strict=False) if before == "-isystem"
    ]
    assert all(Path(folder).is_dir() for folder in folders)


def test_headers_without_gxx(wheel: toolchain.Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "system_libc", lambda: True)
    monkeypatch.setattr(toolchain, "libstdcxx", lambda: None)
    assert toolchain.headers(wheel, "c").flags == ("-isystem", str(toolchain.OURS))
    cxx = toolchain.headers(wheel, "c++")
    assert cxx.cxx_library == "libc++"
    assert "-nostdlibinc" not in cxx.flags


def test_with_gxx(wheel: toolchain.Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "system_libc", lambda: True)
    monkeypatch.setattr(toolchain, "libstdcxx", lambda: Path("/usr/lib/gcc/x/12"))
    found = toolchain.headers(wheel, "c++")
    ours = ("-isystem", str(toolchain.OURS))
    assert found == toolchain.Headers((*ours, "--gcc-install-dir=/usr/lib/gcc/x/12"), "libstdc++")
    assert toolchain.headers(wheel, "c++", ["-stdlib=libc++"]).cxx_library == "libc++"


def test_headers_placed_by_hand_are_left_alone(wheel: toolchain.Compiler) -> None:
    for flag in ("--sysroot=/opt/root", "-nostdinc", "--target=aarch64-linux-gnu"):
        assert toolchain.headers(wheel, "c", [flag]).flags == ()


def test_languages() -> None:
    assert language(Path("a/b.C")) == "c++"
    assert language(Path("b.c")) == "c"
    assert language(Path("b.f90")) == "fortran"
    assert language(Path("b.txt")) is None
    assert LANGUAGES[".bc"] == "ir"
