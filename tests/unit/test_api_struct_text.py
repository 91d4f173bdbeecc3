"""Text in arrays of characters in structs."""

import numpy as np
import pytest

import ribozyme as rz


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile("""
        typedef struct { char name[4]; double a; } Inner;
        typedef struct { double a; char name[8]; Inner in; } P;
        double square(const P *p) { return p->a * p->in.a * (p->name[0] == 'a' && !p->name[3]); }
        double first(P p) { return p.name[7] * p.a; }
        void renamed(P *p) { p->name[0] = 'z'; p->a *= 2; }
    """)


def model(name: object) -> dict[str, object]:
    return {"a": 3.0, "name": name, "in": {"name": "", "a": 2.0}}


@pytest.mark.parametrize("name", ["abc", b"abc", np.array([97, 98, 99, 0, 0, 0, 0, 0], np.int8)])
def test_text_is_put_in_with_zeros_behind_it(lib: rz.Library, name: object) -> None:
    found = rz.grad(lib.square)(model(name))
    assert (found["a"], found["in"]["a"]) == (2.0, 3.0)


def test_all_of_the_room_may_be_used(lib: rz.Library) -> None:
    assert rz.grad(lib.first)(model("abcdefgh"))["a"] == ord("h")
    with pytest.raises(rz.SignatureError, match=r"'p\.name' of .* has room for 8 bytes"):
        lib.first(model("abcdefghi"))


def test_what_is_written_comes_back_as_text(lib: rz.Library) -> None:
    for name, wanted in (("abc", "zbc"), (b"abc", b"zbc")):
        given = model(name)
        lib.renamed(given)
        assert (given["name"], given["a"]) == (wanted, 6.0)
