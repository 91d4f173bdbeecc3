"""A device program: its kernels, and the code that a launch of one runs on the CPU.

DeviceProgram(code).code("k", Work("reverse", ("dup", "const"), checks=False))  →  Code
"""

import pickle
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, final

from ribozyme.api.signatures import linkage
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.cache import NO_CACHE, Cache, default_cache, fingerprint, own_code
from ribozyme.base.errors import error
from ribozyme.base.options import Options, current
from ribozyme.base.source import Span

if TYPE_CHECKING:
    from ribozyme.backend.jit import Library
    from ribozyme.ir.instrs import Instr
    from ribozyme.ir.module import Module
    from ribozyme.transform.gpu.threads import Kernel

WorkMode = Literal["primal", "forward", "reverse"]
_FORMAT: Final = "gpu 1"
_DERIVED: Final = "rz.gpu.derived"


@final
@dataclass(frozen=True, slots=True)
class Work:
    """What a launch is to do: the kernel, or a derivative by what each parameter is to it."""

    mode: WorkMode
    kinds: tuple[str, ...]  # "const" | "dup", one for each parameter of the kernel
    checks: bool

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
        return fingerprint(_FORMAT, own_code(), native.machine(), how, _scheduler(), self.device)

    @cached_property
    def prepared(self) -> Prepared:
        """The module as functions of one thread, through the pipeline `before`."""
        key = fingerprint(self.key, "prepared")
        found: Prepared = pickle.loads(self._cache.once(key, lambda: pickle.dumps(self._prepare())))
        return found

    def _prepare(self) -> Prepared:
        from ribozyme.api.signatures.debuginfo import signatures
        from ribozyme.backend import pipeline
        from ribozyme.backend.gpu.spaces import SHARED, host_text
        from ribozyme.ir.layout import DataLayout
        from ribozyme.ir.printer import print_module
        from ribozyme.parse import parse_module
        from ribozyme.transform.gpu.exposed import exposed, kernels
        from ribozyme.transform.gpu.threads import threads

        host = host_text(self.device)
        module = parse_module(host.text)
        names = kernels(module)
        if not names:
            raise error("RZ004", "the module has no kernel", helps=("a kernel is __global__",))
        shared = frozenset(name for name, space in host.spaces.items() if space == SHARED)
        module = exposed(module, shared)
        signed = tuple(one for one in signatures(module, {}) if one.symbol in names)
        inlined = parse_module(pipeline.run("inline", print_module(module)))
        whole, found = threads(inlined, names, DataLayout(inlined.layout))
        name: pipeline.Name = "before" if self.options.optimise_first else "reference"
        return Prepared(pipeline.run(name, print_module(whole)), found, signed)

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
            image, sites = pickle.loads(kept)
            known = self._codes[symbol, work] = Code(load(image), sites)
        return known

    def _made(self, symbol: str, work: Work) -> tuple[bytes, tuple[Span | None, ...]]:
        """An object, and the places its faults may name."""
        from ribozyme.backend import arena, llvm, pipeline, startup
        from ribozyme.backend.target import emit_object
        from ribozyme.frontends.clang import compile_c
        from ribozyme.ir.layout import DataLayout
        from ribozyme.ir.printer import print_module
        from ribozyme.parse import parse_module
        from ribozyme.transform.gpu import entry
        from ribozyme.transform.gpu.checked import checked
        from ribozyme.transform.gpu.coroutine import as_coroutine, waiting

        kernel = self.kernel(symbol)
        module, name = self._derived(kernel, work)
        module = entry.with_thread(module, name, sum(work.copies))
        text = arena.linked(print_module(module), limit=self.options.memory)
        module = parse_module(pipeline.run("inline", text))
        waits = waiting(module)
        if set(waits) - {entry.THREAD}:
            raise error("RZ901", f"threads wait in {', '.join(waits)}, which were not inlined")
        sites = _Sites(module)
        if work.checks:
            module = checked(module, entry.THREAD, DataLayout(module.layout), sites.number)
        module = entry.with_entries(module, waits=bool(waits))
        if waits:
            module = parse_module(pipeline.run("inline", print_module(module)))
            sites.module = module
            module = as_coroutine(module, entry.BEGIN, sites.number)
        scheduler = compile_c(_scheduler(), lang="c", debug=False, flags=("-w",)).code
        text = llvm.link([print_module(module), scheduler])
        after = pipeline.After(level=2, vectorise=False)
        image = emit_object(startup.for_loading(pipeline.run("after", text, after=after)))
        return image, tuple(sites.spans)

    def ptx(self, symbol: str, work: Work, arch: str) -> str:
        """The kernel of some work in NVIDIA's assembly language; libdevice is not linked in."""
        from ribozyme.backend import arena, pipeline
        from ribozyme.backend.target import Target, emit_assembly
        from ribozyme.ir.printer import print_module
        from ribozyme.parse import parse_module
        from ribozyme.transform.gpu import device, entry

        kernel = self.kernel(symbol)
        if any(not variable.size for variable in kernel.shared):
            raise error("RZ511", f"'{symbol}' has shared memory whose size a launch says")
        module, name = self._derived(kernel, work)
        module = entry.with_thread(module, name, sum(work.copies))
        shadows = (False,) if work.mode == "primal" else (False, True)
        shared = [(one, shadow) for one in kernel.shared for shadow in shadows]
        made = symbol if work.mode == "primal" else f"{symbol}_{work.mode}"
        module = device.with_kernel(module, made, shared)
        text = arena.linked(print_module(module), guard=False)
        inlined = pipeline.run("inline", text)
        alone = linkage.internal(inlined, {made})
        plain = pipeline.run("after", alone, after=pipeline.After(level=2, vectorise=False))
        module = device.with_libdevice(parse_module(plain), made)
        target = Target("nvptx64-nvidia-cuda", arch, "+ptx78")
        bare = replace(module, triple="", layout="")
        final = pipeline.run("after", print_module(bare), target, after=pipeline.After(level=2))
        return emit_assembly(final, target)

    def _derived(self, kernel: "Kernel", work: Work) -> "tuple[Module, str]":
        """The module that has what one thread does, and its name."""
        from ribozyme.cinterface.natural import natural
        from ribozyme.parse import parse_module
        from ribozyme.transform.core.interface import Kind, Mode, Request
        from ribozyme.transform.derive import derive
        from ribozyme.transform.prepare.owned import owned

        module = parse_module(self.prepared.text)
        if work.mode == "primal":
            return module, kernel.launch
        from ribozyme.rules.gpu import PLACES

        kinds = (
            *(Kind(kind) for kind in work.kinds),
            *(Kind.CONST for _ in PLACES),
            *(Kind.DUP for _ in kernel.shared),
        )
        request = Request(kernel.launch, Mode(work.mode), kinds, name=_DERIVED)
        ready = owned(natural(module, reverse=work.mode == "reverse"))
        return derive(ready, [request], self.options), _DERIVED


@final
class _Sites:
    """Places in the source by number; 0 is none."""

    def __init__(self, module: "Module") -> None:
        self.module = module
        self.spans: list[Span | None] = [None]
        self._known: dict[Span, int] = {}

    def number(self, instr: "Instr") -> int:
        from ribozyme.ir.debug import location

        span = location(self.module, instr)
        if span is None:
            return 0
        if span not in self._known:
            self._known[span] = len(self.spans)
            self.spans.append(span)
        return self._known[span]


def _scheduler() -> str:
    from ribozyme.backend.gpu import emulator

    return Path(emulator.__file__).with_name("emulator.c").read_text(encoding="utf-8")
