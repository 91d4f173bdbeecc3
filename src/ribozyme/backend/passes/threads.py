"""Addresses of thread-local variables, asked for in functions of their own.

In code that may lie anywhere such an address is what `__tls_get_addr` returns. LLVM's code
generator for x86 takes its call to leave the vector registers 16 to 31 of AVX-512 alone, which no
function need do: a number held in one came out as what the loader had put there, in the first call
of a thread, now and then. A call of any other function it respects.

    %p = call ptr @llvm.threadlocal.address.p0(ptr @g)  →  %p = call ptr @rz.thread.g()
    store double %x, ptr @g   →   at entry %rz.thread.g = call ptr @rz.thread.g()
                                  store double %x, ptr %rz.thread.g

Invariant: afterwards only the functions made here ask for such an address. In a constant that no
instruction can be made of LLVM refuses the text. Works on LLVM's own printing.
"""

import re
from collections.abc import Iterator
from typing import Final

from ribozyme.base.regex import pattern

_VARIABLE: Final = pattern(r'^@("[^"\n]*"|[-\w.$]+) = [^@"\n]*\bthread_local\b', re.M)
_HEAD: Final = pattern(r"^define .*\{\n(?:[^ \n].*:.*\n)?", re.M)
_END: Final = "\n}\n"
_INTRINSIC: Final = (
    r"(?:tail |notail )?call [^@\n]*@llvm\.threadlocal\.address\.p0\(ptr [^@\n]*{}\)(?: #\d+)?"
)
_PLACE: Final = r"getelementptr ([^@\n()]*)\(([^@\n()]*){}, ([^@\n()]*)\)"

_NUMBER: Final = r"ptrtoint \((ptr %{}) (to i\d+)\)"


def called(text: str) -> str:
    """The module with thread-local variables reached by calls."""
    names = [found[1] for found in _VARIABLE.finditer(text)]
    if not names:
        return text
    return "\n".join(("".join(_parts(text, names)), *map(_getter, names)))


def _parts(text: str, names: list[str]) -> Iterator[str]:
    """The text in pieces, bodies of functions with the variables replaced."""
    at = 0
    for head in _HEAD.finditer(text):
        end = text.index(_END, head.end() - 1)
        yield text[at : head.end()]
        body = text[head.end() : end]
        for name in names:
            body = _body(body, name) if f"@{name}" in body else body
        yield body
        at = end
    yield text[at:]


def _body(body: str, name: str) -> str:
    """A function's instructions, with one variable replaced."""
    token, made = rf"@{re.escape(name)}(?![-\w.$])", _made(name)
    body = re.sub(_INTRINSIC.format(token), lambda _: f"call ptr @{made}()", body)
    first: dict[str, str] = {}

    def place(found: re.Match[str]) -> str:
        flags, before, after = found.groups()
        value = f"getelementptr {flags}{before}%{made}, {after}"
        return first.setdefault(value, f"%{_made(f'{_plain(name)}.{len(first)}')}")

    body = re.sub(_PLACE.format(token), place, body)
    lines = body.split("\n")
    used = pattern(token)
    direct = [k for k, line in enumerate(lines) if used.search(line) and "#dbg_" not in line]
    for k in direct:
        lines[k] = used.sub(lambda _: f"%{made}", lines[k])
    if not direct and not first:
        return body

    def number(found: re.Match[str]) -> str:
        value = f"ptrtoint {found[1]} {found[2]}"
        return first.setdefault(value, f"%{_made(f'{_plain(name)}.{len(first)}')}")

    ours = rf'"rz\.thread\.{re.escape(_plain(name))}(?:\.\d+)?"'
    body = re.sub(_NUMBER.format(ours), number, "\n".join(lines))
    places = (f"  {made} = {value}" for value, made in first.items())
    return "\n".join((f"  %{made} = call ptr @{made}()", *places, body))


def _getter(name: str) -> str:
    return (
        f"define internal ptr @{_made(name)}() noinline nounwind {{\n"
        f"  %p = call ptr @llvm.threadlocal.address.p0(ptr @{name})\n"
        "  ret ptr %p\n}\n"
    )


def _made(name: str) -> str:
    return f'"rz.thread.{_plain(name)}"'


def _plain(name: str) -> str:
    return name.strip('"')
