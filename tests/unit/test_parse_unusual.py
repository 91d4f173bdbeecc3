"""What compilers rarely print: one module of it, against LLVM's own printing."""

from pathlib import Path

from ribozyme.backend.llvm import canonical
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module

SOURCE = (Path(__file__).parents[1] / "golden" / "parse" / "unusual.ll").read_text()


def test_in_normal_form() -> None:
    normal = canonical(SOURCE)
    assert canonical(print_module(parse_module(normal))) == normal


def test_as_written_by_hand() -> None:
    assert canonical(print_module(parse_module(SOURCE))) == canonical(SOURCE)


def test_ours_is_the_text_of_llvm_but_for_comments() -> None:
    normal = canonical(SOURCE)
    lines = [line for line in normal.split("\n") if not line.startswith("; Function Attrs")]
    assert print_module(parse_module(normal)).split("\n") == lines
