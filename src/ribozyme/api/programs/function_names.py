"""Names of functions: which a user means, and which are listed.

lookup(signatures, "energy")     →  those of `ns::Oscillator::energy`, all its overloads
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ribozyme.api.programs.program import Program
from ribozyme.api.signatures.signature import Signature

HIDDEN: Final = ("std::", "__gnu", "operator", "rz_guard", "rz_callback_", "_Fortran", "_Q")
_HEADERS: Final = ("", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".tcc", ".inl", ".inc")


def hidden(signature: Signature) -> bool:
    """Whether a function belongs to a standard library rather than to the user."""
    name = signature.name
    return name.startswith(HIDDEN) or not name or "{closure" in name


def listed(program: Program) -> tuple[Signature, ...]:
    """The user's functions in the order of the source; those of headers if there are no others."""
    mine = tuple(s for s in program.signatures if not hidden(s))
    return tuple(s for s in mine if not of_header(s)) or mine


def of_header(signature: Signature) -> bool:
    """Whether a function is defined in a header, as debug information has it."""
    file = signature.location.rpartition(":")[0]
    return bool(file) and Path(file).suffix.lower() in _HEADERS


def lookup(signatures: Sequence[Signature], name: str) -> list[Signature]:
    """The functions a name may mean: whole names first, then symbols, then last parts; of these,
    the ones with the fewest parts before."""
    squeezed = name.replace(" ", "")
    ways: tuple[Callable[[Signature], bool], ...] = (
        lambda s: s.name == name or s.overload.replace(" ", "") == squeezed,
        lambda s: s.symbol == name,
        lambda s: not hidden(s) and s.name.endswith(f"::{name}"),
        lambda s: s.any_case and name.lower() in (s.name, s.name.rpartition("::")[2]),
    )
    for fits in ways:
        found = [s for s in signatures if fits(s)]
        if found:
            least = min(s.name.count("::") for s in found)
            return [s for s in found if s.name.count("::") == least]
    return []
