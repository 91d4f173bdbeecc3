"""A device program: its kernels, and the code that a launch of one runs on the CPU.

DeviceProgram(code).code("k", Work("reverse", ("dup", "const"), checks=False))  →  Code
"""

import pickle
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, final

from ribozyme.api.gpu.object_code import Made, Need, Threads, built, inlined, scheduler, threads
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.cache import NO_CACHE, Cache, default_cache, fingerprint, own_code
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options, current
from ribozyme.base.record import dataclass, replace
from ribozyme.base.source import Span

if TYPE_CHECKING:
    from ribozyme.backend.jit import Library
    from ribozyme.ir.module import Module
    from ribozyme.transform.gpu.thread_functions import Kernel, Shared

WorkMode = Literal["primal", "forward", "reverse", "augmented", "split"]
HALVES: Final[tuple[WorkMode, WorkMode]] = ("augmented", "split")
STEPS: Final = ("exclusive", "warp sums", "coalesced", "prices", "uniform")
"""What is done for a GPU and can be left out: plain increments where the thread index tells places
apart; sums of a warp before additions to one place; a tape whose words lie thread by thread; more
that is computed again, since memory is dear; what a block has alike, kept once."""
_FORMAT: Final = "gpu 2"
_DERIVED: Final = "rz.gpu.derived"


@final
@dataclass(frozen=True, slots=True)
class Work:
    """What a launch is to do: the kernel, or a derivative by what each parameter is to it."""

    mode: WorkMode
    kinds: tuple[str, ...]  # "const" | "dup", one for each parameter of the kernel
    checks: bool
    grows: bool = False  # the tape is allocated while the kernel runs, which only the emulator can

    flat: bool = False  # the launch has one dimension, and its arrays do not overlap
    without: frozenset[str] = frozenset()  # of STEPS, those that are left out

    @property
    def copies(self) -> tuple[int, ...]:
        """How many arguments each parameter of the kernel is: itself, and its shadow."""
        return tuple(1 + (kind == "dup") for kind in self.kinds)


@final
@dataclass(frozen=True, slots=True)
class Prepared:
    """A module ready to be differentiated, and the kernels in it."""

    text: str
    kernels: "tuple[Kernel, ...]"
    signatures: tuple[Signature, ...]


@final
@dataclass(frozen=True, slots=True)
class Code:
    """Code that runs launches, and the places in the source that its faults may name."""

    library: "Library"
    sites: tuple[Span | None, ...]
    need: Need | None


