"""Libraries and functions: what `load` and `compile` give.

    lib = rz.load("nbody.c");  f = lib.energy;  f(x, 3);  print(f.signature)

A `Function` is a plan in a program: the primal, or a derivative, which has the same parameters. It
pickles by content, holds its code while it lives, and may be called from any number of threads.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Final, final

from ribozyme.api.calling.call_plan import Plan, of_function
from ribozyme.api.programs import compile as pipeline
from ribozyme.api.programs.function_names import HIDDEN, listed, lookup, unknown
from ribozyme.api.programs.inlined import EMIT_ALL
from ribozyme.api.programs.keywords import checked
from ribozyme.api.programs.program import Code, Program
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.errors import Error, error

_INTERNAL: Final = frozenset((
    "abandon", "begin", "callee", "code", "derivatives", "failure", "is_new", "plan", "program",
    "was_called", "way", "whole",
))  # fmt: skip


def load(*paths: str | Path, **how: Any) -> "Library":
    """Compile and link files, and give their functions.

    `flags` are passed to the compiler (`-lname` names a shared library). `level` asks for the front
    end's own optimisation ("O0" … "O3"); by default Ribozyme's pipeline alone optimises. `lang`
    overrides what the suffix says, `libraries` are shared libraries that define missing symbols, by
    path, or by name if they are where the system looks or beside the program's files.

    >>> (folder / "model.c").write_text("double cube(double x) { return x * x * x; }")
    43
    >>> rz.load(folder / "model.c", level="O1").cube(2.0)
    8.0
    """
    checked("load", how, pipeline.load.__kwdefaults__)
    return Library(pipeline.load(*paths, **how), lambda: pipeline.load(*paths, **_emitting(how)))


def compile(text: str, lang: str = "c", **how: Any) -> "Library":
    """Compile source text ("c", "c++" or "ll") and give its functions.

    >>> rz.compile("double cube(double x) { return x * x * x; }").cube(2.0)
    8.0
    """
    checked("compile", how, pipeline.compile_text.__kwdefaults__)
    return Library(
        pipeline.compile_text(text, lang, **how),
        lambda: pipeline.compile_text(text, lang, **_emitting(how)),
    )


def _emitting(how: dict[str, Any]) -> dict[str, Any]:
    return {**how, "flags": (*how.get("flags", ()), EMIT_ALL)}


@final
class Library:
    """The functions of a program: `lib.f`, `lib["ns::f"]`, `lib["f(double)"]`.

    >>> [f.name for f in lib][:3]
    ['area', 'energy', 'cubes']
    >>> lib["area"](2.0)
    12.0
    """

    __slots__ = ("__dict__", "__weakref__", "_emitted", "_found", "_given", "_kept", "program")

    def __init__(self, program: Program, emitted: Callable[[], Program] | None = None) -> None:
        self.program = program
        self._emitted = emitted  # the program with functions that nothing uses
        self._kept: frozenset[str] = frozenset()  # those of them that were asked for
        self._found: dict[str, Function] = {}
        self._given = False  # whether somebody has a function of it

    def __getattr__(self, name: str) -> "Function":
        if name.startswith("__"):
            raise AttributeError(name)
        found = self.__dict__[name] = self[name]  # an attribute from now on
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return Library, (self.program,)

    def __getitem__(self, name: str) -> "Function":
        if not isinstance(name, str):
            raise error("RZ008", f"a function's name is text, not {name!r}")
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._function(name)
        return found

    def _function(self, name: str) -> "Function":
        matches = lookup(self.program.signatures, name) or self._unused(name)
        if not matches:
            raise unknown(self.program, name)
        if len(matches) > 1:
            options = tuple(dict.fromkeys(s.overload for s in matches))
            raise error(
                "RZ005",
                f"'{name}' means {len(matches)} functions",
                helps=tuple(f'lib["{option}"]' for option in options[:8]),
            )
        self._given = True
        return Function(self.program, matches[0])

    def _unused(self, name: str) -> list[Signature]:
        """The functions a name may mean that were not compiled: nothing uses them. They come with a
        program of their own, so that one with variables may have given no function yet."""
        in_c = any(module.language in ("c", "c++") for module in self.program.modules)
        if self._emitted is None or not in_c:
            return []
        from ribozyme.api.programs.inlined import keeping, symbols

        emitted = self._emitted()
        found = symbols(emitted, name)
        if not found:
            return []
        state = [v.name for v in self.program.variables if not v.name.startswith((*HIDDEN, "__"))]
        if self._given and state:
            raise error(
                "RZ004",
                f"'{name}' is compiled only where it is used, and another function of the library "
                "was asked for before it",
                notes=(f"both would have their own '{state[0]}'",),
                helps=(f"ask for '{name}' first", "mark it `__attribute__((used))`"),
            )
        self._kept |= found
        self.program = keeping(emitted, self._kept)
        return lookup(self.program.signatures, name)

    def __iter__(self) -> Iterator["Function"]:
        """The user's functions in the order of the source; those of headers have names alone."""
        self._given = True
        return (Function(self.program, signature) for signature in listed(self.program))

    def __dir__(self) -> list[str]:
        last = {s.name.rpartition("::")[2] for s in listed(self.program)}
        return sorted(filter(str.isidentifier, last))

    def _repr_html_(self) -> str:
        from ribozyme.api.programs.notebook import library

        return library(listed(self.program))

    def __repr__(self) -> str:
        names = [s.name for s in listed(self.program)]
        return f"<ribozyme library: {', '.join(names[:8])}{', …' if len(names) > 8 else ''}>"


