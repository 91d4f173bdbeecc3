"""Who owns what when one program is loaded in several pieces.

The library itself is one object; every derivative made later is another. They share the program's
variables, so that a setting made through one function is seen by the gradient of another, and the
functions whose addresses are taken, so that these are the same everywhere.

    of the library:     define internal double @helper(…)   →  define double @helper(…)
    of a derivative:    define double @helper(…)            →  define available_externally …

Works on LLVM's own printing. Thread-local variables cannot be shared so: a derivative has its own,
and all functions that come to them.
"""

import re
from collections.abc import Callable, Collection
from typing import Final

from ribozyme.base.regex import pattern
from ribozyme.rules.algebra import PREFIX

_NAME: Final = r'@(?:"[^"\n]*"|[-\w.$]+)'
_LINKAGE: Final = (
    r"(?:private|internal|external|linkonce_odr|linkonce|weak_odr|weak|common|available_externally"
    r"|appending|extern_weak) "
)
_DEFINE: Final = pattern(rf"^define ({_LINKAGE})?([^@\n]*)({_NAME})(.*)$", re.M)
_GLOBAL: Final = pattern(rf"^({_NAME}) = ({_LINKAGE})?(.*)$", re.M)
_HIDDEN: Final = (
    pattern(rf"^(define )internal (?=[^@\n]*({_NAME}))(.*)$", re.M),
    pattern(rf"^(({_NAME}) = )internal ((?!thread_local)[^@\"\n]*\bglobal .*)$", re.M),
)
_SHOWN: Final = (
    pattern(rf"^(define )(?=[^@\n]*({_NAME}))(.*)$", re.M),
    pattern(rf"^(({_NAME}) = )(.*)$", re.M),
)
_DECLARE: Final = pattern(rf"^declare [^@\n]*({_NAME})\(.*$", re.M)
_FUNCTION_NAME: Final = pattern(rf"^(?:declare |define )[^@\n]*({_NAME})\(", re.M)
_UNNAMED: Final = pattern(r"@\d+$")
_BODY: Final = pattern(rf"^define [^@\n]*({_NAME})(.*?)^}}", re.M | re.S)
_ANY: Final = pattern(_NAME)
_COMDAT: Final = pattern(r",? comdat(?:\(\$(?:\"[^\"\n]*\"|[-\w.$]+)\))?")
_LOCAL_ONLY: Final = pattern(r"\b(?:dso_local|hidden|protected) ")
_POINTED: Final = pattern(rf"({_NAME})(?![\w.$\-(])")
_NUMBERS: Final = pattern(r"unnamed_addr constant (?:\"[^\"]*\"|[^@\"])*$")
_ALIAS: Final = pattern(r"^(?:[a-z_]+ )*(?:alias|ifunc) (.*)$")


def plain(name: str) -> str:
    """A name without its sigil and quotes."""
    return name[1:].strip('"')


def names(text: str) -> frozenset[str]:
    """What the module defines."""
    functions = (plain(found[3]) for found in _DEFINE.finditer(text))
    variables = (plain(f[1]) for f in _GLOBAL.finditer(text) if (f[2] or "") != "external ")
    return frozenset(name for name in (*functions, *variables) if not is_part(name))


def declared(text: str) -> frozenset[str]:
    """What the module declares and another one is to define."""
    return frozenset(plain(name) for name in _DECLARE.findall(text))


def undeclared(text: str, other: str) -> str:
    """The text without declarations that `other`, which it is put behind, has as well."""

    known = set(_FUNCTION_NAME.findall(other))

    def line(found: re.Match[str]) -> str:
        return "" if found[1] in known else found[0]

    return _DECLARE.sub(line, text)


def is_part(name: str) -> bool:
    """Whether a function is one of those that each piece has for itself: of linear algebra."""
    return name.startswith(PREFIX)


def owning(text: str) -> str:
    """The module as the one that owns the program: whatever has a name can be found by it."""

    def function(found: re.Match[str]) -> str:
        linkage = (found[1] or "").strip()
        if is_part(plain(found[3])):
            return f"define internal {_LOCAL_ONLY.sub('', found[2])}{found[3]}{found[4]}"
        if linkage == "available_externally":
            return found[0]
        kept = "weak_odr " if linkage in ("linkonce_odr", "weak_odr") else ""
        return f"define {kept}{_open(found[2])}{found[3]}{found[4]}"

    def variable(found: re.Match[str]) -> str:
        linkage = (found[2] or "").strip()
        if linkage in ("external", "extern_weak", "appending", "available_externally"):
            return found[0]
        if _UNNAMED.match(found[1]) or plain(found[1]).startswith(("llvm.", PREFIX)):
            return found[0]
        kept = "weak_odr " if linkage in ("linkonce_odr", "weak_odr") else ""
        return f"{found[1]} = {kept}{_open(found[3])}"

    return _GLOBAL.sub(variable, _DEFINE.sub(function, text))


