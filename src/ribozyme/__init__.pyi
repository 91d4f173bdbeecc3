"""The public names, for type checkers: `__init__.py` binds each on first use.

A test compares the two. There is no `__getattr__` here, so that a name that does not exist is an
error.
"""

# ruff: noqa: I001, A004

from types import ModuleType
from typing import Final

from ribozyme.api.derivatives.batch import vmap as vmap
from ribozyme.api.derivatives.checkpoint import checkpoint as checkpoint
from ribozyme.api.checking.check import check as check
from ribozyme.api.derivatives.exact import (
    Active as Active,
    Const as Const,
    Duplicated as Duplicated,
    DuplicatedNoNeed as DuplicatedNoNeed,
    Forward as Forward,
    ForwardFromTape as ForwardFromTape,
    ForwardFromTapeWithPrimal as ForwardFromTapeWithPrimal,
    ForwardWithPrimal as ForwardWithPrimal,
    Reverse as Reverse,
    ReverseWithPrimal as ReverseWithPrimal,
    autodiff as autodiff,
)
from ribozyme.api.explaining.explain import Explanation as Explanation, explain as explain
from ribozyme.api.checking.findings import Report as Report
from ribozyme.api.checking.nonfinite import Trace as Trace, trace_nan as trace_nan
from ribozyme.api.programs.functions import (
    Function as Function,
    Library as Library,
    compile as compile,
    load as load,
)
from ribozyme.api.custom.callback import callback as callback
from ribozyme.api.custom.implicit import (
    Implicit as Implicit,
    argmin as argmin,
    fixed_point as fixed_point,
    root as root,
)
from ribozyme.api.derivatives.jacobians import (
    jacfwd as jacfwd,
    jacrev as jacrev,
    linearize as linearize,
    value_and_jacobian as value_and_jacobian,
)
from ribozyme.api.derivatives.pure import pure as pure
from ribozyme.api.custom.rules import inactive as inactive, rule as rule
from ribozyme.api.signatures.signature import Signature as Signature
from ribozyme.backend.runtime.spare import release as release
from ribozyme.api.derivatives.transforms import (
    grad as grad,
    hessian as hessian,
    hvp as hvp,
    jacobian as jacobian,
    jvp as jvp,
    sparsity as sparsity,
    split as split,
    value_and_grad as value_and_grad,
    vjp as vjp,
)
from ribozyme import gpu as gpu
from ribozyme import matrix as matrix
from ribozyme.base.errors import (
    ActivityError as ActivityError,
    ArgumentTypeError as ArgumentTypeError,
    CompileError as CompileError,
    Error as Error,
    InternalError as InternalError,
    KernelFault as KernelFault,
    LinkError as LinkError,
    MissingFile as MissingFile,
    MissingFramework as MissingFramework,
    NoDerivative as NoDerivative,
    NotConverged as NotConverged,
    ParseError as ParseError,
    RibozymeWarning as RibozymeWarning,
    RunError as RunError,
    SignatureError as SignatureError,
    TypeUnknown as TypeUnknown,
    UnknownName as UnknownName,
    UsageError as UsageError,
)
from ribozyme.base.options import Options as Options, options as options
from ribozyme.bindings import jax as jax, numba as numba, tensorflow as tensorflow, torch as torch

__version__: Final = "0.1.0"

def framework(name: str) -> ModuleType: ...
