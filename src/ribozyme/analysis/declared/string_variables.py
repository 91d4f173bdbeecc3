"""Variables and members that debug information declares as strings of C++.

    #dbg_value(ptr %s, !DILocalVariable(name: "this", type: std::string *), …)    a string at %s
    #dbg_declare(ptr %a, !DILocalVariable(type: std::string), …)                  a string at %a

Members of strings are mostly inlined; their `this` stays declared. So strings are known where
accesses say nothing of types (`!tbaa`), as in what clang makes with -O0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ribozyme.analysis.declared.cxxlibrary import string_type
from ribozyme.analysis.declared.source_types import Sources
from ribozyme.ir import types as ty
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import Local


@final
class StringVariables:
    """The declared strings of a module."""

    def __init__(self, module: Module) -> None:
        self._sources = Sources(module)
        self._types: dict[int, str] = {}  # their names, by the number of the type's node
        for number, node in module.metadata.numbered("DICompositeType", "basic_string"):
            name = node.string("identifier")
            if name is not None and string_type(name):
                self._types[number] = name

    def of(self, function: Function) -> Iterator[tuple[Local, str]]:
        """The addresses of strings in a function, with the names of the strings' types."""
        if not self._types:
            return
        for kind, local, variable in self._sources.variables(function):
            type = variable.ref("type")
            string = type if kind == "place" else self._sources.target(type)
            name = self._types.get(self._sources.unnamed(string) or -1)
            if name is not None and ty.is_pointer(local.type):
                yield local, name
