"""The options, the same words everywhere: keywords of transforms, `rz.options(…)`, `--option`.

    with options(fast_math=True, memory="2GB"):
        current().replace(threads=4)        # what a transform with threads=4 runs under

An `Options` is always valid: building one with a word or value that cannot be meant raises RZ006.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from os import PathLike
from typing import Any, Final, Literal, final

from ribozyme.base.errors import error
from ribozyme.base.record import as_dict, fields, record

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "nonsmooth": ("subgradient", "inf", "ieee", "raise"),
    "check": ("first", "always", "never"),
}
_SWITCHES: Final = (
    *("optimise_first", "fast_math", "vector_math", "cache", "deterministic"),
    *("holomorphic", "as_real"),
)
_COUNTS: Final = ("threads", "width")
_UNITS: Final = "KMGT"
_LOOPS: Final = 'loops and their snapshots, from 1 on: {"loop at model.c:41": 50}, or False'
_PLACES: Final = ("ram", "disk")
_MOST_SNAPSHOTS: Final = 1 << 20
_BYTES: Final = r"(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?"
_MEMORY: Final = (
    'a number of bytes, "2GB", {"ram": "1GB", "disk": "40GB", "where": "/scratch"}, or None'
)


@final
@record
class Options:
    """How derivatives are made and run.

    * `optimise_first=False` differentiates the raw IR, for comparison.
    * `fast_math`: arithmetic may be reordered, contracted and divided by reciprocals, in the
      function before it is differentiated and in the derivative; NaN and infinities keep their
      meaning.
    * `vector_math`: calls of `<math.h>` in loops may become calls of a vector library.
    * `nonsmooth`: what a derivative is where there is none: a finite number where there is a good
      one ("subgradient"), the limit of the slope ("inf"), what JAX and PyTorch give ("ieee"), or an
      error ("raise", RZ606). A table says it of each function: howto/nonsmooth.md.
    * `check`: compare a gradient with differences when it is new, always, or never. It is left out
      where the function does more than write its arguments, since it would have to run again.
    * `cache`: keep what was compiled on disk.
    * `memory` bounds the tape of one call, in bytes or as "2GB" (10⁹ bytes each; "2GiB" is 2³¹).
      Where there is no room for the tape of a loop, some of its states are kept instead; beyond
      that it is an error (RZ603). `{"ram": "1GB", "disk": "40GB", "where": "/scratch"}` keeps more
      states in a file of that directory, by default the system's one for temporary files.
    * `checkpoint`: of which loops reverse mode keeps how many states in place of a tape of all
      iterations: {"loop at model.c:41": 50} (howto/memory.md). With False it is of none, not even
      of those that are marked in the source.
    * `deterministic`: derivatives of parallel regions are the same to the last bit in every run of
      as many threads. Where that cannot be, it is an error (RZ220).
    * `threads`: over how many threads `vmap` deals its lanes; results do not depend on it.
    * `width`: how many directions one sweep carries; with 1 that is chosen.
    * `holomorphic`: `jacobian` and `hessian` of a complex function are its complex derivative, and
      an error where it has none. `as_real`: they have an axis of length 2, Re and Im, for each
      complex output and input.

    >>> rz.Options(threads=2).replace(memory="1GB").memory
    1000000000
    """

    optimise_first: bool = True
    fast_math: bool = False
    vector_math: bool = True
    nonsmooth: Literal["subgradient", "inf", "ieee", "raise"] = "subgradient"
    check: Literal["first", "always", "never"] = "first"
    cache: bool = True
    memory: int | None = None
    disk: tuple[int, str | None] | None = None
    checkpoint: tuple[tuple[str, int], ...] | None = ()
    deterministic: bool = False
    threads: int = 1
    width: int = 1
    holomorphic: bool = False
    as_real: bool = False

    def __post_init__(self) -> None:
        for name in _SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise _refused(name, getattr(self, name), "True or False")
        for name, words in _CHOICES.items():
            if getattr(self, name) not in words:
                raise _refused(name, getattr(self, name), " or ".join(map(repr, words)))
        for name in _COUNTS:
            if not _counts(getattr(self, name)):
                raise _refused(name, getattr(self, name), "a whole number from 1 on")
        if self.memory is not None and not _counts(self.memory):
            raise _refused("memory", self.memory, _MEMORY)
        if self.disk is not None and not (isinstance(self.disk, tuple) and _counts(self.disk[0])):
            raise _refused("memory", self.disk, _MEMORY)
        if self.checkpoint is not None and not _are_loops(self.checkpoint):
            raise _refused("checkpoint", self.checkpoint, _LOOPS)

    @property
    def of_code(self) -> "Options":
        """What code is made by: without what only says how matrices are shown."""
        plain = not (self.holomorphic or self.as_real)
        return self if plain else self.replace(holomorphic=False, as_real=False)

    def replace(self, **changes: Any) -> "Options":
        """These options with some changed; `memory` may be text."""
        for name in changes:
            if name not in NAMES:
                raise _unknown(name)
        if "memory" in changes:
            changes = {"disk": None} | changes | _memory(changes["memory"])
        if isinstance(changes.get("disk"), list):  # as JSON has it
            changes["disk"] = tuple(changes["disk"])
        if isinstance(changes.get("checkpoint"), Mapping):
            changes["checkpoint"] = tuple(changes["checkpoint"].items())
        elif changes.get("checkpoint") is False:
            changes["checkpoint"] = None
        elif isinstance(changes.get("checkpoint"), list):  # as `as_dict` has it
            changes["checkpoint"] = tuple(map(tuple, changes["checkpoint"]))
        return Options(
            **{**as_dict(self), "disk": self.disk, "checkpoint": self.checkpoint, **changes}
        )


NAMES: Final = fields(Options)
_CURRENT: Final[ContextVar[Options]] = ContextVar("ribozyme_options")


def current() -> Options:
    """The options in force here: of the innermost `options(…)`, else the defaults."""
    return _CURRENT.get(_DEFAULT)


def addresses() -> dict[str, int]:
    """Where native code finds the options in force: the variable, and what it is by default."""
    return {"rz.py.options": id(_CURRENT), "rz.py.defaults": id(_DEFAULT)}


@contextmanager
def options(**changes: Any) -> Iterator[Options]:
    """Change options within a `with`, for this thread and what it awaits.

    >>> with rz.options(check="never", threads=2):
    ...     rz.grad(lib.area)(2.0)
    12.0
    """
    token = _CURRENT.set(current().replace(**changes))
    try:
        yield _CURRENT.get()
    finally:
        _CURRENT.reset(token)


def from_words(words: dict[str, str]) -> dict[str, Any]:
    """Options as a command line spells them (`fast-math: "yes"`), as keywords of `options`."""
    return dict(_read(name.replace("-", "_"), text) for name, text in words.items())


def _read(name: str, text: str) -> tuple[str, Any]:
    if name not in NAMES:
        raise _unknown(name)
    if name in _SWITCHES:
        if text.lower() not in _TRUTHS:
            raise _refused(name, text, "yes or no")
        return name, _TRUTHS[text.lower()]
    if name in _COUNTS:
        if not text.isdecimal():
            raise _refused(name, text, "a whole number from 1 on")
        return name, int(text)
    if name == "memory" and text.lower() == "none":
        return name, None
    if name == "checkpoint":
        return name, _loops(text)
    return name, text


_MEANT: Final = {
    **dict.fromkeys(
        ("argnum", "inputs", "with_respect_to"),
        'the inputs are named by wrt: wrt="x", wrt=("a", "b"), or their numbers',
    ),
    **dict.fromkeys(("outputs", "output"), 'the outputs are named by of: of="y"'),
    **dict.fromkeys(
        ("mode", "method", "forward", "reverse"),
        "grad and vjp are reverse mode; jvp is forward mode; autodiff takes a mode",
    ),
    "has_aux": 'further outputs stay in the arrays that the function writes: of="y" names one',
}
"""What words of other tools are called here."""

_TRUTHS: Final = {
    **dict.fromkeys(("", "1", "yes", "true", "on"), True),
    **dict.fromkeys(("0", "no", "false", "off"), False),
}


def _counts(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _are_loops(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(one, tuple)
        and len(one) == 2
        and isinstance(one[0], str)
        and (one[1] == 0 or _counts(one[1]))
        and one[1] <= _MOST_SNAPSHOTS
        for one in value
    )


def _loops(text: str) -> tuple[tuple[str, int], ...]:
    """What a command line says: `model.c:41=50,model.c:70=8`."""
    found = [one.rpartition("=") for one in text.split(",")]
    if not all(name and count.isdecimal() for name, _, count in found):
        raise _refused("checkpoint", text, _LOOPS)
    return tuple((name, int(count)) for name, _, count in found)


def _memory(value: object) -> dict[str, Any]:
    """The options of what `memory` may be: bytes as a number or text, or of several places."""
    if not isinstance(value, Mapping):
        return {"memory": _bytes(value) if isinstance(value, str) else value}
    where = value.get("where")
    known = value.keys() <= {"ram", "disk", "where"} and value.get("ram") is not None
    if not known or not (where is None or isinstance(where, str | PathLike)):
        raise _refused("memory", dict(value), _MEMORY)
    ram, disk = (
        _bytes(one) if isinstance(one := value.get(name), str) else one for name in _PLACES
    )
    if not _counts(ram) or not (disk is None or _counts(disk)):
        raise _refused("memory", dict(value), _MEMORY)
    file = None if disk is None else (disk, None if where is None else str(where))
    return {"memory": ram, "disk": file}


def _bytes(text: str) -> int:
    found = re.fullmatch(_BYTES, text.strip(), re.IGNORECASE)
    if found is None:
        raise _refused("memory", text, _MEMORY)
    number, unit, binary = found.groups()
    power = _UNITS.index(unit.upper()) + 1 if unit else 0
    return int(float(number) * (1024 if binary else 1000) ** power)


def _refused(name: str, value: object, wanted: str) -> Exception:
    return error("RZ006", f"option '{name}' is {wanted}, not {value!r}")


def _unknown(name: str) -> Exception:
    from difflib import get_close_matches

    near = get_close_matches(name, NAMES, 1)
    meant = _MEANT.get(name) or (f"did you mean '{near[0]}'?" if near else None)
    helps = () if meant is None else (meant,)
    return error("RZ006", f"there is no option '{name}'", helps=(*helps, "; ".join(NAMES)))


_DEFAULT: Final = Options()  # last: building it checks it
