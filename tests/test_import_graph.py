"""What a reader of the tree relies on: hardly any files import each other."""

from typing import Final

from tests.import_graph import cycles

BOUND: Final = 3


def test_no_more_than_three_files_import_each_other() -> None:
    assert [group for group in cycles() if len(group) > BOUND] == []
