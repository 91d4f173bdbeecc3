"""Objects made callable in this process.

    object → undefined names → an address for each, or one error naming all that have none → JITLink

Invariants: nothing is loaded unless everything it wants was found (LLVM itself names none of what
is missing); constructors have run when `load` returns; code stays while its `Library` is
referenced; when that goes, exit handlers and destructors run first, and at the end of the process
they run too. An object with thread-local variables is linked into a shared object and opened by
the system, since JITLink cannot place those.
"""

import atexit
import ctypes
import re
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Final, final

from ribozyme.backend import native
from ribozyme.backend.failure import internal, missing_symbols, unopened
from ribozyme.backend.runtime import guard, interrupts, lending, process_exit
from ribozyme.backend.runtime import symbols as names
from ribozyme.base import elf, openblas

EXITS: Final = frozenset(("__cxa_atexit", names.ATEXIT))
THREAD_EXIT: Final = "__cxa_thread_atexit"
_LINKERS_OWN: Final = frozenset(("__dso_handle", "_GLOBAL_OFFSET_TABLE_"))
_SYSTEM: Final = ("libm.so.6", "libgcc_s.so.1", "libc.so.6", "libstdc++.so.6", None, "libmvec.so.1")
_ALLOCATOR: Final = re.compile(
    r"malloc|calloc|realloc|reallocarray|free|(?:posix_)?memalign|aligned_alloc|p?valloc"
    r"|malloc_usable_size"
)
_NEW_OR_DELETE: Final = re.compile(r"_Z(?:nw|na|dl|da)")

SharedLibrary = str | Path | ctypes.CDLL


@final
class Library:
    """Loaded code: the addresses of what it exports, valid while this object is referenced."""

    __slots__ = ("__weakref__", "_addresses", "_code", "frees", "missing")

    def __init__(
        self,
        addresses: Mapping[str, int],
        code: "_Code",
        missing: frozenset[str],
        frees: bool = False,
    ) -> None:
        self._addresses = addresses
        self.frees = frees  # whether it gives blocks back, its own or those of a caller
        self._code = code
        self.missing = missing  # symbols that nothing defines: no code that uses them may run

    def address(self, name: str) -> int:
        found = self._addresses.get(name)
        if found is None:
            raise missing_symbols([name])
        return found

    def __contains__(self, name: str) -> bool:
        return name in self._addresses

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._addresses)


def load(
    image: bytes,
    *,
    symbols: Mapping[str, int] | None = None,
    libraries: Iterable[SharedLibrary] = (),
    piece_of: Library | None = None,
    over: Library | None = None,
    absent: Callable[[list[str]], None] | None = None,
    lends: bool = True,
) -> Library:
    """Make an object of the host callable.

    What it wants is looked for in `symbols` (addresses by name), then in `libraries`, then in the
    process's run-time libraries for mathematics, C and C++; these come before what frameworks show
    to all, which has pieces of a C++ library of its own. Only an allocator is the whole process's:
    one that was preloaded gets back what C's functions have taken from it. What is found nowhere is
    an error; with `absent`, if that raises one, before anything is loaded.

    What is a piece of another library registers its exit handlers there: the variables that they
    end are that one's. They may be code of the piece, which stays for as long. Handlers for the end
    of a thread are the C library's to call, in any thread: their code stays for good.

    What `over` defines is looked for there first; its code and variables stay for as long.

    With `lends` it frees no array of a caller's (`runtime/lending.py`). Where it would end the
    process, it leaves the call that Python made (`runtime/process_exit.py`).
    """
    found = _symbols(image)
    images = [image]
    given = {**guard.SYMBOLS, **(symbols or {})}
    if over is not None:
        given |= {name: over.address(name) for name in over.names}
    if lends and (asked := found.undefined & lending.NAMES):
        given |= {name: at for name, at in _lent().items() if name in asked}
    ended = found.undefined & process_exit.NAMES
    if ended and (leaving := interrupts.library()) is not None:
        ends = process_exit.symbols(leaving.address)
        given |= {name: at for name, at in ends.items() if name in ended}
    exits = found.undefined & EXITS
    theirs = piece_of if piece_of is not None and all(name in piece_of for name in exits) else None
    if theirs is not None:
        given |= {name: theirs.address(name) for name in exits}
    elif exits:
        images.append(_atexit_object())
        found = found.joined(elf.symbols(images[1]))
    opened = [_opened(library) for library in libraries]
    addresses, missing = resolved(found, given, opened)
    if missing and absent is None:
        raise missing_symbols(missing)
    if missing and absent is not None:
        absent(missing)
        addresses |= dict.fromkeys(missing, 0)
    open_images = _shared if found.thread_local else _jitted
    exported, loaded = open_images(images, found, addresses)
    code = _Code(loaded, (*opened, symbols), exported)
    if over is not None:
        code.keep(over._code)
    if theirs is not None and exits:
        theirs._code.keep(code)
    if THREAD_EXIT in found.undefined | found.optional:
        _for_good.extend((code, piece_of._code) if piece_of is not None else (code,))
    library = Library(
        exported, code, frozenset(missing), frees=bool(found.undefined & lending.FREES)
    )
    _adopt(library, code)
    if init := exported.get(names.INIT):
        _construct(init, exported.get(names.GUARD))
    return library


