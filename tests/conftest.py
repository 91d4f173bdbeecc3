"""Switches of the test run: `--all` takes the slow tests too, `--bless` rewrites golden files.

    def test_printing(golden):
        golden(Path("tests/golden/forward/fmul.ll"), text)

A run has a cache directory of its own, shared by its workers, so that no test sees what an older
version of the code left behind.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from tests import known as known_tests

settings.register_profile("quick", deadline=None, max_examples=60)
settings.register_profile("all", deadline=None, max_examples=600)

_OWN_CACHE = pytest.StashKey[Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the slow tests too")
    parser.addoption("--bless", action="store_true", help="rewrite golden files")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("all" if config.getoption("--all") else "quick")
    os.environ.pop("RIBOZYME_ERRORS", None)
    if "RIBOZYME_CACHE_DIR" not in os.environ:
        config.stash[_OWN_CACHE] = Path(tempfile.mkdtemp(prefix="ribozyme-test-cache-"))
        os.environ["RIBOZYME_CACHE_DIR"] = str(config.stash[_OWN_CACHE])


def pytest_unconfigure(config: pytest.Config) -> None:
    own = config.stash.get(_OWN_CACHE, None)
    if own is not None:
        os.environ.pop("RIBOZYME_CACHE_DIR", None)
        shutil.rmtree(own, ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for known, run in ((known_tests.FAILING, True), (known_tests.NOT_RUN, False)):
            why = known_tests.reason(item.name, known)
            if why is not None:
                item.add_marker(pytest.mark.xfail(reason=why, run=run, strict=False))
    if config.getoption("--all"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a golden file, or rewrite the file under `--bless`."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--bless"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        assert path.is_file(), f"{path} does not exist; --bless writes it"
        assert text == path.read_text(encoding="utf-8")

    return compare
