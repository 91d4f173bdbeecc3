"""Lanes dealt to threads, in pieces whose ends do not depend on how many threads there are.

A piece begins at a multiple of `GRAIN` lanes, which vectors divide. So each lane is computed by the
same instructions, in a vector or behind the last one, whatever the number of threads.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from ribozyme.api.programs.progress import Steps

GRAIN: Final = 64
_PIECES: Final = 8  # a thread's share, so that nobody waits long for the last
_SHOWN: Final = 100  # pieces of a batch that a bar shows


def dealt(count: int, threads: int, grain: int, what: str, run: Callable[[int, int], None]) -> None:
    """Run all lanes, by pieces; a bar shows how far a long batch is where somebody watches."""
    threads = max(1, min(threads, -(-count // grain)))
    with Steps(what, "lanes of") as show:
        if threads == 1 and show is None:
            run(0, count)
        else:
            wanted = threads * _PIECES if threads > 1 else _SHOWN
            _by_pieces([*_pieces(count, grain, wanted)], threads, run, show)


def _by_pieces(
    pieces: list[tuple[int, int]],
    threads: int,
    run: Callable[[int, int], None],
    show: Callable[[int, int], None] | None,
) -> None:
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(run, *piece) for piece in pieces]
        try:
            for future, (_, done) in zip(futures, pieces, strict=True):
                future.result()
                if show is not None:
                    show(done, pieces[-1][1])
        finally:
            for future in futures:
                future.cancel()


def _pieces(count: int, grain: int, wanted: int) -> Iterator[tuple[int, int]]:
    size = -(-count // (wanted * grain)) * grain
    return ((first, min(first + size, count)) for first in range(0, count, max(size, 1)))
