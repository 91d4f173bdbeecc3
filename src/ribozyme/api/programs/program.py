"""A program: the library a user loaded, and everything that is made from it, each on first use.

    program.signatures     program.text(routine)     program.code(routine).entry

The program's own object holds all its functions and variables, those of numbers alone in an object
beside it; each routine (a function in callable form, or a derivative of it) is an object that
borrows them. Signatures and objects are kept on disk by the content of what they were made from, so
that a warm start parses nothing, optimises nothing, and imports nothing that could (`texts.py`
makes what is not found).
"""

import os
import pickle
import threading
import weakref
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, final

from ribozyme.api.calling.routine import Around, Derived, Routine, body_name
from ribozyme.api.programs.progress import progress
from ribozyme.api.signatures.signature import Signature, Variable
from ribozyme.base.cache import NO_CACHE, Cache, default_cache, fingerprint, own_code
from ribozyme.base.collector import paused
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.frontends.base import Compiled

if TYPE_CHECKING:
    from ribozyme.api.programs.reach import Uses

_FORMAT: Final = "api 1"


@final
class Code:
    """Loaded code of a routine: addresses of itself, its body, and the guard; kept while held.

    `entry` is that of the generated entry point for Python, 0 without one. Code that
    `asks` tells the steps of checkpointed loops, and is called in the complete way; one that
    `frees` may meet an array of the caller's there.
    """

    __slots__ = ("__weakref__", "asks", "body", "entry", "frees", "guard", "held", "routine")

    def __init__(
        self,
        routine: int,
        body: int,
        guard: int,
        entry: int,
        held: object,
        asks: bool = False,
        frees: bool = True,
    ) -> None:
        self.routine, self.body, self.guard, self.entry = routine, body, guard, entry
        self.held, self.asks, self.frees = held, asks, frees


class Holder(Protocol):
    """Who holds code of a program."""

    def abandon(self) -> object:
        """Forget it; it is given to the caller, since threads may be in it."""


