"""What callgrind writes, by file, line and event."""

from bench.profile import counts

WRITTEN = """\
events: Ir Dr Dw
fl=/tmp/a.c
fn=f
3 10 2 1
calls=1 7
4 500 60 70
5 20
fi=/usr/include/b.h
7 4 0 0
fe=/tmp/a.c
3 1 1
"""


def test_what_is_called_is_not_counted_twice() -> None:
    found = counts(WRITTEN)
    assert found["a.c", 3, "Ir"] == 11
    assert found["a.c", 3, "Dr"] == 3
    assert found["a.c", 4, "Ir"] == 0
    assert found["a.c", 5, "Ir"] == 20
    assert found["b.h", 7, "Ir"] == 4
