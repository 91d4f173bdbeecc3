"""Ribozyme differentiates compiled code: it writes derivatives as LLVM IR, after optimisation.

The public names are bound on first use, so that `import ribozyme` stays fast; `_HOMES` says which
module holds each.
"""

from importlib import import_module
from typing import Any, Final

__version__: Final = "0.1.0"

_HOMES: Final[dict[str, str]] = {
    **dict.fromkeys(("load", "compile", "Library", "Function"), "ribozyme.api.functions"),
    **dict.fromkeys(
        ("grad", "value_and_grad", "jvp", "vjp", "jacobian", "hessian", "hvp", "split"),
        "ribozyme.api.transforms",
    ),
    "vmap": "ribozyme.api.batch",
    **dict.fromkeys(("rule", "inactive"), "ribozyme.api.rules"),
    **dict.fromkeys(("explain", "Explanation"), "ribozyme.api.explain"),
    **dict.fromkeys(
        ("autodiff", "Active", "Const", "Duplicated", "DuplicatedNoNeed", "Reverse", "Forward",
         "ReverseWithPrimal", "ForwardWithPrimal", "ForwardFromTape",
         "ForwardFromTapeWithPrimal"),
        "ribozyme.api.exact",
    ),
    "check": "ribozyme.api.check",
    "Report": "ribozyme.api.findings",
    "options": "ribozyme.base.options",
    "Options": "ribozyme.base.options",
    "Signature": "ribozyme.api.signature",
    **dict.fromkeys(
        ("Error", "UsageError", "ArgumentTypeError", "UnknownName", "MissingFile", "CompileError",
         "ParseError", "LinkError", "NoDerivative", "TypeUnknown", "ActivityError",
         "SignatureError", "RunError", "InternalError", "RibozymeWarning"),
        "ribozyme.base.errors",
    ),
}  # fmt: skip

_DOORS: Final = ("torch", "tensorflow", "jax")  # frameworks: a module of bindings for each


def __getattr__(name: str) -> Any:
    if name in _DOORS:
        return _door(name)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ribozyme' has no attribute {name!r}")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def _door(name: str) -> Any:
    try:
        found = import_module(f"ribozyme.bindings.{name}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != name:
            raise
        from ribozyme.base.errors import error

        how = f"pip install 'ribozyme[{name}]'"
        raise error("RZ024", f"{name} is not installed", helps=(how,)) from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_DOORS})
