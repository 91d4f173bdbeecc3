"""The exceptions users see, one class per family, each carrying a `Diagnostic`.

    raise error("RZ201", "no derivative for 'erfcx'", span=span, function="loss", helps=("…",))

`CODES` says which class a code has. Exceptions are plain classes: `contextlib` assigns to them.
They pickle, so that a child process can hand one to its parent.
"""

import os
import re
import sys
import warnings
from types import FrameType
from typing import Any, Final, final

from ribozyme.base.diag import Diagnostic, Severity, Step, render
from ribozyme.base.record import record
from ribozyme.base.source import Span


class Error(Exception):
    """Anything Ribozyme refuses or fails at; `str` is the message as `RIBOZYME_ERRORS` asks.

    >>> try:
    ...     rz.grad(lib.energy, wrt="q")
    ... except rz.Error as failure:
    ...     failure.code
    'RZ013'
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return render(self.diagnostic)

    @property
    def code(self) -> str:
        return self.diagnostic.code

    @property
    def location(self) -> Span | None:
        return self.diagnostic.span

    @property
    def chain(self) -> tuple[Step, ...]:
        return self.diagnostic.chain

    @property
    def fixes(self) -> tuple[str, ...]:
        return self.diagnostic.helps


class UsageError(Error, ValueError):
    """An argument, option or file that cannot be meant."""


class ArgumentTypeError(UsageError, TypeError):
    """An argument of the wrong type: dtype, order, a list where an array belongs."""


class UnknownName(UsageError, AttributeError, KeyError):
    """A function, parameter or global that does not exist."""


class MissingFile(UsageError, FileNotFoundError):
    """A file that does not exist or cannot be read."""


class MissingFramework(UsageError, AttributeError):
    """A Python package that is not installed: to `hasattr` its module is not there."""


class CompileError(Error):
    """The front end's compiler refused, or there is none."""


class ParseError(Error):
    """The IR is not what LLVM accepts."""


class LinkError(Error):
    """Symbols that are missing, defined twice, or of another target."""


class NoDerivative(Error):
    """An active operation that has no derivative, or none that is known."""


class TypeUnknown(Error):
    """What an active copy moves is not known, or two witnesses disagree."""


class ActivityError(Error):
    """A derivative would have to flow where it was declared, or shown, that none can."""


class SignatureError(Error, TypeError):
    """Arguments, markers or tapes that do not fit the function."""


class RunError(Error, RuntimeError):
    """What is only seen when a derivative runs."""


class NotConverged(RunError):
    """A solver that stopped before its equation held; `residual` is what is left."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        found = re.search(r"residual is ([\d.e+-]+|inf)", diagnostic.message)
        self.residual = float(found[1]) if found else float("nan")


class KernelFault(RunError):
    """What a kernel does that no kernel may: its kind, line, and threads as (block, thread)."""

    kind: str = ""
    line: int = 0
    threads: tuple[tuple[int, int], ...] = ()


class InternalError(Error, RuntimeError):
    """Ribozyme's own mistake."""


