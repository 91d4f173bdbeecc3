"""Libraries and functions: what `load` and `compile` give.

    lib = rz.load("nbody.c");  f = lib.energy;  f(x, 3);  print(f.signature)

A `Function` is a plan in a program: the primal, or a derivative, which has the same parameters. It
pickles by content, holds its code while it lives, and may be called from any number of threads.
"""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Final, final

from ribozyme.api.calling.plan import Plan, of_function
from ribozyme.api.programs import compile as pipeline
from ribozyme.api.programs.keywords import checked
from ribozyme.api.programs.program import Code, Program
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.errors import Error, error

_HIDDEN: Final = ("std::", "__gnu", "operator", "rz_guard", "_Fortran", "_Q")

_HEADERS: Final = ("", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".tcc", ".inl", ".inc")


def load(*paths: str | Path, **how: Any) -> "Library":
    """Compile and link files, and give their functions.

    `flags` are passed to the compiler (`-lname` names a shared library). `level` asks for the front
    end's own optimisation ("O0" … "O3"); by default Ribozyme's pipeline alone optimises. `lang`
    overrides what the suffix says, `libraries` are shared libraries that define missing symbols.
    """
    checked("load", how, pipeline.load.__kwdefaults__)
    return Library(pipeline.load(*paths, **how))


def compile(text: str, lang: str = "c", **how: Any) -> "Library":
    """Compile source text ("c", "c++" or "ll") and give its functions."""
    checked("compile", how, pipeline.compile_text.__kwdefaults__)
    return Library(pipeline.compile_text(text, lang, **how))


@final
class Library:
    """The functions of a program: `lib.f`, `lib["ns::f"]`, `lib["f(double)"]`."""

    __slots__ = ("_found", "program")

    def __init__(self, program: Program) -> None:
        self.program = program
        self._found: dict[str, Function] = {}

    def __getattr__(self, name: str) -> "Function":
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> "Function":
        if not isinstance(name, str):
            raise error("RZ008", f"a function's name is text, not {name!r}")
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._function(name)
        return found

    def _function(self, name: str) -> "Function":
        matches = lookup(self.program.signatures, name)
        if not matches:
            raise self._unknown(name)
        if len(matches) > 1:
            options = tuple(dict.fromkeys(s.overload for s in matches))
            raise error(
                "RZ005",
                f"'{name}' means {len(matches)} functions",
                helps=tuple(f'lib["{option}"]' for option in options[:8]),
            )
        return Function(self.program, matches[0])

    def _unknown(self, name: str) -> Error:
        every = sorted({s.name for s in self.program.signatures if not hidden(s)})
        from difflib import get_close_matches

        near = get_close_matches(name, every, 3) or [n for n in every if n.endswith(f"::{name}")]
        hint = (f"did you mean {' or '.join(map(repr, near))}?",) if near else ()
        names = sorted({s.name for s in listed(self.program)})
        known = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        return error(
            "RZ004",
            f"the library has no function '{name}'",
            notes=(f"it has: {known}" if names else "it has no functions that can be called",),
            helps=hint,
        )

    def __iter__(self) -> Iterator["Function"]:
        """The user's functions in the order of the source; those of headers have names alone."""
        return (Function(self.program, signature) for signature in listed(self.program))

    def __dir__(self) -> list[str]:
        last = {s.name.rpartition("::")[2] for s in listed(self.program)}
        return sorted(filter(str.isidentifier, last))

    def _repr_html_(self) -> str:
        from ribozyme.api.programs.notebook import library

        return library(self)

    def __repr__(self) -> str:
        names = [s.name for s in listed(self.program)]
        return f"<ribozyme library: {', '.join(names[:8])}{', …' if len(names) > 8 else ''}>"


def hidden(signature: Signature) -> bool:
    """Whether a function belongs to a standard library rather than to the user."""
    name = signature.name
    return name.startswith(_HIDDEN) or not name or "{closure" in name


def listed(program: Program) -> tuple[Signature, ...]:
    """The user's functions in the order of the source; those of headers if there are no others."""
    mine = tuple(s for s in program.signatures if not hidden(s))
    return tuple(s for s in mine if not of_header(s)) or mine


def of_header(signature: Signature) -> bool:
    """Whether a function is defined in a header, as debug information has it."""
    file = signature.location.rpartition(":")[0]
    return bool(file) and Path(file).suffix.lower() in _HEADERS


def lookup(signatures: Sequence[Signature], name: str) -> list[Signature]:
    """The functions a name may mean: whole names first, then symbols, then last parts; of these,
    the ones with the fewest parts before."""
    squeezed = name.replace(" ", "")
    ways: tuple[Callable[[Signature], bool], ...] = (
        lambda s: s.name == name or s.overload.replace(" ", "") == squeezed,
        lambda s: s.symbol == name,
        lambda s: not hidden(s) and s.name.endswith(f"::{name}"),
        lambda s: s.any_case and name.lower() in (s.name, s.name.rpartition("::")[2]),
    )
    for fits in ways:
        found = [s for s in signatures if fits(s)]
        if found:
            least = min(s.name.count("::") for s in found)
            return [s for s in found if s.name.count("::") == least]
    return []


Begin = Callable[["Function", tuple[Any, ...], dict[str, Any]], Any]


@final
class Function:
    """A native function that Python can call: a function of a library, or a derivative of one."""

    __slots__ = (
        "__weakref__", "_code", "_pointer", "_quick", "begin", "derivatives", "name", "plan",
        "program", "signature",
    )  # fmt: skip

    def __init__(self, program: Program, signature: Signature, plan: Plan | None = None) -> None:
        self.program = program
        self.signature = signature
        self.plan = of_function(signature) if plan is None else plan
        self.name = self.plan.name
        self.derivatives: MutableMapping[Any, Any] = {}
        self.begin: Begin | None = None  # wraps the first call
        self._quick: Callable[..., Any] | None = None
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
                if found is not NotImplemented:
                    return found
            from ribozyme.api.calling.call import run
            from ribozyme.api.calling.globals import alone

            with alone(self.program, self.plan):
                return run(self.program, self.plan, self.code, args, kwargs)
        except KeyboardInterrupt:
            self._interrupted()
            raise

    def whole(self, *values: Any) -> Any:
        """Call with a value for every input, those that users do not pass included."""
        if not self.plan.has_variables:
            return self(*values)
        from ribozyme.api.calling.call import evaluated
        from ribozyme.api.calling.globals import alone

        try:
            with alone(self.program, self.plan):
                return evaluated(self.plan, self.code, values)
        except KeyboardInterrupt:
            self._interrupted()
            raise

    def _interrupted(self) -> None:
        """Where native code was left in the middle, say so, and run no more of the library."""
        from ribozyme.backend import interrupts

        if interrupts.left():
            self.program.abandon()
            raise KeyboardInterrupt(interrupts.MESSAGE.format(name=self.name)) from None

    def abandon(self) -> object:
        """Forget the code; it is given to the caller, since threads may be in it."""
        code, self._code, self._quick = self._code, None, None
        return code

    def _first(self) -> Callable[..., Any]:
        """Make the code, and the quick way into it."""
        from ribozyme.api.calling.entry import entered

        self._code, self._quick = entered(self.program, self.plan)
        self.program.used_by(self)
        return self._quick

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

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return f"{self.name}: {self.signature} ({self.signature.location})"

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
    def ctypes(self) -> Any:
        """The native function as a ctypes function pointer: numbers, and addresses for arrays."""
        from ribozyme.api.calling.pointer import callable_by_ctypes

        return callable_by_ctypes(self)
