"""The one way from sources to code, and its cache.

    sources → bitcode → one module → `before` → [parse → derive → print] → `after` → object

A `Program` is the library a user loaded. Its own object holds all its functions and variables; each
routine (a function in callable form, or a derivative of it) is an object of its own that borrows
them. Signatures and objects are kept on disk by the content of what they were made from, so that a
warm start parses nothing and optimises nothing.
"""

import os
import pickle
import re
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api import linkage
from ribozyme.api.routine import (
    MEMCPY_DECLARED,
    SPLIT_DECLARED,
    Around,
    Derived,
    Routine,
    adapter_text,
    body_name,
    body_text,
    split_text,
    wrapper_text,
)
from ribozyme.api.signature import Signature, Variable
from ribozyme.base.cache import NO_CACHE, Cache, default_cache, fingerprint, own_code
from ribozyme.base.errors import error
from ribozyme.base.options import Options, current
from ribozyme.frontends import clang
from ribozyme.frontends.base import Compiled, Language
from ribozyme.frontends.compile import compile_files

if TYPE_CHECKING:
    from ribozyme.backend import pipeline

_FORMAT: Final = "api 1"
_SUPPORT: Final = re.compile(r"@(rz\.polygamma\.[\w.]+)")


def load(
    *paths: str | Path,
    flags: Sequence[str] = (),
    lang: Language | None = None,
    level: clang.Level | None = None,
    prelude: Path | None = None,
    libraries: Sequence[str | Path] = (),
    compiler: str | None = None,
    debug: bool = True,
) -> "Program":
    """The program in some files; see `ribozyme.load`."""
    if not paths:
        raise error("RZ001", "load needs at least one file", helps=('rz.load("model.c")',))
    store = _store(current())
    with progress("compiling"):
        modules = compile_files(
            [_path(p) for p in paths],
            lang=lang,
            flags=_for_compiler(flags),
            level=level,
            debug=debug,
            prelude=prelude,
            compiler=compiler,
            cache=store,
        )
    return Program(modules, current(), (*libraries, *_libraries(flags)))


def compile_text(
    text: str,
    lang: str = "c",
    *,
    flags: Sequence[str] = (),
    level: clang.Level | None = None,
    libraries: Sequence[str | Path] = (),
    compiler: str | None = None,
    debug: bool = True,
) -> "Program":
    """The program in some text; see `ribozyme.compile`."""
    if not isinstance(text, str):
        raise error("RZ008", f"compile takes source text, not {type(text).__name__}")
    spoken = {"c": "c", "c++": "c++", "cpp": "c++", "cxx": "c++", "ll": "ir", "ir": "ir"}.get(lang)
    if spoken is None:
        raise error("RZ003", f'lang is "c", "c++" or "ll", not {lang!r}')
    if spoken == "ir":
        return Program((Compiled(text, "ir", ()),), current(), tuple(libraries))
    with progress("compiling"):
        module = clang.compile_c(
            text,
            lang="c" if spoken == "c" else "c++",
            flags=_for_compiler(flags),
            level=level,
            debug=debug,
            compiler=compiler,
            cache=_store(current()),
        )
    return Program((module,), current(), (*libraries, *_libraries(flags)))


@final
@dataclass(frozen=True, eq=False)
class Code:
    """Loaded code of a routine: addresses of itself, its body, and the guard; kept while held."""

    routine: int
    body: int
    guard: int
    entry: int  # of the generated entry point for Python, 0 without one
    held: object