@final
class Program:
    """A loaded library: its modules, and everything made from them, each on first use.

    In one with `poison` fresh tape is full of NaN, so that nothing reads it by luck. The variables
    are those of `owner`.
    """

    def __init__(
        self,
        modules: tuple[Compiled, ...],
        options: Options,
        libraries: tuple[str | Path, ...] = (),
        poison: bool = False,
        owner: "Program | None" = None,
        callbacks: tuple[object, ...] = (),
    ) -> None:
        self.modules, self.options, self.libraries = modules, options, libraries
        self.callbacks = callbacks  # functions in Python that it calls, held here
        self.poison = poison
        self._owner = owner
        self._lock = threading.RLock()
        self._codes: weakref.WeakValueDictionary[str, Code] = weakref.WeakValueDictionary()
        self._siblings: dict[tuple[bool, bool], Program] = {}
        self._fresh: set[str] = set()  # digests of what was just made
        self.alone = threading.RLock()  # for calls that have variables as inputs
        self.inside = False  # of such a call
        self._users: weakref.WeakSet[Holder] = weakref.WeakSet()
        self.supply: Callable[[], dict[str, int]] | None = None  # what versions with sets call
        self._abandoned: tuple[object, ...] = ()  # the code of one that is, kept
        _alive.add(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.modules, self.options, self.libraries, self.callbacks)

    @cached_property
    def key(self) -> str:
        """What identifies this program and everything that shapes what is made from it."""
        from ribozyme.backend import native

        codes = (m.code for m in self.modules)
        how = f"{self.options.optimise_first} {self.options.fast_math} {self.poison}"
        support = (part for m in self.modules for part in m.support)
        described = "".join(repr(p) for m in self.modules for p in m.procedures)
        machine = native.machine()
        return fingerprint(_FORMAT, own_code(), machine, how, *codes, *support, described)

    @cached_property
    def signatures(self) -> tuple[Signature, ...]:
        """The functions that can be called, in the module's order."""

        def make() -> bytes:
            from ribozyme.api.programs.parsed import parsed
            from ribozyme.api.signatures.debuginfo import signatures

            described = {p.symbol: p for m in self.modules for p in m.procedures}
            return pickle.dumps(signatures(parsed(self.optimised), described))

        found: tuple[Signature, ...] = pickle.loads(self.kept("signatures", make))
        return found

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The variables that have a name, with why some are no inputs."""

        def make() -> bytes:
            from ribozyme.api.programs.parsed import parsed
            from ribozyme.api.signatures.debuginfo import variables

            return pickle.dumps(variables(parsed(self.optimised)))

        found: tuple[Variable, ...] = pickle.loads(self.kept("variables", make))
        return found

    @property
    def owner(self) -> "Program":
        """The program whose variables these are."""
        return self._owner or self

    @cached_property
    def optimised(self) -> str:
        """The program as one module after `before`."""

        def make() -> bytes:
            from ribozyme.api.programs import texts

            with progress("optimising"):
                return texts.before(self, "").encode()

        return self.kept("optimised", make).decode()

    def text(self, routine: Routine) -> str:
        """The module that defines a routine, before the last optimisation."""

        def make() -> bytes:
            from ribozyme.api.programs import texts

            return texts.text(self, routine).encode()

        return self.kept(f"text {routine!r}", make, routine).decode()

    def image(self, routine: Routine, extra: str = "") -> bytes:
        """The object of a routine."""

        def make() -> bytes:
            from ribozyme.api.programs import texts

            self._fresh.add(routine.digest)
            with progress("compiling the derivative" if routine.order else "compiling"):
                return texts.image(self, routine, extra)

        words = f"{self.options_of(routine)!r} {extra}"
        return self.kept(f"object {routine!r} {words}", make, routine)

    def options_of(self, routine: Routine) -> Options:
        """The options a routine is compiled under."""
        recipe = routine.recipe
        match recipe:
            case Derived(options=options):
                return options
            case Around(of=inner):
                return self.options_of(inner)
            case _:
                return self.options

    def under(self, options: Options) -> "Program":
        """This program, or its sibling where the options want another state before derivatives."""
        state = (options.optimise_first, options.fast_math)
        if state == (self.options.optimise_first, self.options.fast_math):
            return self
        with self._lock:
            found = self._siblings.get(state)
            if found is None:
                found = Program(
                    self.modules, options, self.libraries, self.poison, self.owner, self.callbacks
                )
                self._siblings[state] = found
            return found

    def is_new(self, routine: Routine) -> bool:
        """Whether a routine was compiled by this program, rather than found in the cache."""
        return routine.digest in self._fresh

    @property
    def poisoned(self) -> "Program":
        """This program, its tapes full of NaN before they are written."""
        return Program(self.modules, self.options, self.libraries, True, self.owner, self.callbacks)

    @cached_property
    def _own(self) -> Any:
        """The library itself, loaded."""

        from ribozyme.backend import jit
        from ribozyme.backend.runtime import callbacks

        def make() -> bytes:
            from ribozyme.api.programs import texts

            with progress("compiling"):
                return texts.own_image(self)

        image = self.kept("own", make)
        return jit.load(
            image,
            symbols=callbacks.SYMBOLS,
            libraries=self.needed,
            over=self._numbers,
            absent=self._absent_at_start,
        )

    @cached_property
    def numbers(self) -> str:
        """The module of its variables that hold numbers alone; empty without any."""

        def make() -> bytes:
            from ribozyme.api.signatures.number_variables import number_variables

            return number_variables(self.optimised).encode()

        return self.kept("numbers", make).decode()

    @cached_property
    def _numbers(self) -> Any:
        """These variables, loaded; None without any."""
        if not self.numbers:
            return None
        from ribozyme.backend import jit

        def make() -> bytes:
            from ribozyme.api.programs import texts

            return texts.numbers_image(self)

        return jit.load(self.kept("object of numbers", make))

    def _borrowed(self, names: frozenset[str]) -> tuple[dict[str, int], list[Any]]:
        """Where names lie that a routine leaves to the program, and the objects that hold them; the
        library is loaded only where variables of numbers are not all."""
        known: dict[str, int] = {}
        held: list[Any] = []
        for owner in filter(None, (self._owner, self)):
            if not names & self.defined:
                break
            numbers = owner._numbers
            if numbers is not None and (here := names & numbers.names):
                known |= {name: numbers.address(name) for name in here}
                held.append(numbers)
                names -= here
            if names & self.defined:
                own = owner._own
                found = {name: own.address(name) for name in names if name in own}
                owner._check_reached(found)
                known |= found
                held.append(own)
                names -= found.keys()
        return known, held

    @cached_property
    def needed(self) -> tuple[Any, ...]:
        """The shared libraries this program wants."""
        if not any(module.needs_runtime for module in self.modules):
            return self.libraries
        from ribozyme.frontends import registry

        return (*self.libraries, *registry.libraries(self.modules))

    def address(self, symbol: str) -> int:
        """Where a function or variable of the library lies."""
        with self._lock:
            if self._numbers is not None and symbol in self._numbers:
                return int(self._numbers.address(symbol))
            self._check_reached((symbol,))
            found: int = self._own.address(symbol)
            return found

    def _absent_at_start(self, missing: list[str]) -> None:
        """Nothing that runs when the program is loaded may reach symbols that are not defined."""
        from ribozyme.api.programs import reach

        known = self._uses
        mentioned = {name for names in known.values() for name in names}
        at_start = reach.reached(known, reach.ROOTS)
        self._refuse([name for name in missing if name in at_start or name not in mentioned])

    def _check_reached(self, names: Iterable[str]) -> None:
        """Raises where some functions of the program reach a symbol that nothing defines."""
        if self._own.missing:
            from ribozyme.api.programs import reach

            self._refuse(sorted(self._own.missing & reach.reached(self._uses, names)))

    def _refuse(self, missing: list[str]) -> None:
        """Raises where symbols are missing, with the lines that use them."""
        if missing:
            from ribozyme.api.programs import reach
            from ribozyme.backend.failure import missing_symbols

            raise missing_symbols(missing, reach.users(self.optimised, missing))

    @cached_property
    def _uses(self) -> "Uses":
        """What each function and variable names; asked for where a symbol is missing."""
        from ribozyme.api.programs import reach

        return reach.uses(self.optimised)

    def code(
        self,
        routine: Routine,
        entry: str = "",
        extra: str = "",
        symbols: dict[str, int] | None = None,
    ) -> Code:
        """A routine made callable; `extra` is the text of an entry point of the name `entry`."""
        if self.owner._abandoned:
            raise error(
                "RZ609",
                "this library was left in the middle of a call by Ctrl-C and runs no more",
                helps=("load it again: `rz.load`, or `rz.compile`",),
            )
        found = self._codes.get(f"{routine.digest} {entry}")
        if found is not None:
            return found
        with self._lock:
            return self._codes.setdefault(
                f"{routine.digest} {entry}", self._loaded(routine, entry, extra, symbols or {})
            )

    def used_by(self, function: Holder) -> None:
        """Remember who holds code of this program."""
        self.owner._users.add(function)

    def abandon(self) -> None:
        """Run no code of this program any more: a call was left with what it had half done."""
        owner = self.owner
        owner._abandoned = tuple(user.abandon() for user in list(owner._users)) or (None,)

    def _loaded(self, routine: Routine, entry: str, extra: str, symbols: dict[str, int]) -> Code:
        from ribozyme.backend import jit
        from ribozyme.backend.runtime import callbacks, guard, interrupts, lending, spare
        from ribozyme.backend.runtime.symbols import LENT, TICK, WANTED
        from ribozyme.base import elf

        interrupts.watch()
        spare.keep()
        image = self.image(routine, extra)
        if isinstance(routine.recipe, Derived) and routine.recipe.rules:
            from ribozyme.api.programs.ruled import met

            met(self.text(routine), routine.recipe.rules)
        wants = elf.symbols(image)
        known = {**callbacks.SYMBOLS, **symbols}
        if isinstance(routine.recipe, Derived) and routine.recipe.sets:
            assert self.supply is not None
            known |= self.supply()
        outside = (wants.undefined | wants.optional) - set(known) - set(guard.SYMBOLS)
        borrowed, held = self._borrowed(outside)
        known |= borrowed
        frees = bool(wants.undefined & (lending.FREES | {LENT})) or any(one.frees for one in held)
        known[WANTED] = lending.wanted(frees)
        whole = self.owner._own if wants.undefined & jit.EXITS else None
        library = jit.load(
            image, symbols=known, libraries=self.needed, piece_of=whole, absent=self._refuse
        )
        held += [library, whole]
        return Code(
            library.address(routine.symbol)
            if routine.symbol in library
            else self.address(routine.symbol),
            library.address(body_name(routine)),
            library.address("rz.guard"),
            library.address(entry) if entry else 0,
            held,
            TICK in wants.undefined,
            frees,
        )

    @cached_property
    def defined(self) -> frozenset[str]:
        """The names of its functions and variables."""

        def make() -> bytes:
            from ribozyme.api.signatures import linkage

            return "\n".join(sorted(linkage.names(self.optimised))).encode()

        return frozenset(self.kept("names", make).decode().split("\n"))

    def remembered(self, what: str, find: Callable[[], bool]) -> bool:
        """The answer to a question about this program, found once."""
        return self.kept(what, lambda: b"yes" if find() else b"no") == b"yes"

    @property
    def is_foreign(self) -> bool:
        """Whether some of its IR was not written by a compiler that was run here."""
        return any(module.language == "ir" for module in self.modules)

    def kept(self, what: str, make: Callable[[], bytes], routine: Routine | None = None) -> bytes:
        """What is made of this program, once; our own mistakes on the way are told as such."""

        def made() -> bytes:
            try:
                with paused():
                    return make()
            except Exception as failure:
                from ribozyme.api.programs import texts
                from ribozyme.api.programs.mishap import Question, told

                question = Question(self.options, routine)
                mistake = told(lambda: texts.raw(self), question, failure)
                if mistake is failure:
                    raise
                raise mistake from failure

        return store(self.options).once(fingerprint(self.key, what), made)


def store(options: Options) -> Cache:
    """Where things are kept under some options."""
    return default_cache() if options.cache else NO_CACHE


_alive: Final["weakref.WeakSet[Program]"] = weakref.WeakSet()
_unpickled: Final["weakref.WeakValueDictionary[str, Program]"] = weakref.WeakValueDictionary()


def loaded() -> tuple[Program, ...]:
    """The programs of this process."""
    return tuple(_alive)


def _restored(
    modules: tuple[Compiled, ...],
    options: Options,
    libraries: tuple[str | Path, ...],
    callbacks: tuple[object, ...] = (),
) -> Program:
    """A program out of a pickle: one for all functions of the same content."""
    key = fingerprint(repr(options), repr(libraries), *(m.code for m in modules))
    found = _unpickled.get(key)
    if found is None or found.owner._abandoned:
        found = _unpickled[key] = Program(modules, options, libraries, callbacks=callbacks)
    return found


def _after_fork() -> None:
    """Locks another thread held at the fork would stay locked for ever in the child."""
    for program in _alive:
        program._lock = threading.RLock()
        program.alone, program.inside = threading.RLock(), False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
