"""IR files are taken as they are; files of another kind are named for what they are."""

from pathlib import Path
from subprocess import run

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base import bitcode
from ribozyme.base.errors import MissingFile, ParseError
from ribozyme.base.wheel import zig
from ribozyme.frontends import toolchain
from ribozyme.frontends.by_suffix import compile_file
from ribozyme.frontends.c.clang import compile_c


def test_text_and_bitcode_by_content(tmp_path: Path) -> None:
    text = tmp_path / "a.ll"
    text.write_text("define void @f() {\n  ret void\n}\n")
    assert compile_file(text).code == text.read_text()
    code = compile_c("int x;").code
    assert isinstance(code, bytes)
    for name in ("b.bc", "c.ll"):
        (tmp_path / name).write_bytes(code)
        assert compile_file(tmp_path / name).code == code


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"!<thin>\n", "thin archive"),
        (b"BC\xc0\xde\x35", "cut short"),
        (b"", "empty"),
        (b"\0\1\2\3", "neither bitcode nor text"),
        (b"define \xff", "not UTF-8"),
    ],
)
def test_other_files(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "m.bc"
    path.write_bytes(content)
    with pytest.raises(ParseError, match=what) as caught:
        compile_file(path)
    assert caught.value.code == "RZ102"
    assert caught.value.fixes


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(MissingFile):
        compile_file(tmp_path / "m.ll")


# ---- objects, archives and libraries that carry bitcode ------------------------------------------

SOURCES = {
    "square.c": "double square(double x) { return x * x; }",
    "model.c": "double square(double); double model(double x) { return square(x) + 3 * x; }",
}


def objects(folder: Path, *flags: str) -> list[Path]:
    """An object of each source, made by the wheel's clang."""
    compiler = toolchain.wheel()
    assert compiler is not None
    found = []
    for name, text in SOURCES.items():
        source = folder / name
        source.write_text(text)
        made = source.with_suffix(".o")
        run(
            [*compiler.command, "-O1", "-fPIC", *flags, "-c", str(source), "-o", str(made)],
            check=True,
        )
        found.append(made)
    return found


def archive(path: Path, parts: list[Path]) -> Path:
    """An archive in GNU's format, with a name that is longer than a member's head has room for."""
    names = "".join(f"{part.stem * 6}.o/\n" for part in parts).encode()
    names += b"\n" * (len(names) % 2)
    content = bitcode.ARCHIVE + _member(b"//", names)
    at = 0
    for part in parts:
        content += _member(f"/{at}".encode(), part.read_bytes())
        at += len(part.stem) * 6 + 4
    path.write_bytes(content)
    return path


def _member(name: bytes, body: bytes) -> bytes:
    head = b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name, 0, 0, 0, 0o644, len(body))
    return head + body + b"\n" * (len(body) % 2)


@pytest.mark.parametrize(
    "flags", [("-fembed-bitcode=all",), ("-flto",), ("-flto", "-ffat-lto-objects")]
)
def test_objects_and_archives(tmp_path: Path, flags: tuple[str, ...]) -> None:
    parts = objects(tmp_path, *flags)
    for given in (parts, [archive(tmp_path / "libmodel.a", parts)]):
        lib = rz.load(*given)
        assert lib.model(2.0) == 10.0 and rz.grad(lib.model)(2.0) == 7.0
    assert rz.grad(rz.load(parts[0]).square)(3.0) == 6.0


def test_a_shared_library_has_all_its_modules(tmp_path: Path) -> None:
    parts = objects(tmp_path, "-fembed-bitcode=all")
    whole = tmp_path / "libmodel.so"
    program = zig()
    run([str(program), "ld.lld", "-shared", "-o", str(whole), *map(str, parts)], check=True)
    assert len(bitcode.modules(whole.read_bytes())) == 2
    assert rz.grad(rz.load(whole).model)(2.0) == 7.0


def test_objects_without_bitcode(tmp_path: Path) -> None:
    parts = objects(tmp_path)
    for path in (parts[0], archive(tmp_path / "libmodel.a", parts)):
        with pytest.raises(rz.LinkError, match="carries no bitcode") as caught:
            rz.load(path)
        assert caught.value.code == "RZ032" and "-flto" in caught.value.fixes[0]
    broken = tmp_path / "broken.o"
    broken.write_bytes(parts[0].read_bytes()[:100])
    with pytest.raises(rz.LinkError, match="carries no bitcode"):
        rz.load(broken)


def test_pointers_with_types() -> None:
    """The text of LLVM 14 and older."""
    text = """
%struct.P = type { double, i32, %struct.P* }
@fp = global double (double)* @sq
define double @sq(double %x) {
  %r = fmul double %x, %x
  ret double %r
}
define double @f(double* nocapture readonly %x, %struct.P* %p) {
  %a = getelementptr inbounds double, double* %x, i64 1
  %v = load double, double* %a, align 8
  %q = bitcast %struct.P* %p to i8*
  %pf = getelementptr inbounds %struct.P, %struct.P* %p, i32 0, i32 0
  store double %v, double* %pf
  call void @llvm.memset.p0i8.i64(i8* %q, i8 0, i64 4, i1 false)
  %h = load double (double)*, double (double)** @fp
  %w = call double %h(double %v)
  ret double %w
}
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg)
"""
    lib = rz.compile(text, "ll")
    assert np.array_equal(rz.grad(lib.f, wrt="x")(np.array([1.0, 3.0]), np.zeros(3)), [0.0, 6.0])