@final
@dataclass(eq=False)
class Program:
    """A loaded library: its modules, and everything made from them, each on first use."""

    modules: tuple[Compiled, ...]
    options: Options
    libraries: tuple[str | Path, ...] = ()
    poison: bool = False  # fresh tape is full of NaN, so that nothing reads it by luck
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _codes: "weakref.WeakValueDictionary[str, Code]" = field(
        default_factory=weakref.WeakValueDictionary, repr=False
    )
    _siblings: "dict[tuple[bool, bool], Program]" = field(default_factory=dict, repr=False)
    _owner: "Program | None" = field(default=None, repr=False)  # whose variables these are
    alone: threading.RLock = field(default_factory=threading.RLock, repr=False)
    inside: bool = False  # of a call that has variables as inputs
    _fresh: set[str] = field(default_factory=set, repr=False)  # digests of what was just made

    def __post_init__(self) -> None:
        _alive.add(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.modules, self.options, self.libraries)

    @cached_property
    def key(self) -> str:
        """What identifies this program and everything that shapes what is made from it."""
        from ribozyme.backend.llvm import LLVM_VERSION
        from ribozyme.backend.target import HOST

        codes = (m.code for m in self.modules)
        how = f"{self.options.optimise_first} {self.options.fast_math} {self.poison}"
        return fingerprint(_FORMAT, own_code(), LLVM_VERSION, str(HOST), how, *codes)

    @cached_property
    def signatures(self) -> tuple[Signature, ...]:
        """The functions that can be called, in the module's order."""

        def make() -> bytes:
            from ribozyme.api.debuginfo import signatures
            from ribozyme.parse import parse_module

            return pickle.dumps(signatures(parse_module(self.optimised)))

        found: tuple[Signature, ...] = pickle.loads(self._kept("signatures", make))
        return found

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The variables that have a name, with why some are no inputs."""

        def make() -> bytes:
            from ribozyme.api.debuginfo import variables
            from ribozyme.parse import parse_module

            return pickle.dumps(variables(parse_module(self.optimised)))

        found: tuple[Variable, ...] = pickle.loads(self._kept("variables", make))
        return found

    @property
    def owner(self) -> "Program":
        """The program whose variables these are."""
        return self._owner or self

    @cached_property
    def optimised(self) -> str:
        """The program as one module after `before`."""

        with progress("optimising"):
            return self._kept("optimised", lambda: self._before("").encode()).decode()

    @property
    def raw(self) -> str:
        """The program as one module before any pass."""
        from ribozyme.backend import apart, llvm

        names = [str(m.sources[0]) if m.sources else "<source>" for m in self.modules]
        codes = [
            apart.read(m.code, name) if m.language == "ir" else m.code
            for m, name in zip(self.modules, names, strict=True)
        ]
        return llvm.link(codes, names) if len(codes) > 1 else llvm.to_text(codes[0], names[0])

    def _before(self, rules: str) -> str:
        from ribozyme.backend.relax import relaxed

        whole = self.raw
        name: pipeline.Name = "before" if self.options.optimise_first else "reference"
        whole = relaxed(whole) if self.options.fast_math else whole
        if not rules:
            return self._run(name, whole)
        from ribozyme.api.rules import undisturbed

        return undisturbed(whole, rules, name)

    @property
    def is_foreign(self) -> bool:
        """Whether some of its IR was not written by a compiler that was run here."""
        return any(module.language == "ir" for module in self.modules)

    def _run(self, name: "pipeline.Name", text: str, **how: Any) -> str:
        """A pipeline of LLVM's, in a process of its own for IR that nobody vouches for."""
        from ribozyme.backend import apart, pipeline

        return (apart.run if self.is_foreign else pipeline.run)(name, text, **how)

    def text(self, routine: Routine) -> str:
        """The module that defines a routine, before the last optimisation."""

        def make() -> bytes:
            recipe = routine.recipe
            match recipe:
                case Derived():
                    return self._derived(routine, recipe).encode()
                case Around(of=inner):
                    return _tidied(self._surrounded(routine, self.text(inner)), "").encode()
            adapter = adapter_text(routine)
            whole = f"{self.optimised}\n{adapter}"
            return (self._run("tidy", whole) if adapter else whole).encode()

        return self._kept(f"text {routine!r}", make, routine).decode()

    def _derived(self, routine: Routine, recipe: Derived) -> str:
        from ribozyme.api.derive import derived_text, split_halves

        inner = self._primal(recipe.of, recipe.rules) if recipe.rules else self.text(recipe.of)
        if isinstance(recipe.of.recipe, Derived):
            inner = _tidied(inner, recipe.rules)
        if recipe.mode == "split":
            text, halves = split_halves(inner, recipe, routine.digest)
            declared = linkage.undeclared(SPLIT_DECLARED, text)
            return f"{text}\n{declared}\n{split_text(routine, halves)}"
        text, name, results = derived_text(inner, recipe, routine.digest)
        return f"{text}\n{wrapper_text(routine, name, results)}"

    def _primal(self, routine: Routine, rules: str) -> str:
        """The module that defines a routine, with functions that have added rules kept whole."""
        match routine.recipe:
            case Derived():
                return self.text(routine)
            case Around(of=inner):
                return _tidied(self._surrounded(routine, self._primal(inner, rules)), rules)
        before = self._kept(f"optimised {rules}", lambda: self._before(rules).encode()).decode()
        adapter = adapter_text(routine)
        return _tidied(f"{before}\n{adapter}", rules) if adapter else before

    def _surrounded(self, routine: Routine, inner: str) -> str:
        """The module of the routine inside with the one around it."""
        declared = linkage.undeclared(MEMCPY_DECLARED, inner)
        return f"{inner}\n{declared}{adapter_text(routine)}"

    def final_text(self, routine: Routine, extra: str = "") -> str:
        """The optimised module of a routine, without what it borrows."""
        from ribozyme.backend import arena, pipeline
        from ribozyme.backend.relax import relaxed
        from ribozyme.backend.slim import slim

        text = self.text(routine)
        text = slim(text) if routine.order else text
        text = f"{text}\n{body_text(routine)}\n{linkage.undeclared(extra, text)}"
        theirs = linkage.names(self.optimised)
        text = _whole(text)
        wanted = {body_name(routine), routine.symbol, "rz.guard", *linkage.names(extra)}
        text = linkage.internal(linkage.borrowing(text, theirs), {*wanted, *theirs})
        options = self.options_of(routine)
        text = relaxed(text) if options.fast_math else text
        text = arena.linked(merged_support(text), poison=self.poison, limit=options.memory)
        how = pipeline.After(vector_math=options.vector_math)
        return self._run("after", text, after=how)

    def image(self, routine: Routine, extra: str = "") -> bytes:
        """The object of a routine."""

        def make() -> bytes:
            from ribozyme.backend import startup
            from ribozyme.backend.target import emit_object

            self._fresh.add(routine.digest)
            with progress("compiling the derivative" if routine.order else "compiling"):
                text = startup.for_loading(self.final_text(routine, extra))
                return emit_object(text, isolated=self.is_foreign)

        words = f"{self.options_of(routine)!r} {extra}"
        return self._kept(f"object {routine!r} {words}", make, routine)

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
                    self.modules, options, self.libraries, self.poison, _owner=self.owner
                )
                self._siblings[state] = found
            return found

    def is_new(self, routine: Routine) -> bool:
        """Whether a routine was compiled by this program, rather than found in the cache."""
        return routine.digest in self._fresh

    @property
    def poisoned(self) -> "Program":
        """This program, its tapes full of NaN before they are written."""
        return Program(self.modules, self.options, self.libraries, True, _owner=self.owner)

    @cached_property
    def _own(self) -> Any:
        """The library itself, loaded."""

        def make() -> bytes:
            from ribozyme.backend import startup
            from ribozyme.backend.target import emit_object

            text = self._run("after", linkage.owning(_whole(self.optimised)))
            return emit_object(startup.for_loading(text), isolated=self.is_foreign)

        from ribozyme.backend import jit

        with progress("compiling"):
            image = self._kept("own", make)
        return jit.load(image, libraries=self._needed)

    @cached_property
    def _needed(self) -> tuple[Any, ...]:
        """The shared libraries this program wants."""
        if all(module.cxx_library is None for module in self.modules):
            return self.libraries
        from ribozyme.frontends import cxxruntime

        return (*self.libraries, *cxxruntime.libraries(self.modules))

    def address(self, symbol: str) -> int:
        """Where a function or variable of the library lies."""
        with self._lock:
            found: int = self._own.address(symbol)
            return found

    def code(
        self,
        routine: Routine,
        entry: str = "",
        extra: str = "",
        symbols: dict[str, int] | None = None,
    ) -> Code:
        """A routine made callable; `extra` is the text of an entry point of the name `entry`."""
        found = self._codes.get(f"{routine.digest} {entry}")
        if found is not None:
            return found
        with self._lock:
            return self._codes.setdefault(
                f"{routine.digest} {entry}", self._loaded(routine, entry, extra, symbols or {})
            )

    def _loaded(self, routine: Routine, entry: str, extra: str, symbols: dict[str, int]) -> Code:
        from ribozyme.backend import arena, elf, jit

        image = self.image(routine, extra)
        if isinstance(routine.recipe, Derived) and routine.recipe.rules:
            from ribozyme.api import rules

            rules.met(self.text(routine), routine.recipe.rules)
        wants = elf.symbols(image)
        known = dict(symbols)
        held: list[object] = []
        outside = (wants.undefined | wants.optional) - set(known) - set(arena.SYMBOLS)
        if outside & self._defined:
            for owner in filter(None, (self._owner, self)):
                own = owner._own
                held.append(own)
                here = {name: own.address(name) for name in outside if name in own}
                known |= here
                outside -= here.keys()
                if not outside & self._defined:
                    break
        library = jit.load(image, symbols=known, libraries=self._needed)
        held.append(library)
        return Code(
            library.address(routine.symbol)
            if routine.symbol in library
            else self.address(routine.symbol),
            library.address(body_name(routine)),
            library.address("rz.guard"),
            library.address(entry) if entry else 0,
            held,
        )

    @cached_property
    def _defined(self) -> frozenset[str]:
        def make() -> bytes:
            return "\n".join(sorted(linkage.names(self.optimised))).encode()

        return frozenset(self._kept("names", make).decode().split("\n"))

    def remembered(self, what: str, find: Callable[[], bool]) -> bool:
        """The answer to a question about this program, found once."""
        return self._kept(what, lambda: b"yes" if find() else b"no") == b"yes"

    def _kept(self, what: str, make: Callable[[], bytes], routine: Routine | None = None) -> bytes:
        """What is made of this program, once; our own mistakes on the way are told as such."""

        def made() -> bytes:
            try:
                return make()
            except Exception as failure:
                from ribozyme.api.mishap import Question, told

                question = Question(self.options, routine)
                mistake = told(lambda: self.raw, question, failure)
                if mistake is failure:
                    raise
                raise mistake from failure

        return _store(self.options).once(fingerprint(self.key, what), made)