def borrowing(text: str, theirs: Collection[str], functions: bool = True) -> str:
    """The module as one that finds `theirs` in the object that owns the program; without
    `functions` it does so with variables alone. What nobody changes, or tells apart by its address,
    each object has for itself: functions that are only called, texts, and tables of numbers.
    """
    pointed = set(_POINTED.findall(text)) - _using_own(text) if functions else set()

    def function(found: re.Match[str]) -> str:
        if plain(found[3]) not in theirs:
            return found[0]
        rest = _COMDAT.sub("", found[4])
        linkage = "available_externally" if found[3] in pointed else "internal"
        return f"define {linkage} {_LOCAL_ONLY.sub('', found[2])}{found[3]}{rest}"

    def variable(found: re.Match[str]) -> str:
        name, linkage, rest = found[1], (found[2] or "").strip(), found[3]
        if linkage == "appending":
            return ""
        if linkage in ("external", "extern_weak") or _UNNAMED.match(name):
            return found[0]
        if plain(name) not in theirs or "thread_local" in rest.partition(" global ")[0]:
            return found[0]
        if linkage in ("private", "internal") and _NUMBERS.match(rest):
            return found[0]
        if alias := _ALIAS.match(rest):
            return _declared(name, _first(alias[1]))
        rest = _LOCAL_ONLY.sub("", _COMDAT.sub("", rest), count=2)
        return f"{name} = available_externally {rest}"

    return _GLOBAL.sub(variable, _DEFINE.sub(function, text) if functions else text)


def _using_own(text: str) -> set[str]:
    """The functions that name a thread-local variable, or another such function."""
    found = {
        f[1] for f in _GLOBAL.finditer(text) if "thread_local" in f[3].partition(" global ")[0]
    }
    bodies = {f[1]: set(_ANY.findall(f[2])) for f in _BODY.finditer(text)} if found else {}
    before = 0
    while before < len(found):
        before = len(found)
        found |= {name for name, named in bodies.items() if named & found}
    return found


def pinned(text: str, theirs: Collection[str], run: Callable[[str], str]) -> str:
    """The module after `run`, a pipeline that leaves `theirs` as the object has them that owns the
    program: what nobody else sees, LLVM takes to pieces or gives other parameters.

    static double t[3]     would become @t.0, @t.1, @t.2: variables of this module's own
    """
    hidden: set[str] = set()

    def shown(found: re.Match[str]) -> str:
        if plain(found[2]) not in theirs:
            return found[0]
        hidden.add(plain(found[2]))
        return f"{found[1]}{found[3]}"

    def again(found: re.Match[str]) -> str:
        return f"{found[1]}internal {found[3]}" if plain(found[2]) in hidden else found[0]

    for hidden_name in _HIDDEN:
        text = hidden_name.sub(shown, text)
    text = run(text)
    for shown_name in _SHOWN:
        text = shown_name.sub(again, text)
    return text


def internal(text: str, wanted: Collection[str]) -> str:
    """The module with nothing visible but `wanted` among what it defines itself."""

    def function(found: re.Match[str]) -> str:
        if found[1] or plain(found[3]) in wanted:
            return found[0]
        return f"define internal {_LOCAL_ONLY.sub('', found[2])}{found[3]}{found[4]}"

    return _DEFINE.sub(function, text)


def alone(text: str, wanted: str) -> str:
    """The module with nothing visible but one function."""

    def function(found: re.Match[str]) -> str:
        if plain(found[3]) == wanted or (found[1] or "").strip() == "available_externally":
            return found[0]
        rest = _COMDAT.sub("", found[4])
        return f"define internal {_LOCAL_ONLY.sub('', found[2])}{found[3]}{rest}"

    def variable(found: re.Match[str]) -> str:
        name, linkage, rest = found[1], (found[2] or "").strip(), found[3]
        kept = ("external", "extern_weak", "appending", "private", "internal")
        if linkage in kept or plain(name).startswith("llvm.") or _ALIAS.match(rest):
            return found[0]
        return f"{name} = internal {_LOCAL_ONLY.sub('', _COMDAT.sub('', rest), count=2)}"

    return _GLOBAL.sub(variable, _DEFINE.sub(function, text))


def _open(text: str) -> str:
    return re.sub(r"\b(?:hidden|protected) ", "", text, count=1)


def _first(text: str) -> str:
    """What stands before the first comma that is not in brackets."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "," and not depth:
            return text[:at]
    return text


def _declared(name: str, type: str) -> str:
    """An alias as the declaration of what it names."""
    if type.endswith(")") and "(" in type:
        result, _, parameters = type.partition("(")
        return f"declare {result.strip()} {name}({parameters}"
    return f"{name} = external global {type}"