@final
class DeviceProgram:
    """A device module: bitcode, or text of LLVM IR."""

    def __init__(self, code: bytes | str, options: Options | None = None) -> None:
        self.device = code
        self.options = current() if options is None else options
        self._codes: dict[tuple[str, Work], Code] = {}

    @property
    def _cache(self) -> Cache:
        return default_cache() if self.options.cache else NO_CACHE

    @cached_property
    def key(self) -> str:
        """What identifies the program and everything that shapes what is made from it."""
        from ribozyme.backend import native

        how = f"{self.options.of_code!r}"
        return fingerprint(_FORMAT, own_code(), native.machine(), how, scheduler(), self.device)

    @cached_property
    def prepared(self) -> Prepared:
        """The module as functions of one thread, through the pipeline `before`."""
        return self._prepared(flat=False)

    @cached_property
    def flat(self) -> Prepared:
        """The same for launches of one dimension, of arrays that do not overlap."""
        return self._prepared(flat=True)

    def _prepared(self, *, flat: bool) -> Prepared:
        key = fingerprint(self.key, "prepared", str(flat))
        kept = self._cache.once(key, lambda: pickle.dumps(self._prepare(flat=flat)))
        found: Prepared = pickle.loads(kept)
        return found

    def _prepare(self, *, flat: bool) -> Prepared:
        from ribozyme.api.signatures.debuginfo import signatures
        from ribozyme.backend import pipeline
        from ribozyme.backend.gpu.spaces import SHARED, host_text
        from ribozyme.ir.layout import DataLayout
        from ribozyme.ir.printer import print_module
        from ribozyme.parse import parse_module
        from ribozyme.transform.gpu.exposed import exposed, kernels
        from ribozyme.transform.gpu.thread_functions import threads as of_one

        host = host_text(self.device)
        module = parse_module(host.text)
        names = kernels(module)
        if not names:
            raise error("RZ004", "the module has no kernel", helps=("a kernel is __global__",))
        shared = frozenset(name for name, space in host.spaces.items() if space == SHARED)
        module = exposed(module, shared)
        signed = tuple(one for one in signatures(module, {}) if one.symbol in names)
        inlined = parse_module(pipeline.run("inline", print_module(module)))
        layout = DataLayout(inlined.layout)
        whole, found = of_one(inlined, names, layout, flat=flat)
        name: pipeline.Name = "before" if self.options.optimise_first else "reference"
        return Prepared(pipeline.run(name, print_module(whole)), found, signed)

    def never_written(self, symbol: str) -> frozenset[int]:
        """The parameters of a kernel whose memory it only reads, as far as LLVM knows."""
        from ribozyme.ir.attrs import has
        from ribozyme.parse import parse_module

        launch = parse_module(self.prepared.text).functions[self.kernel(symbol).launch]
        return frozenset(
            number
            for number, param in enumerate(launch.params)
            if has(param.attrs, "readonly") or has(param.attrs, "readnone")
        )

    def kernel(self, symbol: str) -> "Kernel":
        """The kernel of a symbol."""
        return next(one for one in self.prepared.kernels if one.symbol == symbol)

    def code(self, symbol: str, work: Work) -> Code:
        """The code for some work, from the cache if it was made before."""
        known = self._codes.get((symbol, work))
        if known is None:
            from ribozyme.backend.jit import load

            key = fingerprint(self.key, symbol, repr(work))
            kept = self._cache.once(key, lambda: pickle.dumps(self._made(symbol, work)))
            made: Made = pickle.loads(kept)
            known = self._codes[symbol, work] = Code(load(made.image), made.sites, made.need)
        return known

    def threads(self, symbol: str, work: Work, *, only: int | None = None) -> Threads:
        """What one thread does."""
        kernel = self.kernel(symbol)
        own = self._inlined(kernel, work)
        if work.flat and work.mode in ("reverse", "split") and not work.checks:
            own = self._with_sums(own, kernel, work)
        if work.grows:
            return Threads(own)
        if work.mode not in HALVES:
            coalesced = "coalesced" not in work.without
            return threads(own, sum(work.copies), only=only, coalesced=coalesced)
        other = HALVES[0] if work.mode == HALVES[1] else HALVES[1]
        beside = self._inlined(kernel, replace(work, mode=other))
        both = (own, beside) if work.mode == HALVES[0] else (beside, own)
        return threads(own, sum(work.copies), both, only=only)

    def _with_sums(self, module: "Module", kernel: "Kernel", work: Work) -> "Module":
        from ribozyme.ir import types as ty
        from ribozyme.ir.instrs import Load
        from ribozyme.parse import parse_module
        from ribozyme.transform.gpu.emulator_entry import THREAD
        from ribozyme.transform.gpu.warp_sums import with_warp_sums

        if work.grows or "warp sums" in work.without:
            return module
        plain = parse_module(self.flat.text).functions[kernel.symbol]
        follows = any(isinstance(i, Load) and i.result.type is ty.PTR for i in plain.instrs())
        whole = work.mode == "reverse" and not follows
        return with_warp_sums(module, THREAD, sum(work.copies), whole=whole)

    def heaviest(self, symbol: str, work: Work) -> "Iterator[Code]":
        """For each allocation of a tape, code that counts it alone."""
        from ribozyme.backend.jit import load

        whole = self.code(symbol, work)
        for number in range(len(whole.need.lines) if whole.need is not None else 0):
            found = self.threads(symbol, work, only=number)
            made = built(found, checks=False, limit=None)
            yield Code(load(made.image), made.sites, made.need)

    def _inlined(self, kernel: "Kernel", work: Work) -> "Module":
        module, name = self._derived(kernel, work)
        if work.mode in HALVES:
            from ribozyme.cinterface.call_bodies import number_said
            from ribozyme.transform.gpu.emulator_entry import Half

            half = Half(number_said(module.functions[name], "rz.frame"))
            return inlined(module, name, sum(work.copies), half)
        return inlined(module, name, sum(work.copies))

    def _made(self, symbol: str, work: Work) -> Made:
        """An object, and the places its faults may name."""
        found = self.threads(symbol, work)
        if found.untold is not None and work.mode in HALVES:
            raise untold(symbol, found.untold)
        return built(found, checks=work.checks, limit=self.options.memory)

    def ptx(self, symbol: str, work: Work, arch: str, library: bytes | None = None) -> str:
        """The kernel of some work in NVIDIA's assembly language; libdevice is a `library`."""
        from ribozyme.api.gpu.device_text import ptx

        return ptx(*self._for_device(symbol, work), arch, library)

    def hsaco(self, symbol: str, work: Work, arch: str) -> bytes:
        """The kernel of some work as a code object of AMD's; ocml is not linked in."""
        from ribozyme.api.gpu.device_text import hsaco

        return hsaco(*self._for_device(symbol, work), arch)

    def counting(self, symbol: str, work: Work, arch: str) -> "tuple[DeviceProgram, str]":
        """The code for a device of some work as a program that counts what it executes, and the
        kernel's name there."""
        from ribozyme.api.gpu.device_text import counting

        def made() -> bytes:
            found, name, shared = self._for_device(symbol, work)
            return pickle.dumps((counting(found, name, shared, arch), name))

        key = fingerprint(self.key, symbol, repr(work), "counting", arch)
        text, name = pickle.loads(self._cache.once(key, made))
        return DeviceProgram(text, self.options), name

    def _for_device(
        self, symbol: str, work: Work
    ) -> "tuple[Threads, str, list[tuple[Shared, bool]]]":
        """What one thread does, the name of the kernel that does it, and what its blocks share."""
        kernel = self.kernel(symbol)
        if any(not variable.size for variable in kernel.shared):
            raise error("RZ511", f"'{symbol}' has shared memory whose size a launch says")
        found = self.threads(symbol, work)
        if found.untold is not None:
            raise untold(symbol, found.untold)
        shadows = (False,) if work.mode == "primal" else (False, True)
        shared = [(one, shadow) for one in kernel.shared for shadow in shadows]
        return found, symbol if work.mode == "primal" else f"{symbol}_{work.mode}", shared

    def _derived(self, kernel: "Kernel", work: Work) -> "tuple[Module, str]":
        """The module that has what one thread does, and its name."""
        from ribozyme.cinterface.natural import natural
        from ribozyme.parse import parse_module
        from ribozyme.transform.core.interface import Kind, Mode, Request
        from ribozyme.transform.core.prices import Target
        from ribozyme.transform.derive import derive
        from ribozyme.transform.prepare.owned import owned

        flat = work.flat and "exclusive" not in work.without
        module = parse_module((self.flat if flat else self.prepared).text)
        if work.mode == "primal":
            return module, kernel.launch
        from ribozyme.rules.device_functions import PLACES

        kinds = (
            *(Kind(kind) for kind in work.kinds),
            *(Kind.CONST for _ in PLACES),
            *(Kind.DUP for _ in kernel.shared),
        )
        prices: Target = "host" if "prices" in work.without else "device"
        once = not work.grows and not work.without & {"uniform", "coalesced"}
        request = Request(
            kernel.launch, Mode(work.mode), kinds, name=_DERIVED, prices=prices, blockwise=once
        )
        ready = owned(natural(module, reverse=work.mode != "forward"))
        return derive(ready, [request], self.options), _DERIVED


def untold(symbol: str, span: Span | None) -> Error:
    """The refusal of a tape whose size only the kernel itself can tell."""
    return error(
        "RZ511",
        "how much tape a thread needs depends on what the kernel itself computes: "
        "there is no memory for it when the kernel begins",
        span=span if span is not None and span.file else None,
        function=symbol,
        helps=("let what decides how often a loop runs be an argument",),
    )
