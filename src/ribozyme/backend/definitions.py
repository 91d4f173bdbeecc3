"""The definitions of a module on its text, without parsing it: where each stands, what it names.

    define internal double @f(double %x) !dbg !4 { … call double @g(…) … }
    →  Definition("f", "function", linkage "internal", names {"g"})

Works on LLVM's own printing, at some hundred megabytes a minute: a module of a C++ header has a
thousand functions, of which a derivative reaches three.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal, final

from ribozyme.base.record import dataclass
from ribozyme.base.regex import pattern

Sort = Literal["function", "declared", "variable", "alias", "comdat"]

_NAME: Final = r'(?:"[^"\n]*"|[-\w.$]+)'
_USED: Final = pattern(rf"@({_NAME})")
_STRING: Final = pattern(r'\bc"[^"\n]*"')
_HEAD: Final = pattern(rf"^(?:(define|declare) [^@\n]*@({_NAME})|@({_NAME}) =|\$({_NAME}) =)", re.M)
_LINKAGE: Final = pattern(
    r"(?:private|internal|available_externally|linkonce_odr|linkonce|weak_odr|weak|common|appending"
    r"|extern_weak|external) "
)
_CALLED: Final = pattern(rf"\b(?:call|invoke|callbr) [^\n]*? ([@%]{_NAME})\(")
_COMDAT: Final = pattern(rf" comdat(?:\(\$({_NAME})\))?")
_QUOTED: Final = pattern(r'"[^"\n]*"')
_TYPE: Final = pattern(r'ptr addrspace\(\d+\)|%"[^"\n]*"|[%\w][-\w.$]*')
_OPEN, _CLOSE = "([{<", ")]}>"


def plain(name: str) -> str:
    """A name without the quotes it may be spelled with."""
    return name[1:-1] if name.startswith('"') else name


def named(text: str) -> Iterator[str]:
    """The names of functions, variables and aliases that stand in a text."""
    return map(plain, _USED.findall(text))


@final
@dataclass(frozen=True, eq=False)
class Definition:
    """A function, a variable or an alias of a module, or a group of such (a comdat)."""

    name: str
    sort: Sort
    text: str

    @cached_property
    def head(self) -> str:
        """The first line, without the brace."""
        line = self.text.partition("\n")[0]
        return line.removesuffix(" {")

    @cached_property
    def front(self) -> tuple[str, str, str]:
        """What stands before the linkage, the linkage, and what stands behind it."""
        start = len("define ") if self.sort == "function" else self.text.index(" = ") + 3
        found = _LINKAGE.match(self.text, start)
        end = found.end() if found else start
        return self.text[:start], self.text[start:end].strip(), self.text[end:]

    @property
    def linkage(self) -> str:
        return self.front[1]

    @cached_property
    def used(self) -> Counter[str]:
        """How often each name stands in it, its own once less."""
        text = self.text if self.sort == "function" else _STRING.sub("", self.text)
        found = Counter(named(text))
        found[self.name] -= 1
        return +found

    @cached_property
    def called(self) -> Counter[str]:
        """How often each name is what a call enters; an address that is called is `""`."""
        found = _CALLED.findall(self.text)
        return Counter(plain(name[1:]) if name[0] == "@" else "" for name in found)

    @property
    def given(self) -> Iterator[str]:
        """The names that stand elsewhere than in front of arguments."""
        yield from self.used - self.called

    @cached_property
    def tail(self) -> int:
        """Where the parameters of a function end."""
        name = _USED.search(self.text)  # in quotes it may have brackets of its own
        assert name is not None, self.head
        return _closed(self.text, name.end())

    @cached_property
    def comdat(self) -> str | None:
        """The group that it is kept or dropped with."""
        if self.sort not in ("function", "variable"):
            return None
        line = self.head[self.tail :] if self.sort == "function" else _STRING.sub("", self.head)
        found = _COMDAT.search(_QUOTED.sub(_harmless, line) if '"' in line else line)
        if found is None:
            return None
        named = _COMDAT.search(line)
        return plain(named[1]) if named and named[1] else self.name

    @cached_property
    def constant(self) -> bool:
        """Whether a variable never changes."""
        return self.sort == "variable" and bool(_CONSTANT.match(self.front[2]))

    @property
    def is_defined(self) -> bool:
        """Whether the module has its body or its value."""
        if self.sort == "variable":
            return self.linkage not in ("external", "extern_weak")
        return self.sort in ("function", "alias")

    def with_linkage(self, linkage: str) -> str:
        """Its text with another linkage."""
        before, _, after = self.front
        return f"{before}{linkage} {after}" if linkage else before + after

    def declaration(self) -> str:
        """Its text as something that another module defines."""
        if not self.is_defined:
            return self.text
        if self.sort == "function":
            tail = _QUOTED.sub(_harmless, self.head[self.tail :])
            kept = self.head[self.tail : self.tail + _END.search(tail).start()]  # type: ignore[union-attr]
            parameters = self.text[: self.tail].removeprefix(f"{self.front[0]}{self.linkage}")
            return f"declare {parameters.strip()}{kept}"
        before, _, after = self.front
        words = _VARIABLE.match(after)
        assert words is not None, after
        end = _type_end(after, words.end())
        return f"{before}external {after[:end]}"


WHOLE: Final = ("\nmodule asm ", "blockaddress(", " = ifunc ", " prefix ", " prologue ")
"""What ties definitions together in ways that are not followed on text."""
_CONSTANT: Final = pattern(r"(?:\w+(?:\(\w*\))? )*?constant ")
_VARIABLE: Final = pattern(r"(?:\w+(?:\(\w*\))? )*?(?:constant|global) ")
_WRITTEN: Final = pattern(
    rf"^@{_NAME} = (?!private |internal |external |extern_weak |available_externally |appending )"
    r"(?:\w+(?:\(\w*\))? )*?global ",
    re.M,
)
_END: Final = pattern(r" (?:comdat|personality|prefix|prologue|gc|section|partition|align|!)|$")
"""What a declaration cannot have, or need not."""


def sets_exported_variables(text: str) -> bool:
    """Whether a module defines a variable that it may write to and that other modules know."""
    return _WRITTEN.search(text) is not None


def _harmless(quoted: re.Match[str]) -> str:
    return '"' + "_" * (len(quoted[0]) - 2) + '"'


def _closed(text: str, start: int) -> int:
    """The place behind the bracket that closes the one at `start`."""
    depth, at = 0, start
    while True:
        character = text[at]
        if character == '"':
            at = text.index('"', at + 1)
        elif character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1


def _type_end(text: str, start: int) -> int:
    """Where a type ends."""
    if text[start] in _OPEN:
        return _closed(text, start)
    found = _TYPE.match(text, start)
    assert found is not None, text[start : start + 80]
    return found.end()


def definitions(text: str) -> tuple[tuple[Definition, ...], tuple[str, ...]]:
    """The definitions of a module in order, and the text between them: one piece more."""
    found: list[Definition] = []
    between: list[str] = []
    at = 0
    while head := _HEAD.search(text, at):
        start, line = head.start(), text.find("\n", head.end())
        end = line if line >= 0 else len(text)
        if head[1] == "define":
            end = text.index("\n}", end) + 2
        name, sort = _told(head, text[start:end])
        between.append(text[at:start])
        found.append(Definition(name, sort, text[start:end]))
        at = end
    return tuple(found), (*between, text[at:])


def _told(head: re.Match[str], text: str) -> tuple[str, Sort]:
    if head[2]:
        return plain(head[2]), "function" if head[1] == "define" else "declared"
    if head[4]:
        return plain(head[4]), "comdat"
    words = text[head.end() - head.start() :].split(" ", 8)
    return plain(head[3]), "alias" if {"alias", "ifunc"} & set(words[:8]) else "variable"
