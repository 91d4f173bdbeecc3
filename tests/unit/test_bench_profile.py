"""What callgrind writes, by file, line and event; the innermost loops of assembly."""

from bench.loops import loops
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
ASSEMBLY = """
f:
\tmovl\t%edi, %eax
.LBB0_1:
\tjne\t.LBB0_4
.LBB0_2:
\t.loc\t1 5 3
\tvaddpd\t%ymm0, %ymm1, %ymm1
\tjne\t.LBB0_2
\tjmp\t.LBB0_1
.LBB0_4:
\tretq
\t.cfi_endproc
"""


def test_what_is_called_is_not_counted_twice() -> None:
    found = counts(WRITTEN)
    assert found["a.c", 3, "Ir"] == 11
    assert found["a.c", 3, "Dr"] == 3
    assert found["a.c", 4, "Ir"] == 0
    assert found["a.c", 5, "Ir"] == 20
    assert found["b.h", 7, "Ir"] == 4


def test_blocks_that_branch_to_themselves() -> None:
    (block,) = loops(ASSEMBLY, "f")
    assert block == ["\t.loc\t1 5 3", "\tvaddpd\t%ymm0, %ymm1, %ymm1", "\tjne\t.LBB0_2"]
