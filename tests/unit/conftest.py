"""What tests of programs with threads share: the program of a module's `SOURCE`, with OpenMP and
without, and teams of as many threads as its `TEAMS` says."""

from __future__ import annotations

import pytest

import ribozyme as rz

_TEAMS = (1, 2, 4, 8)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "team" in metafunc.fixturenames:
        metafunc.parametrize("team", getattr(metafunc.module, "TEAMS", _TEAMS), indirect=True)


@pytest.fixture
def team(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("OMP_NUM_THREADS", str(request.param))
    return int(request.param)


@pytest.fixture(scope="module")
def lib(request: pytest.FixtureRequest) -> rz.Program:
    return rz.compile(request.module.SOURCE, flags=["-fopenmp"])


@pytest.fixture(scope="module")
def serial(request: pytest.FixtureRequest) -> rz.Program:
    return rz.compile(request.module.SOURCE)
