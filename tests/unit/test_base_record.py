"""Records are what frozen dataclasses with slots are, as far as they go."""

import copy
import pickle
from dataclasses import dataclass

import pytest

from ribozyme.base.record import as_dict, fields, record, replaced


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
