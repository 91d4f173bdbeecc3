"""A module in two: what its derivatives reach, and the rest, compiled as clang compiles it.

    main → report → std::sort …             rest:   report, std::sort, …; main and loss declared
    main: __enzyme_autodiff(loss, …)    →   own:    main, loss, layer; report declared
    loss → layer                            own is differentiated, and then linked to the rest

Only `own` is optimised by our pipelines, parsed and differentiated. It has

* *closed* functions: those that derivatives are made of, and all that they name;
* *open* functions: those with derivative calls, and all that name a variable that a closed function
  names. The functions that they call are not in `own` for that.

Invariants: each definition is in one of the two, comdats and aliases with all that belongs to them.
What both name is external in both, so that no pass takes it for unused or unchanged; `linkage` says
what it is afterwards. All uses of a variable of closed functions are in `own`, as the analyses of
variables that only one module knows suppose. So is each function that an address may lead to:
a module in which a closed function calls by address is not divided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, final

from ribozyme.backend.definitions import WHOLE, Definition, definitions, plain
from ribozyme.base.graph import components
from ribozyme.base.record import dataclass
from ribozyme.cinterface.markers import DERIVATIVES, entry, is_marker
from ribozyme.cinterface.parts.metadata_text import pruned

_DIVIDED: Final = (*DERIVATIVES, "call_inactive", "iter")
"""Entry points that look at no function but those they name."""
_ANNOTATIONS: Final = "llvm.global.annotations"
_LOCAL: Final = ("private", "internal")
_KEPT: Final = {"private": "", "internal": "", "linkonce": "weak", "linkonce_odr": "weak_odr"}
"""By linkage, one under which a definition stays although its module does not use it."""
_NAME: Final = re.compile(r'@("[^"\n]*"|[-\w.$]+)')
_CALL: Final = re.compile(r"^  .*\b(?:call|invoke) ")
_ADDRESS: Final = re.compile(
    r"\((?:ptr [^,@]*\bsret\([^(){},]*\)[^,@]*, )?ptr (?:[a-z]\w*(?:\(\d+\))? )*"
    r'@("[^"\n]*"|[-\w.$]+)'
)
"""The function that a derivative call names, behind the place of a result in memory."""


@final
@dataclass(frozen=True, slots=True)
class Portions:
    """Two modules that are one when linked."""

    own: str
    rest: str
    linkage: Mapping[str, str]
    """Of what both name, the linkage in the module that was divided."""
    named: frozenset[str]
    """What the rest names."""


def portions(text: str) -> Portions | None:
    """The portions of a module as LLVM prints it; None where it is to stay whole."""
    if any(sign in text for sign in WHOLE):
        return None
    found, between = definitions(text)
    if any("\\" in one.name for one in found):  # spelled by codes, which LLVM does not know it by
        return None
    made = _Division(found, between)
    return made.portions() if made.divide() else None


@final
class _Division:
    """Which definitions are `own`, as it becomes known."""

    def __init__(self, found: tuple[Definition, ...], between: tuple[str, ...]) -> None:
        self.between = between
        self.order = found
        self.known = {one.name: one for one in found if one.sort != "comdat"}
        self.units = _units(self.known.values())
        self.own: set[str] = set()
        self.closed: set[str] = set()

    def divide(self) -> bool:
        """Choose what is own; whether something is left."""
        bodies = [one for one in self.order if one.sort == "function"]
        calling = [one for one in bodies if any(map(_is_entry, one.used))]
        if not calling or not all(map(self._is_clear, calling)):
            return False
        for one in calling:
            self._open(one)
        registries = (name for name in self.known if "__enzyme_" in name and not entry(name))
        given = (name for one in calling for name in one.given if not is_marker(name))
        if not self._close((*given, *registries)):
            return False
        variables = {name for name in self.closed if self._is_variable(name)}
        for one in bodies:
            if not variables.isdisjoint(one.used):
                self._open(one)
        if _ANNOTATIONS in self.known:
            self._take(_ANNOTATIONS)
        for name in list(self.own):
            self._take_constants(self.known[name])
        return any(one.name not in self.own for one in bodies)

    def _is_clear(self, one: Definition) -> bool:
        """Whether each derivative call of a function names what it is of."""
        words = (entry(name) for name in one.used if _is_entry(name))
        if any(word is not None and word not in _DIVIDED for word in words):
            return False
        for line in _asking(one):
            found = _ADDRESS.match(line)
            named = self.known.get(plain(found[1])) if found else None
            if named is None or named.sort == "variable":
                return False
        return True

    def _close(self, names: Iterable[str]) -> bool:
        """Own what some names lead to; not where a function there calls by address."""
        work = list(names)
        while work:
            one = self.known.get(work.pop())
            if one is None or one.name in self.closed:
                continue
            if one.called[""]:
                return False
            self.closed.add(one.name)
            if one.is_defined:
                self._take(one.name)
            work += self.units.get(one.name, ())
            work += one.used
        return True

    def _open(self, one: Definition) -> None:
        """Own a function, and not what it calls."""
        self._take(one.name)

    def _take(self, name: str) -> None:
        """Own a definition with what cannot be apart from it."""
        self.own.update(self.units.get(name, (name,)))

    def _take_constants(self, one: Definition) -> None:
        """Own the constants that a definition reads."""
        for name in one.used:
            other = self.known.get(name)
            if other is not None and other.is_defined and other.constant:
                self._take(name)

    def _is_variable(self, name: str) -> bool:
        one = self.known[name]
        return one.sort == "variable" and one.is_defined and not one.constant

    # ---- the two texts -----------------------------------------------------------------------

    def portions(self) -> Portions:
        """The two modules."""
        own = [one for one in self.known.values() if one.is_defined and one.name in self.own]
        rest = [one for one in self.known.values() if one.is_defined and one.name not in self.own]
        metadata = {plain(name) for part in self.between for name in _NAME.findall(part)}
        in_own, in_rest = _named(own) | metadata, _named(rest) | metadata
        shared = {one.name: one.linkage for one in own if one.name in in_rest}
        shared |= {one.name: one.linkage for one in rest if one.name in in_own}
        kept = {name: linkage for name, linkage in shared.items() if linkage in _KEPT}
        return Portions(
            pruned(self._text(own, in_own, kept)),
            self._text(rest, in_rest, {name: of for name, of in kept.items() if of in _LOCAL}),
            kept,
            frozenset(in_rest),
        )

    def _text(self, defined: list[Definition], named: set[str], kept: Mapping[str, str]) -> str:
        """A module with some definitions, and declarations of what else it names."""
        whole = {one.name for one in defined}
        groups = {one.comdat for one in defined}
        pieces: list[str] = []
        for before, one in zip(self.between, self.order, strict=False):
            pieces.append(before)
            if one.sort == "comdat":
                pieces.append(one.text if one.name in groups else "")
            elif one.name in whole:
                known = kept.get(one.name)
                pieces.append(one.text if known is None else one.with_linkage(_KEPT[known]))
            elif one.name in named:
                pieces.append(one.declaration())
        return "".join((*pieces, self.between[-1]))


def _units(known: Iterable[Definition]) -> dict[str, tuple[str, ...]]:
    """By name, the definitions that must be in one module: comdats, and aliases with what they
    stand for."""
    every = [one for one in known if one.is_defined]
    number = {one.name: index for index, one in enumerate(every)}
    edges: list[list[int]] = [[] for _ in every]
    first: dict[str, int] = {}
    for index, one in enumerate(every):
        tied = [number[name] for name in one.used if name in number] if one.sort == "alias" else []
        if one.comdat is not None:
            tied.append(first.setdefault(one.comdat, index))
        for other in tied:
            edges[index].append(other)
            edges[other].append(index)
    return {
        every[index].name: tuple(every[other].name for other in group)
        for group in components(edges)
        if len(group) > 1
        for index in group
    }


def _named(some: Iterable[Definition]) -> set[str]:
    return {name for one in some for name in one.used}


def _is_entry(name: str) -> bool:
    return "__enzyme_" in name


def _asking(one: Definition) -> Iterator[str]:
    """The lines of derivative calls, each from its arguments on."""
    for line in one.text.splitlines():
        found = _NAME.search(line)
        if found and entry(found[1]) in DERIVATIVES and _CALL.search(line):
            yield line[found.end() :]
