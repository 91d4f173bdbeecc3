"""PyTorch: native functions as operators of its dispatcher.

    f = rz.torch.op(lib.f)           op = rz.torch.op(lib.g, outputs="y", shape=("n",))
    f(x).sum().backward()            torch.func.hessian(f), torch.compile(f, fullgraph=True), …

An `Operator` turns the arguments of a call into those of an operator of the dispatcher
(`torchops.py`), past which calls go that nothing watches (`torcheager.py`).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, final

import torch

from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.bindings.operators.declare import Asked, CountOf, Declared, LengthOf, Like, Measure
from ribozyme.bindings.operators.declare import declare as _declare
from ribozyme.bindings.operators.halves import keep_at_most
from ribozyme.bindings.operators.keep_or_rerun import keeping_pays
from ribozyme.bindings.torcheager import NEVER, UNKNOWN, caller
from ribozyme.bindings.torchlib import DTYPES, NAMESPACE
from ribozyme.bindings.torchops import BELOW, addresses, entry, overload, pulled

__all__ = ["Operator", "keep_at_most", "op"]

_MEASURE: Final = Measure(lambda x: x.numel(), lambda x: tuple(x.shape))
_is_compiling: Final = torch.compiler.is_compiling
_modes: Final = torch._C._len_torch_function_stack

# ---- the user's side -----------------------------------------------------------------------------


def op(function: Function, **how: Any) -> "Operator":
    """A native function as an operator over tensors; `bindings.declare` says what can be declared.

    Tensors are passed in the order of the parameters, everything else by keyword.
    """
    return Operator(_declare(function, **how))


@final
class Operator:
    """A function of tensors that differentiates, batches, compiles and exports like torch's own."""

    __slots__ = (
        "__weakref__", "_blocks", "_dtypes", "_eager", "_entry", "_fixed", "_is_plain", "_op",
        "_shapes", "_sizes", "declared",
    )  # fmt: skip

    def __init__(self, declared: Declared, fixed: dict[str, Any] | None = None) -> None:
        operation = declared.operation
        if not operation.inputs:
            raise error("RZ010", f"'{declared.function.name}' has no tensor among its parameters")
        self.declared = declared
        self._fixed = fixed or {}
        self._op = overload(operation)
        self._entry = entry(operation)
        self._dtypes = tuple(DTYPES[port.dtype] for port in operation.inputs)
        # Words as plain tuples, so that the compiler's tracer reads this class without surprises.
        # `_is_plain`: all words follow from the tensors and from what was given once and for all.
        self._sizes = tuple(
            _rule(rule, declared.whole(name, self._fixed[name]) if name in self._fixed else None)
            for name, rule in declared.sizes.items()
        )
        self._shapes = tuple(_shape_rule(rule) for rule in declared.shapes)
        known = all(name in self._fixed for name in declared.blocks)
        self._blocks: tuple[int, ...] = ()
        if known:
            self._blocks = tuple(w for n in declared.blocks for w in declared.block(n, self._fixed))
        kinds = [kind for kind, _, _ in (*self._sizes, *self._shapes)]
        self._is_plain = known and "ask" not in kinds
        self._eager = self._short() if BELOW and self._is_plain else None

    def _short(self) -> Callable[..., Any] | None:
        """The way of calls that nothing watches."""
        operation = self.declared.operation
        rules = [rule for rule in self._shapes if rule[0] == "like"]
        rules += [*self._sizes, *(("fixed", -1, word) for word in self._blocks)]

        def backward(ctx: Any, *grads: Any) -> Any:
            saved, count = ctx.saved_tensors, len(operation.inputs)
            args = (*saved[:count], *self._words(saved), 0, 0)
            adjoints = pulled(operation, ctx.needs_input_grad, args, grads, saved[count:])
            return adjoints[0] if len(adjoints) == 1 else tuple(adjoints)

        where, kept = addresses[operation.name], UNKNOWN if keeping_pays(operation) else NEVER
        return caller(
            operation.label, where.description, where.run, rules, backward, operation.name, kept
        )

    def __call__(self, *tensors: Any, **given: Any) -> Any:
        """The outputs: one tensor, or a tuple of them."""
        if not _is_compiling() and self._eager is not None and not given and not _modes():
            found = self._eager(*tensors)
            if found is not None:
                return found
        if given or len(tensors) != len(self._dtypes):
            tensors = self.declared.tensors(tensors, {**self._fixed, **given})
        known = self._checked(tensors)
        if given or not self._is_plain:
            named = {**self._fixed, **given}
            rest = {name: named[name] for name in named if name not in self.declared.names}
            call = self.declared.call(known, rest, _MEASURE)
            words, shapes = list(call.words), call.shapes
        else:
            words, shapes = self._words(known), ()
        found = self._entry(*known, *words, 0, 0)
        return self._shaped(found, shapes) if shapes else found

    def _words(self, tensors: Sequence[Any]) -> list[Any]:
        words = []
        for kind, k, _ in self._shapes:
            if kind == "like":
                words.append(tensors[k].numel())
        for kind, k, axis in self._sizes:
            if kind == "count":
                words.append(tensors[k].numel())
            elif kind == "length":
                words.append(tensors[k].shape[axis])
            else:
                words.append(axis)
        words.extend(self._blocks)
        return words

    def _checked(self, tensors: Sequence[Any]) -> Sequence[Any]:
        for x, dtype in zip(tensors, self._dtypes, strict=True):
            if not isinstance(x, torch.Tensor) or x.dtype is not dtype:
                return self._converted(tensors)
            if not x.is_cpu and not x.is_meta:
                raise self._refused(x, "wants a tensor on the CPU", "RZ001")
        return tensors

    def _converted(self, tensors: Sequence[Any]) -> Sequence[Any]:
        """Numbers as tensors; what has another dtype is refused, or cast under autocast."""
        found = []
        for k, (x, dtype) in enumerate(zip(tensors, self._dtypes, strict=True)):
            number = isinstance(x, float | int) and self.declared.operation.inputs[k].like < 0
            if number:
                found.append(torch.tensor(x, dtype=dtype))
            elif not isinstance(x, torch.Tensor):
                raise self._refused(x, "wants a tensor", "RZ008", k)
            elif x.dtype is not dtype and not (
                x.is_floating_point() and dtype.is_floating_point and _has_autocast()
            ):
                raise self._refused(x, f"wants {dtype}", "RZ008", k)
            elif not x.is_cpu and not x.is_meta:
                raise self._refused(x, "wants a tensor on the CPU", "RZ001", k)
            else:
                found.append(x)
        return found

    def _refused(self, x: Any, what: str, code: str, k: int = -1) -> Exception:
        got = f"a tensor of {x.dtype} on {x.device}" if isinstance(x, torch.Tensor) else repr(x)
        name = f"argument '{self.declared.names[k]}'" if k >= 0 else "an argument"
        return error(code, f"{name} of '{self.declared.function.name}' {what}; it got {got}")

    def _shaped(self, found: Any, shapes: Sequence[Any]) -> Any:
        several = tuple(found) if isinstance(found, tuple | list) else (found,)
        made = tuple(
            x if shape is None else x.view(shape) for x, shape in zip(several, shapes, strict=True)
        )
        return made if isinstance(found, tuple | list) else made[0]

    def given(self, **fixed: Any) -> "Operator":
        """The operator with some keywords given once and for all, which compiled code needs."""
        return Operator(self.declared, {**self._fixed, **fixed})

    def apply(self, *tensors: Any, **given: Any) -> Any:
        """The same as calling it, by the name `torch.autograd.Function` has for it."""
        return self(*tensors, **given)

    def __reduce__(self) -> tuple[Any, ...]:
        return Operator, (self.declared, self._fixed)

    def __deepcopy__(self, memo: Any) -> "Operator":
        return self  # it never changes

    def __repr__(self) -> str:
        return f"<ribozyme operator {NAMESPACE}::{self.declared.operation.name}>"


def _rule(rule: CountOf | LengthOf | Asked, fixed: int | None) -> tuple[str, int, int]:
    if fixed is not None:
        return "fixed", -1, fixed
    match rule:
        case CountOf(tensor=k):
            return "count", k, 0
        case LengthOf(tensor=k, axis=axis):
            return "length", k, axis
        case Asked():
            return "ask", -1, 0


def _shape_rule(rule: Any) -> tuple[str, int, int]:
    match rule:
        case None:
            return "own", -1, 0
        case Like(tensor=k):
            return "like", k, 0
        case _:
            return "ask", -1, 0


def _has_autocast() -> bool:
    return bool(torch.is_autocast_enabled("cpu"))