class RibozymeWarning(UserWarning):
    """A warning with its `Diagnostic`."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return render(self.diagnostic)


@final
@record
class Code:
    """What a code stands for; `docs/errors.md` has a paragraph under the same title."""

    family: type[Error]
    title: str


CODES: Final[dict[str, Code]] = {
    # usage, files, compilers, linking
    "RZ001": Code(UsageError, "a value that cannot be meant"),
    "RZ002": Code(MissingFile, "a file cannot be read"),
    "RZ003": Code(UsageError, "the language of a file is not known"),
    "RZ004": Code(UnknownName, "no function of that name"),
    "RZ005": Code(UnknownName, "a name means several functions"),
    "RZ006": Code(UsageError, "an option does not exist or has no such value"),
    "RZ007": Code(UsageError, "the cache directory cannot be used"),
    "RZ008": Code(ArgumentTypeError, "an argument of the wrong type"),
    "RZ009": Code(UsageError, "which output is meant is not clear"),
    "RZ010": Code(UsageError, "there is nothing to differentiate"),
    "RZ011": Code(SignatureError, "arguments do not fit the function"),
    "RZ012": Code(SignatureError, "the signature of a function is not known"),
    "RZ013": Code(UnknownName, "no parameter or global of that name"),
    "RZ014": Code(UsageError, "an array that is written is read-only"),
    "RZ015": Code(UsageError, "a derivative of complex numbers that is not one number"),
    "RZ020": Code(CompileError, "the compiler refused the source"),
    "RZ021": Code(CompileError, "no compiler was found"),
    "RZ022": Code(CompileError, "the compiler died"),
    "RZ024": Code(MissingFramework, "a framework is not installed"),
    "RZ030": Code(LinkError, "symbols are missing"),
    "RZ031": Code(LinkError, "a symbol is defined twice"),
    "RZ032": Code(LinkError, "an object file carries no bitcode"),
    "RZ033": Code(LinkError, "modules are made for different targets"),
    "RZ034": Code(LinkError, "the linker refused"),
    # the IR
    "RZ101": Code(ParseError, "the IR is malformed"),
    "RZ102": Code(ParseError, "a file is not LLVM bitcode"),
    "RZ103": Code(ParseError, "LLVM's verifier refused the IR"),
    "RZ104": Code(ParseError, "bitcode of a newer LLVM"),
    "RZ105": Code(ParseError, "IR that Ribozyme cannot hold"),
    "RZ106": Code(ParseError, "the target has no such instruction"),
    # no derivative
    "RZ201": Code(NoDerivative, "no derivative for a call"),
    "RZ202": Code(NoDerivative, "inline assembly on active data"),
    "RZ203": Code(NoDerivative, "the bits of an active float are changed as an integer"),
    "RZ204": Code(NoDerivative, "an active variadic argument"),
    "RZ205": Code(NoDerivative, "an active atomic operation"),
    "RZ206": Code(NoDerivative, "setjmp and longjmp"),
    "RZ207": Code(NoDerivative, "an indirect call whose targets are not known"),
    "RZ208": Code(NoDerivative, "control flow that cannot be reversed"),
    "RZ209": Code(NoDerivative, "an exception handler in differentiated code"),
    "RZ211": Code(NoDerivative, "an active instruction without a derivative"),
    "RZ212": Code(NoDerivative, "a custom rule is not a differential"),
    "RZ213": Code(NoDerivative, "a custom rule is wrong"),
    "RZ215": Code(NoDerivative, "memory is freed or moved in a way that cannot be reversed"),
    "RZ216": Code(NoDerivative, "parallel code that has no derivative"),
    "RZ217": Code(NoDerivative, "a custom rule that was never used"),
    "RZ219": Code(NoDerivative, "a loop that cannot be checkpointed"),
    "RZ218": Code(NoDerivative, "what depends on what is not known"),
    "RZ220": Code(
        NoDerivative, "parallel code that differs from run to run, and deterministic=True"
    ),
    # types
    "RZ301": Code(TypeUnknown, "the type of an active copy is not known"),
    "RZ303": Code(TypeUnknown, "a float and a pointer, or floats of two kinds, in the same memory"),
    # activity and aliasing
    "RZ403": Code(ActivityError, "a global has no shadow"),
    "RZ404": Code(ActivityError, "two parameters share a shadow"),
    "RZ405": Code(ActivityError, "bits whose provenance is not known"),
    "RZ406": Code(ActivityError, "active values in pre-existing memory"),
    "RZ407": Code(ActivityError, "an inactive pointer takes the place of a shadow"),
    "RZ408": Code(ActivityError, "the result depends on an earlier call"),
    # the C interface
    "RZ501": Code(SignatureError, "an enzyme_ marker that does not exist"),
    "RZ502": Code(SignatureError, "a derivative call has too few arguments"),
    "RZ503": Code(SignatureError, "a derivative call has too many arguments"),
    "RZ504": Code(SignatureError, "a marker does not fit its argument"),
    "RZ505": Code(SignatureError, "what is differentiated has no visible body"),
    "RZ506": Code(SignatureError, "the tape is too small"),
    "RZ507": Code(SignatureError, "the result type of a derivative call does not fit"),
    "RZ508": Code(SignatureError, "a registry entry is malformed"),
    "RZ509": Code(SignatureError, "the width of a derivative call"),
    "RZ510": Code(SignatureError, "the first argument is not a function"),
    "RZ511": Code(SignatureError, "an entry point that does not exist yet"),
    "RZ512": Code(SignatureError, "an argument is converted by a variadic call"),
    "RZ513": Code(SignatureError, "a tape of another derivative"),
    "RZ514": Code(SignatureError, "a marker without effect"),
    "RZ515": Code(SignatureError, "a tape that is read back after it was read forwards"),
    "RZ516": Code(SignatureError, "a tape that was made with other shadows"),
    # run time
    "RZ601": Code(RunError, "the derivative failed its check"),
    "RZ603": Code(RunError, "the tape does not fit into memory"),
    "RZ604": Code(RunError, "the program went where no derivative exists"),
    "RZ605": Code(RunError, "a child process died"),
    "RZ606": Code(RunError, "a non-smooth point"),
    "RZ607": Code(RunError, "the program crashes"),
    "RZ608": Code(RunError, "a check was left out"),
    "RZ609": Code(RunError, "a library was left in the middle of a call"),
    "RZ610": Code(NotConverged, "a solver did not converge"),
    "RZ611": Code(RunError, "a solution without a derivative"),
    "RZ612": Code(RunError, "a sparsity pattern that the point decides"),
    "RZ613": Code(KernelFault, "a fault of a kernel"),
    "RZ614": Code(RunError, "no file for snapshots"),
    # ours
    "RZ901": Code(InternalError, "a mistake in Ribozyme"),
    "RZ902": Code(InternalError, "the generated IR is not valid"),
    "RZ903": Code(InternalError, "debug information was lost"),
    "RZ904": Code(InternalError, "code generation failed"),
}


def error(
    code: str,
    message: str,
    *,
    span: Span | None = None,
    function: str = "",
    label: str = "",
    ir: str = "",
    chain: tuple[Step, ...] = (),
    notes: tuple[str, ...] = (),
    helps: tuple[str, ...] = (),
) -> Error:
    """The exception of a code; the caller raises it."""
    found = Diagnostic(code, message, "error", span, function, label, ir, chain, notes, helps)
    return CODES[code].family(found)


def warn(code: str, message: str, **fields: Any) -> None:
    """Warn with a diagnostic, of the user's line that led here; Python's filters decide whether and
    how often it is seen.
    """
    severity: Severity = "warning"
    found = Diagnostic(code, message, severity, **fields)
    warnings.warn(RibozymeWarning(found), stacklevel=_frames_of_ours() + 1)


def _frames_of_ours() -> int:
    """How many frames up the one lies that called this package."""
    package = os.path.dirname(os.path.dirname(__file__)) + os.sep
    frame: FrameType | None = sys._getframe(1)
    last, depth = 0, 0
    while frame is not None:
        last = depth if frame.f_code.co_filename.startswith(package) else last
        frame, depth = frame.f_back, depth + 1
    return last + 1
