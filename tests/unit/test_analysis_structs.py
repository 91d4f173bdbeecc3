"""Indices into arrays that are members of structs: how far they reach, and when nothing is said."""

from __future__ import annotations

import random

import pytest
from tests.analysed import program

from ribozyme.analysis.declared.marks import POINTER
from ribozyme.analysis.pointsto.arraymembers import ArrayMember, ArrayMembers
from ribozyme.analysis.pointsto.objects import Kind, Table
from ribozyme.analysis.pointsto.pointsto import PointsTo, points_to
from ribozyme.analysis.types.cells import Cells, transfer

PARTS = """
#include <stdlib.h>
typedef struct { double *at; void *context; } part;
typedef struct { int n; part parts[4]; int count; double *history; } whole;
"""


def written(source: str, *, raw: bool = False) -> set[str]:
    """The places in heap blocks, arguments and variables where `f` stores addresses."""
    points: PointsTo = points_to(program(source, "f", raw=raw))
    table, solver = points.table, points.constraints.solver
    found = {table.seen(place) for place, node in solver.contents() if solver.points[node]}
    return {str(place).partition("[")[2] for place in found if place.object.kind is not Kind.GLOBAL}


# ---- what is bounded -----------------------------------------------------------------------------


def test_what_is_pushed_into_a_member_stays_in_it() -> None:
    """And a pointer behind it is not met."""
    places = written(
        PARTS
        + """
        void f(double *x, int n) {
          whole *w = calloc(1, sizeof *w);
          w->history = x;
          while (n--) w->parts[w->n++] = (part){x, w};
          *w->parts[n].at = 1; *(whole **)w->parts[n].context = w; *w->history = 2;
        }
        """
    )
    assert {"8+16k<72]", "16+16k<72]", "80]"} <= places


def test_variables_and_arguments_are_structs_too() -> None:
    push = "w->parts[w->n++].at = x; return *w->parts[n].at + *w->history;"
    for head in ("double f(double *x, int n, whole *w) {", "double f(double *x, int n) { whole o = {0}, *w = &o; w->history = x;"):  # fmt: skip # noqa: E501
        assert "8+16k<72]" in written(f"{PARTS}\n{head} {push} }}"), head


def test_arrays_of_arrays_end_with_the_outer_one() -> None:
    places = written(
        """
        #include <stdlib.h>
        typedef struct { int n; double *at[3][2]; double *last; } grid;
        double f(double *x, int i, int j) {
          grid *g = calloc(1, sizeof *g);
          g->last = x; g->at[i][j] = x; g->at[j][1] = x;
          return *g->at[1][i] + *g->last;
        }
        """
    )
    assert {"8+8k<56]", "56]"} <= places


HASHED = """
#include <stdlib.h>
typedef struct entry { struct entry *next; double value; } entry;
typedef struct { entry *root; struct { entry **slots; size_t n; entry *last; } table; double *left, *right, *at; } store;
"""  # fmt: skip # noqa: E501


def test_an_index_of_an_address_that_is_a_member_stays_in_its_row() -> None:
    """A table with its first slot in it does not lead behind that; `left` does to `right`."""
    places = written(
        HASHED
        + """
        double f(double *x, size_t n, size_t i) {
          store *s = calloc(1, sizeof *s);
          entry *e = calloc(1, sizeof *e);
          s->table.slots = n > 1 ? calloc(n, sizeof e) : &s->table.last;
          s->table.slots[i % n] = e; s->root = e;
          (&s->left)[i & 1] = x;
          return s->table.slots[n - i]->value + *s->left + *s->right + *s->at;
        }
        """
    )
    assert {"24+8k<32]", "32+8k<56]", "0]"} <= places


# ---- what is not ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "members",
    [
        pytest.param("int n; part parts[4];", id="the last member"),
        pytest.param("int n; part parts[1]; double *history;", id="one element"),
        pytest.param("int n; part parts[];", id="a flexible array"),
        pytest.param("int n; struct { int m; part parts[4]; } last;", id="the last of the last"),
    ],
)
def test_arrays_without_an_end(members: str) -> None:
    name = "last.parts" if "last;" in members else "parts"
    places = written(
        f"""
        #include <stdlib.h>
        typedef struct {{ double *at; void *context; }} part;
        typedef struct {{ {members} }} whole;
        double f(double *x, int n) {{
          whole *w = calloc(1, 200);
          w->{name}[w->n++].at = x;
          return *w->{name}[n].at;
        }}
        """
    )
    assert places and not any("<" in place for place in places)