_alive: Final["weakref.WeakSet[Program]"] = weakref.WeakSet()
_unpickled: Final["weakref.WeakValueDictionary[str, Program]"] = weakref.WeakValueDictionary()


def _restored(
    modules: tuple[Compiled, ...], options: Options, libraries: tuple[str | Path, ...]
) -> Program:
    """A program out of a pickle: one for all functions of the same content."""
    key = fingerprint(repr(options), repr(libraries), *(m.code for m in modules))
    found = _unpickled.get(key)
    if found is None:
        found = _unpickled[key] = Program(modules, options, libraries)
    return found


def _after_fork() -> None:
    """Locks another thread held at the fork would stay locked for ever in the child."""
    for program in _alive:
        program._lock = threading.RLock()
        program.alone, program.inside = threading.RLock(), False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _tidied(text: str, rules: str) -> str:
    from ribozyme.backend import pipeline

    if not rules:
        return pipeline.run("tidy", text)
    from ribozyme.api.rules import undisturbed

    return undisturbed(text, rules, "tidy")


def _whole(text: str) -> str:
    """The text as LLVM prints it."""
    from ribozyme.backend import llvm

    return llvm.to_text(text)


def merged_support(text: str) -> str:
    """The module with the functions of mathematics in it that its derivatives call."""
    from ribozyme.backend import llvm
    from ribozyme.rules.support import support_ir

    support = support_ir(_SUPPORT.findall(text))
    if not support:
        return text
    return llvm.link([text, support.replace("define internal ", "define linkonce_odr ")])


