"""OpenMP before differentiation: bodies for what compilers call, and one way to run a region.

    call void @__kmpc_critical(…, ptr @name)     →   call i64 @rz_omp_enter(ptr @name)

    call void @__kmpc_push_num_threads(…, i32 %n)
    call void @__kmpc_fork_call(…, i32 1, ptr @f.omp_outlined, ptr %x)
                                                 →   call void @rz_omp_fork(i32 %n, i32 1,
                                                                     ptr @f.omp_outlined, ptr %x)

A region whose `if` clause is false is one with a team of one thread, so that an outlined function
is forked everywhere and never inlined. `openmp.ll` has the bodies. What it does not list stays a
call of the run time.
"""

import re
from pathlib import Path
from typing import Final

from ribozyme.backend.llvm import link

_DECLARED: Final = re.compile(
    r"^declare [^@\n]*@(?:__kmpc_|omp_(?:set_lock|unset_lock|c?alloc|free)\()", re.M
)
_OURS: Final = re.compile(r"^define linkonce_odr hidden (?=[^@\n]*@(?:__kmpc_|omp_))", re.M)
_FORK: Final = "@__kmpc_fork_call("
_FORKED: Final = re.compile(
    r"^(  (?:tail )?call void )\(ptr, i32, ptr, \.\.\.\) @__kmpc_fork_call\(ptr [^,\n]*, "
    r'(?=i32 \d+, ptr [^@,\n]*(@"?[-\w$.]+"?))',
    re.M,
)
_DECLARED_FORK: Final = re.compile(r"^(declare [^@\n]*)@__kmpc_fork_call\(ptr[^,\n]*, ", re.M)
_PUSHED: Final = re.compile(
    r"^  (?:tail )?call void @__kmpc_push_num_threads\(.*, i32 ([^,()\n]+)\).*\n"
    r"((?:  .*\n)*?)(  (?:tail )?call void \(ptr, i32, ptr, \.\.\.\) @__kmpc_fork_call\(.*\n)",
    re.M,
)
_SERIAL: Final = "@__kmpc_serialized_parallel("
_ALONE: Final = re.compile(
    r"^  (?:tail )?call void @__kmpc_serialized_parallel\(.*\n((?:  .*\n)*?)"
    r'  (?:tail )?call void (@"?[-\w$.]+"?)\((.*)\)([^()\n]*)\n((?:  .*\n)*?)'
    r"  (?:tail )?call void @__kmpc_end_serialized_parallel\(.*\n",
    re.M,
)
_OF_DEBUG: Final = re.compile(r", !.*")


def with_openmp(text: str) -> str:
    """The module with bodies for the OpenMP functions that it only declares."""
    if _DECLARED.search(text) is None:
        return text
    text = _forked(text) if _FORK in text else text
    bodies = Path(__file__).with_name("openmp.ll").read_text(encoding="utf-8")
    return _OURS.sub("define internal ", link([text, bodies], ["", "openmp.ll"]))


def _forked(text: str) -> str:
    """The module in which one function runs all regions, and is told the number of threads."""
    regions = frozenset(found[2] for found in _FORKED.finditer(text))

    def with_threads(found: re.Match[str]) -> str:
        return found[2] + _fork(found[3], found[1])

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
    text = _fork(_PUSHED.sub(with_threads, text), "0")
    return _DECLARED_FORK.sub(r"\1@rz_omp_fork(i32, ", text)


def _fork(text: str, threads: str) -> str:
    return _FORKED.sub(rf"\1(i32, i32, ptr, ...) @rz_omp_fork(i32 {threads}, ", text)


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
