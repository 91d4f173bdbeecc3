"""The machine code is made for, and the making of it.

A `Target` is a plain value, part of every cache key; a TargetMachine is made from it for each use,
since each belongs to the compiler or pass builder it is given to. Code generation changes the
module, so it parses one of its own; it goes into a child process when something in the module is
not known to be safe: where LLVM cannot select an instruction it ends the process it runs in. So do
modules with a huge block, since LLVM is told once in a process how to allocate registers.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Literal, final

from ribozyme.backend import child, selectable
from ribozyme.backend.code_parts import is_large, parts
from ribozyme.backend.failure import no_code, other_target, unselectable
from ribozyme.backend.llvm import binding, opened, to_text
from ribozyme.backend.one_object import one_object
from ribozyme.backend.passes import large, threads
from ribozyme.base.errors import Error
from ribozyme.base.record import dataclass, replace
from ribozyme.base.stages import staged

Kind = Literal["object", "assembly"]
Level = Literal[0, 1, 2, 3]

_MOST: Final = 4
"""Parts of a module: each has the variables and the metadata of the whole one."""

HOST_TRIPLE: Final[str] = binding.get_process_triple()


@final
@dataclass(frozen=True, slots=True)
class Target:
    """A triple, a processor and its features; what is left out is the host's."""

    triple: str = HOST_TRIPLE
    cpu: str | None = None
    features: str | None = None
    opt: Level = 3

    @property
    def is_host(self) -> bool:
        return self.triple == HOST_TRIPLE

    @property
    def arch(self) -> str:
        """The architecture as the names of its intrinsics have it: x86, aarch64, nvvm, …"""
        return selectable.architecture(self.triple)

    def resolved(self) -> "Target":
        """The same target with nothing left to the host."""
        cpu, features = _host() if self.is_host and self.cpu is None else ("", "")
        return replace(
            self,
            cpu=cpu if self.cpu is None else self.cpu,
            features=features if self.features is None else self.features,
        )

    def __str__(self) -> str:
        full = self.resolved()
        return f"{full.triple} {full.cpu} {full.features} O{full.opt}"

    def machine(self) -> Any:
        """A new TargetMachine."""
        if not self.is_host:
            _all_targets()
        full = self.resolved()
        try:
            found = binding.Target.from_triple(full.triple)
        except RuntimeError as error:
            raise unselectable(full.triple, str(error).strip()) from None
        return found.create_target_machine(
            cpu=full.cpu,
            features=full.features,
            opt=full.opt,
            reloc="pic",
            codemodel="default",
        )

    @property
    def data_layout(self) -> str:
        return str(self.machine().target_data)


HOST: Final = Target()


@contextmanager
def helpers(text: str, *, isolated: bool = False) -> Iterator[tuple[child.Helper, ...]]:
    """Processes that make the code of a module as large as this one, as far as there are
    processors for them; this process is one of them where it may be."""
    many = min(_processors(), _MOST) if is_large(text) else 1
    own = not isolated and not selectable.doubtful(text)
    with child.helpers(many - own if many > 1 else 0) as found:
        yield found


@staged("code")
def emit_object(
    text: str | bytes,
    target: Target = HOST,
    *,
    isolated: bool = False,
    beside: Sequence[child.Helper] = (),
) -> bytes:
    """The relocatable object of a module, made in a child process if asked or if in doubt; that of
    a large one, in LLVM's printing, in parts if there are helpers."""
    return _emit(text, target, "object", isolated, beside)


def emit_assembly(text: str | bytes, target: Target = HOST, *, isolated: bool = False) -> str:
    """The module in the target's assembly language (PTX for NVIDIA's)."""
    return _emit(text, target, "assembly", isolated, ()).decode("utf-8")


def generated(text: str | bytes, target: Target, kind: Kind) -> bytes:
    """The code of a module, made in this process; only for modules known to be selectable."""
    with opened(text) as module:
        retarget(module, target)
        machine = target.machine()
        try:
            if kind == "object":
                made: bytes = machine.emit_object(module)
            else:
                made = machine.emit_assembly(module).encode("utf-8")
        except RuntimeError as error:
            raise no_code(str(error).strip()) from None
    return made


def spared(text: str | bytes, target: Target, kind: Kind) -> bytes:
    """The same with registers allocated the spare way; only in a process that does nothing else."""
    large.spare(target.arch)
    return generated(text, target, kind)


def _emit(
    text: str | bytes,
    target: Target,
    kind: Kind,
    isolated: bool,
    beside: Sequence[child.Helper],
) -> bytes:
    if isinstance(text, bytes):
        text = to_text(text)
    reason = selectable.impossible(text, target.triple)
    if reason:
        raise unselectable(target.triple, reason)
    if target.arch == "x86" and "thread_local" in text:
        text = threads.called(to_text(text))
    if large.huge(text, target.arch):
        return _apart(child.alone, spared, text, target, kind)
    isolated = isolated or bool(selectable.doubtful(text))
    made = _in_parts(text, target, isolated, beside) if beside else None
    if made is not None:
        return made
    if isolated:
        return _apart(child.apart, generated, text, target, kind)
    return generated(text, target, kind)


def _in_parts(
    text: str, target: Target, isolated: bool, beside: Sequence[child.Helper]
) -> bytes | None:
    """The object of a module whose parts become code beside each other; None where it is small,
    or where one of them fails: what is wrong is said of the whole."""
    found = parts(text, len(beside) + (not isolated))
    if found is None:
        return None
    full = target.resolved()
    here, there = found.texts[: not isolated], found.texts[not isolated :]
    try:
        for helper, part in zip(beside, there, strict=False):
            helper.begin(generated, part, full, "object")
        images = [generated(part, full, "object") for part in here]
        images += [helper.result() for helper, _ in zip(beside, there, strict=False)]
        return one_object(images, found.inner)
    except (child.Died, Error, ValueError):
        return None


def _apart(
    where: Callable[..., bytes],
    work: Callable[[str, Target, Kind], bytes],
    text: str,
    target: Target,
    kind: Kind,
) -> bytes:
    with opened(text):
        pass  # what is malformed is said here, with its place
    try:
        return where(work, text, target.resolved(), kind)
    except child.Died as end:
        raise no_code(str(end)) from None


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _host() -> tuple[str, str]:
    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


@cache
def _all_targets() -> None:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()


def retarget(module: Any, target: Target) -> None:
    """Give the module the target's triple and data layout; they must mean the same machine."""
    own = str(module.triple)
    if own and not selectable.same_machine(own, target.triple):
        raise other_target(own, target.triple)
    layout = target.data_layout
    if not selectable.same_memory(str(module.data_layout), layout):
        raise other_target(own or str(module.data_layout), target.triple)
    module.triple = target.triple
    module.data_layout = layout
