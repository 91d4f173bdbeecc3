"""The switches of a test run: which tests it takes, and what it says when it ends.

    --wide, --all     see `tests.selection`; without them, the short set
    --rotation N      whose turn it is, by default the day's: the same tests again
    --bless           rewrite golden files

    def test_printing(golden):
        golden(Path("tests/golden/forward/fmul.ll"), text)

With `-k` or the id of a test no test waits for its turn: what is named runs. A run has a cache
directory of its own, shared by its workers, so that no test sees what an older version of the code
left behind.
"""

import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import settings
from tests import known as known_tests
from tests.account import Account
from tests.resume import Progress, passed_before, tree
from tests.selection import Entry, Scope, entry, order, scopes, todays

from ribozyme.frontends import registry
from ribozyme.frontends.base import MEMBERS, Found, Missing

settings.register_profile("quick", deadline=None, max_examples=60)
settings.register_profile("all", deadline=None, max_examples=600)

_OWN_CACHE = pytest.StashKey[Path]()
_ACCOUNT = pytest.StashKey[Account]()
_PROGRESS = pytest.StashKey[Progress]()
_LEFT_OUT = "left out"
_AGREED = ("rotation", "passed_lines")  # options that the workers take over


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wide", action="store_true", help="run the wide set, not the short one")
    parser.addoption("--all", action="store_true", help="run every test; go on where it stopped")
    parser.addoption("--rotation", type=int, help="whose turn it is: a number")
    parser.addoption("--bless", action="store_true", help="rewrite golden files")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("all" if config.getoption("--all") else "quick")
    os.environ.pop("RIBOZYME_ERRORS", None)
    if "RIBOZYME_CACHE_DIR" not in os.environ:
        config.stash[_OWN_CACHE] = Path(tempfile.mkdtemp(prefix="ribozyme-test-cache-"))
        os.environ["RIBOZYME_CACHE_DIR"] = str(config.stash[_OWN_CACHE])
        _share_libraries(config.stash[_OWN_CACHE], config.rootpath)
    if not _is_worker(config):
        _begin(config)
        return
    for name in _AGREED:
        setattr(config.option, name, config.workerinput[name])  # type: ignore[attr-defined]


def _share_libraries(own: Path, root: Path) -> None:
    """The wheel's libc++ is built once for a checkout: its name says what it was built from."""
    kept = root / "build" / "cache" / "shared"
    kept.mkdir(parents=True, exist_ok=True)
    (own / "shared").symlink_to(kept)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """A worker reads the command line again, and is told what follows from it today."""
    for name in _AGREED:
        node.workerinput[name] = getattr(node.config.option, name)  # type: ignore[attr-defined]


def _begin(config: pytest.Config) -> None:
    """What is decided once, for all workers."""
    option = config.option
    option.passed_lines = 0
    if option.rotation is None and not option.all and not _is_named(config):
        option.rotation = todays()
    if option.all and _is_whole(config):
        config.stash[_PROGRESS] = progress = Progress(tree())
        option.passed_lines = progress.lines
    config.stash[_ACCOUNT] = Account()


def _is_named(config: pytest.Config) -> bool:
    return bool(config.option.keyword) or any("::" in word for word in config.args)


def _is_whole(config: pytest.Config) -> bool:
    """Is nothing chosen by hand?"""
    option = config.option
    by_hand = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "collectonly")
    given = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    return not given and not any(getattr(option, name, None) for name in by_hand)


def pytest_unconfigure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not _is_worker(config) and reporter is not None:
        for line in config.stash[_ACCOUNT].lines(config.option.rotation):
            reporter.write_line(line)
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
    by_id = {item.nodeid: item for item in items}
    entries = [entry(item) for item in items]
    reasons = _reasons(config, scopes(entries, config.option.rotation))
    slow = {one.id for one in entries if one.is_slow}
    later = _later(config, entries)
    items[:] = [by_id[id] for id in order(entries, later) if reasons[id] is None]
    left = [item for id, item in by_id.items() if reasons[id] is not None]
    if left:
        config.hook.pytest_deselected(items=left)
    said = Counter("slow" if id in slow else why for id, why in reasons.items() if why is not None)
    if _is_worker(config):
        config.workeroutput[_LEFT_OUT] = dict(said)  # type: ignore[attr-defined]
    else:
        config.stash[_ACCOUNT].left_out = dict(said)


def _later(config: pytest.Config, entries: list[Entry]) -> frozenset[str]:
    """Of all tests those that no other run of this day takes: what CI would find comes first."""
    if not config.option.all:
        return frozenset()
    found = scopes(entries, todays())
    return frozenset(id for id, scope in found.items() if scope == "all")


def _reasons(config: pytest.Config, found: dict[str, Scope]) -> dict[str, str | None]:
    """Why a test is left out, None if it is not."""
    option = config.option
    if option.all:
        done = passed_before(option.passed_lines) if option.passed_lines else frozenset[str]()
        return {id: "passed before" if id in done else None for id in found}
    taken: tuple[Scope, ...] = ("wide",) if option.wide else ("plain",)
    if option.wide and option.rotation is None:
        taken = ("plain", "wide")
    said: dict[Scope, str] = {
        "plain": "in the short set", "wide": "in the wide set", "all": "at another rotation",
    }  # fmt: skip
    return {id: None if scope in taken else said[scope] for id, scope in found.items()}


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """What is known of tens of thousands of tests stays: Python's collector need not walk it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without a language's compiler its tests are skipped, or fail where everything is to run."""
    for member in MEMBERS:
        if item.get_closest_marker(member.language) is None:
            continue
        match registry.of(member.language).find():
            case Missing(way_out=way_out):
                why = f"there is no {member.title} compiler: {way_out}"
                if item.config.getoption("--all"):
                    pytest.fail(why, pytrace=False)
                pytest.skip(why)
            case Found():
                pass


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """A worker says what it left out; all of them say the same."""
    config = node.config  # type: ignore[attr-defined]
    said = getattr(node, "workeroutput", {}).get(_LEFT_OUT)
    if said is not None:
        config.stash[_ACCOUNT].left_out = said


class _Noted:
    """Writes down what passed, for the next run."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bad: set[str] = set()
        self._skipped: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._bad.add(report.nodeid)
        if report.skipped and not hasattr(report, "wasxfail"):
            self._skipped.add(report.nodeid)
        if report.when == "teardown" and report.nodeid not in self._skipped:
            self._progress.note(report.nodeid, good=report.nodeid not in self._bad)


def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    progress = config.stash.get(_PROGRESS, None)
    if progress is not None:
        config.pluginmanager.register(_Noted(progress))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    account = config.stash[_ACCOUNT]
    account.outcomes = {
        name: len(reports) for name, reports in terminalreporter.stats.items() if name
    }
    account.skipped = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    progress = config.stash.get(_PROGRESS, None)
    stopped = exitstatus not in (0, 1) or bool(config.option.maxfail and exitstatus)
    stopped = stopped or not account.ran()
    if progress is not None and not stopped:
        account.write(progress)


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
