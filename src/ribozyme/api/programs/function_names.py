"""Names of functions: which a user means, which are listed, and what a name means that is none.

lookup(signatures, "energy")     →  those of `ns::Oscillator::energy`, all its overloads
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from ribozyme.api.programs.program import Program
from ribozyme.api.signatures.ctype import Array, CType, Number, Pointer, Struct
from ribozyme.api.signatures.signature import Signature
from ribozyme.backend.demangle import demangled
from ribozyme.base.errors import Error, error
from ribozyme.base.regex import pattern

_TEMPLATE: Final = pattern(r"<[^<>]*(?:<[^<>]*>[^<>]*)*>$")
_FORTRAN: Final = pattern(r"_Q(?:M([a-z]\w*?))?P([a-z]\w*)")
"""How flang calls the procedures of modules, and others."""

HIDDEN: Final = ("std::", "__gnu", "operator", "rz_guard", "rz_callback_", "_Fortran", "_Q")
_HEADERS: Final = ("", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".tcc", ".inl", ".inc")
_UNUSED: Final = (
    "a `static` function, or an instance of a template, is compiled only where it is used: leave "
    "out `static`, or instantiate the template; `__attribute__((used))` keeps a function"
)


def hidden(signature: Signature) -> bool:
    """Whether a function belongs to a standard library rather than to the user."""
    name = declared(signature)
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
    """The functions a name may mean: whole names first, then symbols, then last parts, then all
    instances of a template; of these, the ones with the fewest parts before."""
    squeezed, end = name.replace(" ", ""), f"::{name}"
    ways: tuple[Callable[[Signature], bool], ...] = (
        lambda s: s.name == name or s.overload.replace(" ", "") == squeezed,
        lambda s: s.symbol == name,
        lambda s: not hidden(s) and s.name.endswith(end),
        lambda s: declared(s) == name or demangled(s.symbol).replace(" ", "") == squeezed,
        lambda s: not hidden(s) and declared(s).endswith(end),
        lambda s: not hidden(s) and f"::{_TEMPLATE.sub('', declared(s))}".endswith(end),
        lambda s: s.any_case and name.lower() in (s.name, s.name.rpartition("::")[2]),
    )
    for fits in ways:
        found = [s for s in signatures if fits(s)]
        if found:
            least = min(declared(s).count("::") for s in found)
            return [s for s in found if declared(s).count("::") == least]
    return []


def declared(signature: Signature) -> str:
    """A function's name as its source has it, with no debug information by its symbol."""
    if signature.name != signature.symbol:
        return signature.name
    module = _FORTRAN.fullmatch(signature.symbol)
    if module is not None:
        return "::".join(filter(None, module.groups()))
    text = demangled(signature.symbol)
    if text == signature.symbol:
        return text
    depth, start = 0, 0
    for at, letter in enumerate(text):  # a template's begins with what it returns
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == " " and not depth:
            start = at + 1
        if letter == "(" and not depth and at > start:
            return text[start:at]
    return text[start:]


def unknown(program: Program, name: str) -> Error:
    """RZ004, with what the name may mean: a function spelled nearly so, a struct, an enumerator or
    a variable, or a function that was not compiled."""
    from difflib import get_close_matches

    every = sorted({declared(s) for s in program.signatures if not hidden(s)})
    near = get_close_matches(name, every, 3) or [n for n in every if n.endswith(f"::{name}")]
    if said := _no_function(program, name):
        helps: tuple[str, ...] = (said,)
    else:
        helps = (f"did you mean {' or '.join(map(repr, near))}?",) if near else ()
        in_c = any(module.language in ("c", "c++") for module in program.modules)
        if in_c and (not near or "::" in name):
            helps = (*helps, _UNUSED)
    names = sorted({declared(s) for s in listed(program)})
    known = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return error(
        "RZ004",
        f"the library has no function '{name}'",
        notes=(f"it has: {known}" if names else "it has no functions that can be called",),
        helps=helps,
    )


def _no_function(program: Program, name: str) -> str:
    """How something that is no function is used from Python; empty where there is no such thing."""
    bare = name.removeprefix("@")
    for variable in program.variables:
        if variable.name == bare or variable.name.endswith(f"::{bare}"):
            said = f"'{bare}' is a variable: functions of the program read and set it"
            return said if variable.obstacle else f"{said}; wrt='@{variable.name}' differentiates"
    for signature in listed(program):
        for parameter in signature.parameters:
            where = f"as '{parameter.name}' of '{signature.name}'"
            for part in _parts(parameter.type, signature):
                match part:
                    case Struct(key=key) if key in signature.layouts and _is_called(
                        part.spelling, name
                    ):
                        members = ", ".join(m.name for m in signature.layouts[key].members)
                        return (
                            f"'{name}' is a struct, which is a dictionary in Python: pass one with "
                            f"the members {members} {where}"
                        )
                    case Number(values=values) if name in (known := dict(values)):
                        return f"'{name}' is {known[name]} of {part.spelling}: pass that {where}"
                    case _:
                        pass
    return ""


def _is_called(spelling: str, name: str) -> bool:
    """Whether `struct state` or `model::state` is called so."""
    whole = spelling.removeprefix("struct ").removeprefix("union ")
    return whole == name or whole.endswith(f"::{name}")


def _parts(type: CType, signature: Signature) -> Iterator[CType]:
    """What a type is made of, and what it leads to, each struct once."""
    work, seen = [type], set[str]()
    while work:
        part = work.pop()
        yield part
        match part:
            case Pointer(to=inner) | Array(of=inner):
                work.append(inner)
            case Struct(key=key) if key in signature.layouts and key not in seen:
                seen.add(key)
                work.extend(member.type for member in signature.layouts[key].members)
            case _:
                pass
