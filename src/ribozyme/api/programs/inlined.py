"""Functions that a compiler emits only where they are used: methods that their class defines.

lib["Oscillator::energy"]    no such function: the sources are compiled once more, with every
                             declaration emitted, and what Oscillator defines is kept
"""

import re
from collections.abc import Iterable
from typing import Final

from ribozyme.api.programs.program import Program
from ribozyme.backend.demangle import demangled
from ribozyme.base.record import replace
from ribozyme.frontends.base import Compiled

EMIT_ALL: Final = "-femit-all-decls"
_WHERE_USED: Final = frozenset(("linkonce", "linkonce_odr", "available_externally"))
_CALL: Final = re.compile(r"operator *\( *\)")


def symbols(program: Program, name: str) -> frozenset[str]:
    """The functions of a name that are emitted where they are used, and those beside them in the
    same class or namespace; nothing if none has the name."""
    wanted = _head(name.replace(" ", ""))
    every = {symbol: _declared(symbol) for module in program.modules for symbol in _emitted(module)}
    meant = [d for d in every.values() if d == wanted or d.endswith(f"::{wanted}")]
    scopes = {scope for d in meant if (scope := d.rpartition("::")[0])}
    return frozenset(
        symbol for symbol, d in every.items() if d in meant or d.rpartition("::")[0] in scopes
    )


def keeping(program: Program, symbols: Iterable[str]) -> Program:
    """A program that keeps functions that nothing uses."""
    modules = tuple(_keeping(module, frozenset(symbols)) for module in program.modules)
    return Program(modules, program.options, program.libraries, callbacks=program.callbacks)


def _emitted(module: Compiled) -> list[str]:
    from ribozyme.backend import llvm

    with llvm.opened(module.code) as whole:
        return [
            function.name
            for function in whole.functions
            if function.linkage.name in _WHERE_USED and not function.is_declaration
        ]


def _keeping(module: Compiled, symbols: frozenset[str]) -> Compiled:
    from ribozyme.backend import llvm

    with llvm.opened(module.code) as whole:
        kept = [function for function in whole.functions if function.name in symbols]
        for function in kept:
            if function.linkage.name in _WHERE_USED:
                function.linkage = "weak_odr"
        return replace(module, code=whole.as_bitcode()) if kept else module


def _declared(symbol: str) -> str:
    return _head(demangled(symbol).replace(" ", ""))


def _head(name: str) -> str:
    """A name without its parameters."""
    return _CALL.sub("operator@", name).partition("(")[0]
