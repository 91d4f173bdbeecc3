"""Records are what frozen dataclasses with slots are, as far as they go."""

import copy
import dataclasses
import pickle
import weakref
from dataclasses import dataclass
from functools import cached_property

import pytest

from ribozyme.base.record import as_dict, field, fields, record, replace, replaced
from ribozyme.base.record import dataclass as light


@record
class Point:
    """A point."""

    x: float
    y: float = 2.0

    @property
    def sum(self) -> float:
        return self.x + self.y


@record
class Other:
    x: float
    y: float = 2.0


@record
class One:
    only: tuple[int, ...] = ()


@record
class Empty:
    pass


@record
class Checked:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError(self.x)


@dataclass(frozen=True, slots=True)
class Model:
    x: float
    y: float = 2.0


def test_it_compares_and_hashes_by_its_fields() -> None:
    assert Point(1.0) == Point(1.0, 2.0) != Point(1.0, 3.0)
    assert Point(1.0) != Other(1.0) and Other(1.0) != Point(1.0)
    assert hash(Point(1.0)) == hash(Point(1.0, 2.0)) == hash(Model(1.0))
    assert {Point(1.0): "found"}[Point(x=1.0, y=2.0)] == "found"
    assert One() == One(()) != One((1,)) and Empty() == Empty() != One()


def test_it_shows_itself_as_a_dataclass_does() -> None:
    assert repr(Point(1.0)).replace("Point", "Model") == repr(Model(1.0))
    assert repr(One((1, 2))) == "One(only=(1, 2))" and repr(Empty()) == "Empty()"


def test_it_does_not_change_and_has_no_room_for_more() -> None:
    point = Point(1.0)
    for name in ("x", "z"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(point, name, 3.0)
    with pytest.raises(AttributeError, match="does not change"):
        del point.x
    assert point.sum == 3.0 and not hasattr(point, "__dict__")


def test_it_matches_by_position_and_by_name() -> None:
    match Point(1.0, 5.0):
        case Point(1.0, y=height):
            assert height == 5.0
        case _:
            pytest.fail("no match")


def test_it_pickles_and_copies() -> None:
    for value in (Point(1.0, 3.0), One((1,)), Empty()):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.copy(value) == copy.deepcopy(value) == value


@record
class Held:
    value: float


def test_a_field_may_have_any_name() -> None:
    assert replaced(Held(1.0), value=2.0) == Held(2.0)


def test_replaced_and_as_data() -> None:
    assert replaced(Point(1.0), y=4.0) == Point(1.0, 4.0)
    assert fields(Point) == ("x", "y")
    assert as_dict(Point(1.0)) == {"x": 1.0, "y": 2.0}
    with pytest.raises(TypeError):
        replaced(Point(1.0), z=4.0)


def test_what_is_given_is_checked() -> None:
    assert Checked(1).x == 1
    with pytest.raises(ValueError, match="-1"):
        Checked(-1)
    with pytest.raises(ValueError, match="-1"):
        replaced(Checked(1), x=-1)
    with pytest.raises(TypeError, match="missing 1 required"):
        Point()  # type: ignore[call-arg]


@light(frozen=True, slots=True)
class Given:
    """A record that is written as a dataclass."""

    names: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False, repr=False)


@light(frozen=True, slots=True, eq=False)
class Apart:
    x: int


@light(slots=True)
class Changing:
    x: int
    seen: list[int] = field(default_factory=list)


def test_what_is_written_as_a_dataclass_is_one() -> None:
    first, second = Given(), Given(note="other")
    assert first == second and first.names is not second.names
    assert repr(second) == "Given(names=[])"
    assert Apart(1) != Apart(1) and len({Apart(1), Apart(1)}) == 2
    assert replace(Apart(1), x=2).x == 2 and dataclasses.replace(Apart(1), x=3).x == 3
    assert dataclasses.asdict(Apart(4)) == {"x": 4}
    assert pickle.loads(pickle.dumps(second)).note == "other"
    with pytest.raises(AttributeError, match="does not change"):
        first.note = "new"  # type: ignore[misc]


@light(eq=False)
class Roomy:
    x: int
    seen: list[int] = field(default_factory=list)

    @cached_property
    def double(self) -> int:
        return 2 * self.x


@light(frozen=True, slots=True)
class Derived:
    x: int
    double: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * self.x)


def test_what_changes_compares_by_its_fields_and_has_no_hash() -> None:
    one = Changing(1)
    one.x = 2
    assert one == Changing(2, []) and not hasattr(one, "__dict__")
    assert repr(one) == "Changing(x=2, seen=[])"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_what_has_no_slots_has_room_for_more() -> None:
    one, other = Roomy(2), Roomy(2)
    assert one.double == 4 and one != other and one.seen is not other.seen
    assert weakref.ref(one)() is one
    assert pickle.loads(pickle.dumps(one)).double == 4 and replace(one, x=3).double == 6


def test_a_field_may_be_made_of_the_others() -> None:
    assert (
        Derived(2).double == 4 and Derived(2) == Derived(2) and repr(Derived(2)) == "Derived(x=2)"
    )
    assert fields(Derived) == ("x",) and replace(Derived(2), x=3).double == 6
    assert pickle.loads(pickle.dumps(Derived(2))).double == 4
    with pytest.raises(TypeError):
        Derived(1, 2)  # type: ignore[call-arg]


def test_fields_are_not_inherited() -> None:
    with pytest.raises(TypeError, match="inherits fields"):

        @light(slots=True)
        class Further(Changing):
            y: int = 0


@light(frozen=True, slots=True)
class Valued:
    value: int
    cls: int = 0


def test_fields_may_have_the_names_of_parameters() -> None:
    assert replace(Valued(1), value=2) == replaced(Valued(1), value=2) == Valued(2)
    assert replace(Valued(value=3), cls=4).cls == 4
