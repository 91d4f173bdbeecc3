"""Options: valid or refused, and in force where they should be."""

import threading

import pytest

from ribozyme.base.errors import UsageError
from ribozyme.base.options import Options, current, from_words, options


def test_defaults() -> None:
    assert current() == Options()
    assert current().check == "first" and current().optimise_first and current().memory is None


def test_nesting() -> None:
    with options(fast_math=True, threads=2):
        with options(threads=4) as inner:
            assert inner == current() == Options(fast_math=True, threads=4)
        assert current().threads == 2
    assert current() == Options()


def test_an_exception_restores() -> None:
    with pytest.raises(ZeroDivisionError), options(width=4):
        raise ZeroDivisionError
    assert current().width == 1


def test_threads_have_their_own() -> None:
    seen: list[Options] = []
    with options(threads=3):
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
    assert seen == [Options()]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2GB", 2 * 10**9),
        ("2 gib", 2 << 30),
        ("1.5 MiB", 3 << 19),
        ("512", 512),
        ("8k", 8000),
        ("3B", 3),
    ],
)
def test_memory(text: str, count: int) -> None:
    assert Options().replace(memory=text).memory == count


@pytest.mark.parametrize(
    "wrong",
    [
        {"check": "sometimes"},
        {"nonsmooth": None},
        {"threads": 0},
        {"threads": True},
        {"width": 1.5},
        {"fast_math": 1},
        {"memory": "much"},
        {"memory": "0"},
        {"memory": -1},
        {"fastmath": True},
    ],
)
def test_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError) as caught, options(**wrong):
        pass
    assert caught.value.code == "RZ006"
    assert next(iter(wrong)) in caught.value.diagnostic.message


def test_a_near_miss_is_named() -> None:
    with pytest.raises(UsageError, match="did you mean 'fast_math'"):
        Options().replace(fastmath=True)


def test_words_of_a_command_line() -> None:
    words = {"fast-math": "yes", "vector-math": "off", "threads": "4", "memory": "1G", "cache": ""}
    with options(**from_words(words)):
        assert current() == Options(
            fast_math=True, vector_math=False, threads=4, memory=10**9, cache=True
        )
    with pytest.raises(UsageError, match="yes or no"):
        from_words({"fast-math": "perhaps"})
    with pytest.raises(UsageError, match="no option 'treads'"):
        from_words({"treads": "1"})