@cache
def _lent() -> Mapping[str, int]:
    """The functions that free no array of a caller's; their code stays."""
    library = load(lending.image(), lends=False)
    _staying.append(library)
    return lending.addresses(library.address)


def _symbols(image: bytes) -> elf.Symbols:
    try:
        return elf.symbols(image)
    except ValueError as error:
        raise internal(f"this cannot be loaded: {error}") from None


def resolved(
    found: elf.Symbols, symbols: Mapping[str, int], libraries: Sequence[ctypes.CDLL] = ()
) -> tuple[dict[str, int], list[str]]:
    """An address for every name the object leaves to others, and those that have none."""
    addresses: dict[str, int] = {}
    missing: list[str] = []
    for name in sorted((found.undefined | found.optional) - _LINKERS_OWN):
        address = symbols.get(name) or _looked_up(name, libraries) or _of_openblas(name)
        if address:
            addresses[name] = address
        elif name in found.undefined:
            missing.append(name)
    return addresses, missing


@final
class _Code:
    """What keeps a library's code in memory, and what runs before it goes."""

    __slots__ = ("_handlers", "_held", "_lock")

    def __init__(
        self, code: object, needs: tuple[object, ...], exported: Mapping[str, int]
    ) -> None:
        self._held: list[object] = [code, needs]
        self._handlers = [exported.get(names.RUN_ATEXIT), exported.get(names.FINI)]
        self._lock = threading.Lock()

    def keep(self, other: "_Code") -> None:
        """Keep other code for as long as this."""
        self._held.append(other)

    def finish(self) -> None:
        """Run exit handlers and destructors, once."""
        with self._lock:
            handlers, self._handlers = self._handlers, []
        for address in handlers:
            _call(address)


_live: Final[dict[int, _Code]] = {}
_for_good: Final[list[_Code]] = []
_staying: Final[list[Library]] = []
_numbers: Final = count()


def _adopt(library: Library, code: _Code) -> None:
    number = next(_numbers)
    _live[number] = code
    weakref.finalize(library, _drop, number).atexit = False


def _drop(number: int) -> None:
    code = _live.pop(number, None)
    if code is not None:
        code.finish()


@atexit.register
def _finish_all() -> None:
    """At the end of the process destructors run; the code stays, other threads may be in it."""
    for code in reversed(_live.values()):
        code.finish()


def _construct(init: int, door: int | None) -> None:
    """Run the constructors; what they throw is an exception here if the code has `rz.guard`."""
    if door is None:
        _call(init)
    else:
        guard.call(door, init)


def _call(address: int | None) -> None:
    if address:
        ctypes.CFUNCTYPE(None)(address)()


def _jitted(
    images: Sequence[bytes], found: elf.Symbols, addresses: Mapping[str, int]
) -> tuple[dict[str, int], object]:
    try:
        linked = native.link(images, addresses, found.exported)
    except RuntimeError as error:
        raise internal(f"JITLink refused an object: {str(error).strip()}") from None
    return dict(linked.addresses), linked


def _shared(
    images: Sequence[bytes], found: elf.Symbols, addresses: Mapping[str, int]
) -> tuple[dict[str, int], object]:
    from ribozyme.backend import link  # its imports cost what few modules need

    opened = link.opened(images, addresses)
    return {name: _address(opened.library, name) or 0 for name in found.exported}, opened


@cache
def _atexit_object() -> bytes:
    from ribozyme.backend.target import emit_object

    return emit_object(
        Path(__file__).with_name("runtime").joinpath("atexit.ll").read_text(encoding="utf-8")
    )


def _opened(library: SharedLibrary) -> ctypes.CDLL:
    if isinstance(library, ctypes.CDLL):
        return library
    try:
        found = ctypes.CDLL(str(library))
    except OSError as failure:
        raise unopened(str(library), str(failure)) from None
    if (start := _address(found, names.START)) is not None:
        _started(start)
    return found


@cache
def _started(address: int) -> None:
    """Tell a run time, once, where exceptions of its language are ended."""
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)(guard.SYMBOLS[names.FOREIGN])


@cache
def _system(name: str | None) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def _looked_up(name: str, libraries: Sequence[ctypes.CDLL]) -> int | None:
    system = (None, *_SYSTEM) if _NEW_OR_DELETE.match(name) else _SYSTEM
    first = (None,) if _ALLOCATOR.fullmatch(name) else ()
    for library in chain(map(_system, first), libraries, map(_system, system)):
        if library is not None and (address := _address(library, name)):
            return address
    return None


def _of_openblas(name: str) -> int | None:
    """A routine of linear algebra in the library of the extra `blas`."""
    for wide, spelling in openblas.spellings(name):
        place = openblas.library(wide)
        library = _system(str(place)) if place is not None else None
        if library is not None and (address := _address(library, spelling)):
            return address
    return None


def _address(library: ctypes.CDLL, name: str) -> int | None:
    try:
        return ctypes.addressof(ctypes.c_char.in_dll(library, name))
    except ValueError:
        return None