def test_a_block_that_is_several_structs() -> None:
    """One that is as large and disagrees takes back what was said, whichever comes first."""
    both = ["part_of(w, x, n);", "other_of((other *)w, x, n);"]
    for first, second in (both, both[::-1]):
        places = written(
            PARTS
            + f"""
            typedef struct {{ double *all[11]; }} other;
            __attribute__((noinline)) static void part_of(whole *w, double *x, int n)
            {{ w->parts[n].at = x; *w->parts[n + 1].at += 1; }}
            __attribute__((noinline)) static void other_of(other *o, double *x, int n)
            {{ o->all[n] = x; *o->all[n + 1] += 1; }}
            void f(double *x, int n) {{
              whole *w = calloc(1, sizeof *w);
              {first} {second}
            }}
            """
        )
        assert places and not any("<" in place for place in places)


def test_an_index_of_structs_leads_to_the_members_of_all() -> None:
    """The caller may have given an array of them, and an index steps over the array in one."""
    source = """
        typedef struct { double *at[2]; long n; double *last; } part;
        double f(part *p, double *x, long n, long i, int k) {
          double sum = 0;
          for (long j = 0; j < n; j++) sum += *p[j].at[0] + *p[j].at[k] + *p[j].last;
          p[i].at[0] = x; p[i].at[k] = x; p[i].last = x;
          return sum;
        }
        """
    for raw in (False, True):
        places = written(source, raw=raw)
        assert {"0+32k]", "0+8k]", "24+32k]"} <= places
        assert not any("<" in place for place in places)


def test_rows_of_numbers_are_walked_through() -> None:
    points = points_to(
        program(
            """
            #include <stdlib.h>
            typedef struct { double *saved[3]; double x[3]; double v[3]; double *trace; } body;
            double f(int i) {
              body *b = calloc(1, sizeof *b);
              double *y = b->x;
              y[i] = 3; b->saved[i] = y;
              return b->v[1] + *b->saved[0];
            }
            """,
            "f",
        )
    )
    root = points.program.root
    places = {str(p).partition("[")[2] for v in root.values() for p in points.of(root, v)}
    assert "0+8k]" in places
    assert not any(place.startswith("24") and "<" in place for place in places)


def test_back_from_an_element_to_the_struct() -> None:
    """`container_of` leaves the array, by a constant or by the index."""
    table, number = bounded()
    assert table.bounds[number] == (760, 824)
    assert table.bounds[table.shifted(number, 8, 0)] == (760, 824)
    for delta, step in ((-760, 0), (-760, 16), (16, 0), (-16, 0), (-8, 0)):
        assert table.bounds[table.indexed(number, delta, step)] is None


def test_rows_do_not_bound_what_may_lead_downwards() -> None:
    """A constant may have been subtracted from the base; nor is a step that is no address one."""
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    made = table.new(Kind.HEAP, "heap", size=80)
    table.arrays[made.id] = ArrayMembers((), ((24, 40),))
    last = table.location(made.id, 24)
    assert {str(table.seen(one)) for one in table.upwards(last, 0, 8)} == {"heap[24+8k<40]"}
    assert table.bounds[table.indexed(last, 0, 8)] is None
    for delta, step in ((0, 16), (0, 4), (-8, 8), (16, 8)):
        assert all(table.bounds[one] is None for one in table.upwards(last, delta, step))


# ---- the tables ----------------------------------------------------------------------------------


def bounded() -> tuple[Table, int]:
    """A table, and a location with bounds in a block of it."""
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    made = table.new(Kind.HEAP, "heap", size=2000)
    table.arrays[made.id] = ArrayMembers((ArrayMember(760, 824, 16, True),))
    return table, table.indexed(table.location(made.id, 760), 0, 16)


