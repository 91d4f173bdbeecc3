"""IR files are taken as they are; files of another kind are named for what they are."""

from pathlib import Path

import pytest

from ribozyme.base.errors import MissingFile, ParseError
from ribozyme.frontends.clang import compile_c
from ribozyme.frontends.compile import compile_file


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
        (b"\x7fELF\x02\x01", "ELF object"),
        (b"!<arch>\n", "archive"),
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