def _store(options: Options) -> Cache:
    return default_cache() if options.cache else NO_CACHE


def _path(path: str | Path) -> Path:
    if not isinstance(path, str | Path):
        raise error("RZ008", f"load takes paths of files, not {type(path).__name__}: {path!r}")
    return Path(path)


def _for_compiler(flags: Sequence[str]) -> tuple[str, ...]:
    if isinstance(flags, str):
        raise error("RZ008", f"flags is a list of words, not one text: {flags!r}")
    return tuple(flag for flag in flags if not flag.startswith(("-l", "-L")))


def _libraries(flags: Sequence[str]) -> tuple[str, ...]:
    """The shared libraries behind `-lname`, looked for in `-Lfolder` and where the system looks."""
    from ctypes.util import find_library

    folders = [Path(flag[2:]) for flag in flags if flag.startswith("-L")]
    found = []
    for flag in flags:
        if not flag.startswith("-l"):
            continue
        near = (folder / f"lib{flag[2:]}.so" for folder in folders)
        place = next((str(p) for p in near if p.is_file()), None)
        place = place or find_library(flag[2:])
        if place is None:
            raise error("RZ034", f"no library for '{flag}'", helps=("say where: flags=['-L…']",))
        found.append(place)
    return tuple(found)


class progress:
    """A line on standard error when something takes over a second and somebody watches."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if not sys.stderr.isatty() or threading.current_thread() is not threading.main_thread():
            return
        self._timer = threading.Timer(1.0, self._say)
        self._timer.daemon = True
        self._timer.start()

    def _say(self) -> None:
        print(f"ribozyme: {self._what} …", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