@final
class OfClass:
    """The docstring of `Function` itself; that of an object is its declaration."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __get__(self, one: "Function | None", kind: type) -> str | None:
        return (
            self.text if one is None else f"{one.name}: {one.signature} ({one.signature.location})"
        )


Begin = Callable[["Function", tuple[Any, ...], dict[str, Any]], Any]


@final
class Function:
    """A native function that Python can call: a function of a library, or a derivative of one.

    >>> print(lib.energy.signature)
    double energy(const double *x, int n, double k)
    >>> lib.energy(x, n=3, k=0.5)
    7.0
    """

    __doc__ = OfClass(__doc__)

    __slots__ = (
        "__weakref__", "_code", "_into", "_pointer", "_quick", "begin", "derivatives", "name",
        "plan", "program", "signature", "way",
    )  # fmt: skip

    def __init__(self, program: Program, signature: Signature, plan: Plan | None = None) -> None:
        self.program = program
        self.signature = signature
        self.plan = of_function(signature) if plan is None else plan
        self.name = self.plan.name
        self.derivatives: MutableMapping[Any, Any] = {}
        self.way: Any = None  # of `autodiff`, for the arguments that it had last
        self.begin: Begin | None = None  # wraps the first call
        self._quick: Callable[..., Any] | None = None
        self._into: Callable[..., Any] | None = None  # the same for a call with out=
        self._code: Code | None = None
        self._pointer: tuple[int, object] | None = None  # the address, and what holds it

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        quick = self._quick or self._first()
        if self.begin is not None:
            begin, self.begin = self.begin, None
            return begin(self, args, kwargs)
        try:
            if not kwargs:
                found = quick(*args)
            elif len(kwargs) == 1 and "out" in kwargs:
                out = kwargs["out"]
                outs = out if isinstance(out, tuple) else (out,)
                found = (self._into or self._enter_into())(*args, *outs)
            else:
                found = NotImplemented
            if found is not NotImplemented:
                return found
            from ribozyme.api.calling.call import run
            from ribozyme.api.calling.variables import alone

            with alone(self.program, self.plan):
                return run(self.program, self.plan, self.code, args, kwargs)
        except (KeyboardInterrupt, Error) as problem:
            raise self.failure(problem, args, kwargs) from None

    def failure(
        self, problem: KeyboardInterrupt | Error, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> BaseException:
        """What a call raises that ended so."""
        if isinstance(problem, KeyboardInterrupt):
            return self._interrupted(problem)
        if problem.code == "RZ603":
            from ribozyme.api.explaining.exhausted import told

            return told(self.program, self.plan, problem, args, kwargs)
        if problem.code == "RZ215":
            from ribozyme.api.calling.call import located

            return located(self.plan, problem)
        return problem

    def whole(self, *values: Any) -> Any:
        """Call with a value for every input, those that users do not pass included."""
        if not self.plan.has_variables:
            return self(*values)
        from ribozyme.api.calling.call import evaluated
        from ribozyme.api.calling.variables import alone

        try:
            with alone(self.program, self.plan):
                return evaluated(self.plan, self.code, values)
        except KeyboardInterrupt as problem:
            raise self._interrupted(problem) from None

    def _interrupted(self, problem: KeyboardInterrupt) -> KeyboardInterrupt:
        """Where native code was left in the middle, say so, and run no more of the library."""
        from ribozyme.backend.runtime import interrupts

        if interrupts.left():
            self.program.abandon()
            return KeyboardInterrupt(interrupts.MESSAGE.format(name=self.name))
        return problem

    def abandon(self) -> object:
        """Forget the code; it is given to the caller, since threads may be in it."""
        code, self._code, self._quick, self._into = self._code, None, None, None
        return code

    def _first(self) -> Callable[..., Any]:
        """Make the code, and the quick way into it."""
        from ribozyme.api.calling.entry import entered

        self._code, self._quick = entered(self.program, self.plan)
        self.program.used_by(self)
        return self._quick

    def _enter_into(self) -> Callable[..., Any]:
        """The quick way in with memory for results, where no parameter is called `out`."""
        from ribozyme.api.calling.entry import into, no_way

        own = any(given.name == "out" for given in self.plan.inputs)
        self._into = no_way if own else into(self.program, self.plan)
        return self._into

    @property
    def code(self) -> Code:
        """The loaded code, kept while this object lives."""
        if self._code is None:
            self._first()
        assert self._code is not None
        return self._code

    @property
    def was_called(self) -> bool:
        """Whether the code has been asked for."""
        return self._quick is not None

    @property
    def is_new(self) -> bool:
        """Whether the code was compiled here and now, rather than found in the cache."""
        return self.program.is_new(self.plan.routine)

    def __reduce__(self) -> tuple[Any, ...]:
        return Function, (self.program, self.signature, self.plan)

    def __repr__(self) -> str:
        kind = "derivative" if self.plan.routine.order else "function"
        return f"<ribozyme {kind} {self.name}: {self.signature}>"

    def _repr_html_(self) -> str:
        from ribozyme.api.programs.notebook import function

        return function(self)

    __signature__ = Parameters()

    @property
    def __name__(self) -> str:
        return self.name

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self)} - _INTERNAL)

    @property
    def ir(self) -> str:
        """The function in LLVM IR, as it is compiled."""
        from ribozyme.api.programs.show import ir

        return ir(self.program, self.plan)

    @property
    def asm(self) -> str:
        """The function in the assembly language of this machine."""
        from ribozyme.api.programs.show import assembly

        return assembly(self.program, self.plan)

    @property
    def address(self) -> int:
        """Where the machine code lies: a function pointer for C, valid while this object lives.

        A derivative's parameters are those that `ribozyme grad --emit h` declares.
        """
        from ribozyme.api.calling.pointer import pointed

        if self._pointer is None:
            self._pointer = pointed(self)
        return self._pointer[0]

    @property
    def callee(self) -> int:
        """The address by which functions of the program call this one."""
        from ribozyme.api.calling.routine import Primal

        recipe = self.plan.routine.recipe
        return self.program.address(recipe.symbol) if isinstance(recipe, Primal) else self.address

    @property
    def ctypes(self) -> Any:
        """The native function as a ctypes function pointer: numbers, and addresses for arrays."""
        from ribozyme.api.calling.pointer import callable_by_ctypes

        return callable_by_ctypes(self)
