"""OpenMP before differentiation: bodies for what compilers call, and one way to run a region.

    call void @__kmpc_critical(…, ptr @name)     →   call i64 @rz_omp_enter(ptr @name)

    call void @__kmpc_push_num_threads(…, i32 %n)
    call void @__kmpc_fork_call(…, i32 1, ptr @f.omp_outlined, ptr %x)
                                                 →   call void @rz_omp_fork(i32 %n, i32 1,
                                                                     ptr @f.omp_outlined, ptr %x)

The number of threads is stored where it is said, and loaded where the next region is forked; LLVM
makes one value of it. A region whose `if` clause is false is one with a team of one thread, so
that an outlined function is forked everywhere and never inlined. `openmp.ll` has the bodies. What
it does not list stays a call of the run time.
"""

import re
from itertools import count
from pathlib import Path
from typing import Final

from ribozyme.backend.llvm import link
from ribozyme.base.regex import pattern

_DECLARED: Final = pattern(
    r"^declare [^@\n]*@(?:__kmpc_|omp_(?:set_lock|unset_lock|c?alloc|free)\()", re.M
)
_OURS: Final = pattern(r"^define linkonce_odr hidden (?=[^@\n]*@(?:__kmpc_|omp_))", re.M)
_WORDS: Final = ("@__kmpc_", "@omp_")
_FORK: Final = "@__kmpc_fork_call("
_FORKED: Final = pattern(
    r"^(  (?:tail )?call void )\(ptr, i32, ptr, \.\.\.\) @__kmpc_fork_call\(ptr [^,\n]*, "
    r'(?=i32 \d+, ptr [^@,\n]*(@"?[-\w$.]+"?))',
    re.M,
)
_DECLARED_FORK: Final = pattern(r"^(declare [^@\n]*)@__kmpc_fork_call\(ptr[^,\n]*, ", re.M)
_PUSH: Final = "@__kmpc_push_num_threads("
_PUSHED: Final = pattern(rf"^  (?:tail )?call void {_PUSH[:-1]}\(.*, i32 ([^,()\n]+)\).*\n", re.M)
_FUNCTION: Final = pattern(r"^(define [^\n]*\{\n)((?:\S[^\n]*:[^\n]*\n)?)(.*?^\}\n)", re.M | re.S)
_ANY_FORK: Final = pattern(r"^  (?:tail )?call void [^\n]*@rz_omp_fork\(i32 ([01]),[^\n]*\n", re.M)
_WANTED: Final = "%rz.threads"
_SERIAL: Final = "@__kmpc_serialized_parallel("
_ALONE: Final = pattern(
    r"^  (?:tail )?call void @__kmpc_serialized_parallel\(.*\n((?:  .*\n)*?)"
    r'  (?:tail )?call void (@"?[-\w$.]+"?)\((.*)\)([^()\n]*)\n((?:  .*\n)*?)'
    r"  (?:tail )?call void @__kmpc_end_serialized_parallel\(.*\n",
    re.M,
)
_OF_DEBUG: Final = pattern(r", !.*")


def with_openmp(text: str) -> str:
    """The module with bodies for the OpenMP functions that it only declares."""
    if not any(word in text for word in _WORDS) or _DECLARED.search(text) is None:
        return text
    text = _forked(text) if _FORK in text else text
    bodies = Path(__file__).with_name("openmp.ll").read_text(encoding="utf-8")
    return _OURS.sub("define internal ", link([text, bodies], ["", "openmp.ll"]))


def _forked(text: str) -> str:
    """The module in which one function runs all regions, and is told the number of threads."""
    regions = frozenset(found[2] for found in _FORKED.finditer(text))

    def alone(found: re.Match[str]) -> str:
        before, region, args, rest, after = found.groups()
        if region not in regions:
            return found[0]
        given = _parts(args)[2:]  # without the thread's numbers
        debug = _OF_DEBUG.search(rest)
        return (
            f"{before}  call void (i32, i32, ptr, ...) @rz_omp_fork(i32 1, i32 {len(given)}, "
            f"{', '.join((f'ptr {region}', *given))}){'' if debug is None else debug[0]}\n{after}"
        )

    if _SERIAL in text:
        text = _ALONE.sub(alone, text)
    text = _FORKED.sub(r"\1(i32, i32, ptr, ...) @rz_omp_fork(i32 0, ", text)
    text = _FUNCTION.sub(_told, text) if _PUSH in text else text
    return _DECLARED_FORK.sub(r"\1@rz_omp_fork(i32, ", text)


def _told(found: re.Match[str]) -> str:
    """A function whose forks are told the number of threads that was said last before them."""
    head, label, body = found.groups()
    if _PUSH not in body:
        return found[0]
    numbers = count()

    def fork(call: re.Match[str]) -> str:
        used = f"  store i32 0, ptr {_WANTED}\n"
        if call[1] == "1":
            return used + call[0]
        threads = f"{_WANTED}.{next(numbers)}"
        told = call[0].replace("@rz_omp_fork(i32 0,", f"@rz_omp_fork(i32 {threads},", 1)
        return f"  {threads} = load i32, ptr {_WANTED}\n{used}{told}"

    body = _PUSHED.sub(rf"  store i32 \1, ptr {_WANTED}\n", _ANY_FORK.sub(fork, body))
    begun = f"  {_WANTED} = alloca i32\n  store i32 0, ptr {_WANTED}\n"
    return f"{head}{label}{begun}{body}"


def _parts(args: str) -> list[str]:
    """Arguments, one by one: commas in brackets and quotes separate none."""
    parts, depth, quoted, start = list[str](), 0, False, 0
    for at, sign in enumerate(args):
        quoted ^= sign == '"'
        if quoted:
            continue
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "," and not depth:
            parts.append(args[start:at].strip())
            start = at + 1
    return [*parts, args[start:].strip()]
