"""What takes how much memory: the parts of reports with their bytes, and these in words."""

from collections.abc import Iterator

from ribozyme.transform.reverse.plan.report import IN_FRAME, Kept, Report


def weighed(
    reports: tuple[Report, ...], what: str = "estimate"
) -> Iterator[tuple[Report, Kept, float]]:
    """What is kept by which function, and how many bytes it takes in all its calls."""
    often = _often(reports)
    for number, one in enumerate(reports):
        for kept in one.kept:
            if not number or kept.storage != IN_FRAME:  # that is the caller's
                yield one, kept, often.get(one.symbol, 1.0) * getattr(kept, what)


def unknown(reports: tuple[Report, ...]) -> tuple[str, ...]:
    """What estimates do not know: names of integers, and loops."""
    return tuple(dict.fromkeys(name for one in reports for name in one.unknown))


def _often(reports: tuple[Report, ...]) -> dict[str, float]:
    """How often each function is called: the first once, each other as its callers say. Of a
    recursion one activation counts."""
    by_symbol = {one.symbol: one for one in reports}
    often: dict[str, float] = {reports[0].symbol: 1.0} if reports else {}
    for _ in reports:  # callers may come behind callees
        again = {reports[0].symbol: 1.0}
        for caller, times in often.items():
            for callee, each in by_symbol[caller].calls:
                if callee in by_symbol and callee != caller:
                    again[callee] = again.get(callee, 0.0) + times * each
        if again == often:
            break
        often = again
    return often


def described(kept: Kept) -> str:
    """One thing that is kept: `x[…]: 8 bytes × n, in a block`."""
    times = "" if kept.times == "1" else f" × {kept.times}"
    return f"{kept.what}: {kept.bytes} byte{'s'[: kept.bytes != 1]}{times}, {kept.storage}"


def size(count: int) -> str:
    """Bytes for people."""
    number = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if number < 1024 or unit == "GiB":
            return f"{count} bytes" if unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1024
    raise AssertionError