def bytes_of(table: Table, number: int, size: int) -> set[int]:
    """The bytes from -400 to 1200 that `size` bytes at a location may be."""
    offset, stride, bounds = table.offset[number], table.stride[number], table.bounds[number]
    starts = range(offset - 400 * stride, 1200, stride) if stride else (offset,)
    inside = [at for at in starts if bounds is None or bounds[0] <= at < bounds[1]]
    return {at + byte for at in inside for byte in range(size) if -400 <= at + byte < 1200}


def test_locations_meet_where_a_byte_is_in_both() -> None:
    """Never said to be apart if one is; and apart if both have ends and none is between them."""
    random.seed(7)
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    apart = 0
    for _ in range(3000):
        made = table.new(Kind.HEAP, "heap")
        pair = []
        for _ in range(2):
            stride, low = random.choice((0, 8, 16, 24)), 8 * random.randrange(12)
            ends = (low, low + stride * random.randrange(1, 5)) if stride else None
            start = low + random.randrange(0, 16, 8)
            pair.append(table.location(made.id, start, stride, random.choice((ends, None))))
        sizes = random.choice((4, 8, 24)), random.choice((4, 8, 24))
        common = bytes_of(table, pair[0], sizes[0]) & bytes_of(table, pair[1], sizes[1])
        met = table.meet(pair[0], sizes[0], pair[1], sizes[1])
        assert met or not common
        apart += not met
    assert apart > 500


def test_what_was_copied_comes_from_as_far_into_the_source() -> None:
    random.seed(11)
    for _ in range(500):
        table = Table()
        table.new(Kind.UNKNOWN, "unknown")
        one, other = table.new(Kind.HEAP, "one"), table.new(Kind.HEAP, "other")
        low, step = 8 * random.randrange(9), random.choice((8, 16))
        place = table.location(one.id, low, step, (low, low + step * random.randrange(1, 5)))
        target = table.location(one.id, 8 * random.randrange(3))
        source = table.location(other.id, 8 * random.randrange(5), random.choice((0, 0, 8, 16)))
        found = table.copied(place, target, source)
        steps = bytes_of(table, source, 1)
        moved = {at - table.offset[target] + by for at in bytes_of(table, place, 1) for by in steps}
        assert {at for at in moved if -400 <= at < 1200} <= bytes_of(table, found, 1)


def test_an_index_may_be_meant_for_any_array_of_its_step() -> None:
    """An optimiser takes a constant from the index to the base, which may lie in another array."""
    arrays = ArrayMembers(
        (
            ArrayMember(8, 40, 8, True),
            ArrayMember(48, 80, 8, True),
            ArrayMember(96, 128, 16, False),
            ArrayMember(200, 232, 1, False),
        )
    )
    assert arrays.bounds(24, 8) == (8, 232)
    assert arrays.bounds(24, 16) == (8, 128)
    assert arrays.bounds(100, 16) is None, "numbers"
    assert arrays.bounds(40, 8) is None, "between the arrays"


def test_a_member_copied_to_its_neighbour_is_copied_once() -> None:
    cells = Cells()
    cells.add(0, 0, POINTER)
    transfer(cells, (0, 0), cells, (24, 0), 24)
    assert [(at, step) for at, step, _ in cells] == [(0, 0), (24, 0)]
    transfer(cells, (0, 0), cells, (8, 0), 24)
    assert cells.at(16, 0) & POINTER, "what overlaps goes on"


def test_what_is_copied_of_a_large_object_is_what_lies_there() -> None:
    source, small, whole = Cells(), Cells(), Cells()
    for place in range(0, 400, 4):
        source.add(place, 0, POINTER if place % 8 else 1 << place % 7)
    source.add(2, 16, POINTER)
    transfer(source, (40, 0), small, (100, 0), 24)
    assert len(source.rows((40, 0), 24)[0][1]) < 24 < len(source.rows((40, 0), None)[0][1])
    transfer(source, (40, 0), whole, (100, 0), 4096)
    assert [small.at(at, 0) for at in range(100, 124)] == [
        whole.at(at, 0) for at in range(100, 124)
    ]
    assert not any(small.at(at, 0) for at in (99, 124, 128))
