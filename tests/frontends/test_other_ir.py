"""IR in the shapes that Julia and Swift print, written by hand, since neither runs here.

What their code calls of a run time stands beside it, as the page on other languages says.
"""

from pathlib import Path

import pytest

import ribozyme as rz

FOLDER = Path(__file__).parent / "other_ir"


@pytest.mark.parametrize(
    ("files", "name"),
    [
        (("swift.ll", "swift_runtime.c"), "energy"),
        (("julia.ll", "julia_runtime.ll"), "julia_box_1"),
    ],
)
def test_objects_that_hold_numbers(files: tuple[str, str], name: str) -> None:
    """f(x, k) = k·x²"""
    f = rz.load(*(FOLDER / file for file in files))[name]
    assert f(3.0, 2.0) == 18.0
    assert rz.grad(f)(3.0, 2.0) == (12.0, 9.0)
    assert rz.jvp(f, (3.0, 2.0), (1.0, 10.0)) == (18.0, 102.0)
    assert rz.hvp(f, (3.0, 2.0), 1.0, wrt=0) == 4.0


def test_objects_that_refer_to_each_other() -> None:
    """f(x, n) = x⁴ · (0 + 1 + 4 + …)"""
    f = rz.load(FOLDER / "julia.ll", FOLDER / "julia_runtime.ll").julia_chain_2
    assert f(2.0, 4) == 16.0 * 14
    assert rz.grad(f)(2.0, 4) == 4 * 8.0 * 14
    assert rz.jvp(f, (2.0, 4), (1.0, None))[1] == 4 * 8.0 * 14


def test_swift_that_calls_methods_elsewhere_keeps_its_convention(tmp_path: Path) -> None:
    path = tmp_path / "m.ll"
    path.write_text(
        "declare swiftcc double @g(ptr swiftself)\n"
        "define swiftcc double @f(ptr swiftself %p) {\n"
        "  %r = call swiftcc double @g(ptr swiftself %p)\n  ret double %r\n}\n"
    )
    from ribozyme.frontends.irfile import compile_ir

    assert compile_ir(path).code == path.read_text()
