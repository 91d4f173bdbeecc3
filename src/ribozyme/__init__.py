"""Ribozyme differentiates compiled code: it writes derivatives as LLVM IR, after optimisation.

The public names are bound on first use, so that `import ribozyme` stays fast; `_HOMES` says which
module holds each. Type checkers read the same names in `__init__.pyi`.
"""

from importlib import import_module
from typing import Any, Final

__version__: Final = "0.1.0"

_HOMES: Final[dict[str, str]] = {
    **dict.fromkeys(("load", "compile", "Library", "Function"), "ribozyme.api.programs.functions"),
    **dict.fromkeys(
        ("grad", "value_and_grad", "jvp", "vjp", "jacobian", "hessian", "hvp", "sparsity",
         "split"),
        "ribozyme.api.derivatives.transforms",
    ),
    **dict.fromkeys(
        ("jacfwd", "jacrev", "value_and_jacobian", "linearize"),
        "ribozyme.api.derivatives.jacobians",
    ),
    "vmap": "ribozyme.api.derivatives.batch",
    "pure": "ribozyme.api.derivatives.pure",
    "checkpoint": "ribozyme.api.derivatives.checkpoint",
    **dict.fromkeys(("root", "fixed_point", "argmin", "Implicit"), "ribozyme.api.custom.implicit"),
    "callback": "ribozyme.api.custom.callback",
    **dict.fromkeys(("rule", "inactive"), "ribozyme.api.custom.rules"),
    **dict.fromkeys(("explain", "Explanation"), "ribozyme.api.explaining.explain"),
    **dict.fromkeys(
        ("autodiff", "Active", "Const", "Duplicated", "DuplicatedNoNeed", "Reverse", "Forward",
         "ReverseWithPrimal", "ForwardWithPrimal", "ForwardFromTape",
         "ForwardFromTapeWithPrimal"),
        "ribozyme.api.derivatives.exact",
    ),
    "check": "ribozyme.api.checking.check",
    "Report": "ribozyme.api.checking.findings",
    **dict.fromkeys(("trace_nan", "Trace"), "ribozyme.api.checking.nonfinite"),
    "release": "ribozyme.backend.runtime.spare",
    "options": "ribozyme.base.options",
    "Options": "ribozyme.base.options",
    "Signature": "ribozyme.api.signatures.signature",
    **dict.fromkeys(
        ("Error", "UsageError", "ArgumentTypeError", "UnknownName", "MissingFile",
         "MissingFramework", "CompileError", "ParseError", "LinkError", "NoDerivative",
         "TypeUnknown", "ActivityError", "SignatureError", "RunError", "NotConverged",
         "KernelFault", "InternalError", "RibozymeWarning"),
        "ribozyme.base.errors",
    ),
}  # fmt: skip

__all__ = [*_HOMES]  # noqa: PLE0604
_DOORS: Final = ("torch", "tensorflow", "jax", "numba")  # frameworks: a module of bindings for each
_MODULES: Final = ("gpu", "matrix")


def __getattr__(name: str) -> Any:
    if name in _DOORS:
        return framework(name)
    if name in _MODULES:
        return import_module(f"ribozyme.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ribozyme' has no attribute {name!r}")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def framework(name: str) -> Any:
    """The module for a framework; where that cannot be imported, an error that is an AttributeError
    too, so that `hasattr`, `help` and `inspect` go on without it.
    """
    try:
        found = import_module(f"ribozyme.bindings.{name}")
    except ImportError as failure:
        raise _unusable(name, failure) from failure
    globals()[name] = found
    return found


def _unusable(name: str, failure: ImportError) -> Exception:
    from ribozyme.base.errors import error

    how = f"pip install 'ribozyme[{name}]'"
    missing = failure.name or ""
    if isinstance(failure, ModuleNotFoundError) and missing.partition(".")[0] == name:
        return error("RZ024", f"{name} is not installed", helps=(how,))
    said = f"{name} is installed and cannot be imported: {failure}"
    return error("RZ024", said, helps=(f"run by itself: import {name}", how))


def __dir__() -> list[str]:
    dunders = (name for name in globals() if name.startswith("__") and name.endswith("__"))
    return sorted({*dunders, *_HOMES, *_DOORS, *_MODULES})
