"""Operators of torch's dispatcher: one for each native call, `ribozyme::NAME`, and its rules.

    overload(operation)     a native kernel on `CPU`; shapes (`fake`), batches (`vmap`), autocast
    its derivatives         a kernel on `Autograd`, a function of a single level

The function of a single level is what makes `torch.func`, forward mode and the compiler see one and
the same derivative. The names of torch that it needs are private, so `BELOW` says whether they are
there; without them operators are differentiated in a simpler way (`_plain`), which refuses what it
cannot do. Derivatives of derivatives are operators too, made when first asked for.

Where it pays (`keep_or_rerun.py`) a call that is recorded runs `NAME_keep…` in place of `NAME`: the
same, and a ticket for what native memory keeps of it, which `NAME_back…` is given. Both have the
derivatives of what they stand for.
"""

# What the framework's own functions take is not said everywhere.
# mypy: allow-untyped-calls

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, cast, final

import torch

from ribozyme.base.errors import Error
from ribozyme.base.record import dataclass
from ribozyme.bindings import torcheager
from ribozyme.bindings.operators.glue_library import Described, operation_text
from ribozyme.bindings.operators.halves import TICKET, Halved
from ribozyme.bindings.operators.keep_or_rerun import keeping_pays
from ribozyme.bindings.operators.operation import Operation
from ribozyme.bindings.torchcalls import Addresses, held, kernels, registered, schema
from ribozyme.bindings.torchlib import DTYPES, NAMESPACE, codes, define, implement


def _single_level_works() -> bool:
    """Whether the private names are there; what they do is tried by `self_test`."""
    try:
        from torch._functorch.utils import (  # noqa: F401
            enable_single_level_autograd_function,
        )
        from torch.autograd.function import _SingleLevelFunction  # noqa: F401

        return all(
            hasattr(torch._C, name)
            for name in ("_AutoDispatchBelowAutograd", "_after_autograd_keyset")
        ) and hasattr(torch.autograd.forward_ad, "_set_fwd_grad_enabled")
    except ImportError:
        return False


BELOW: Final = _single_level_works()

# ---- operators of the dispatcher -----------------------------------------------------------------

_lock: Final = threading.RLock()
_overloads: Final[dict[str, Any]] = {}
addresses: Final[dict[str, Addresses]] = {}


def overload(operation: Operation) -> Any:
    """The dispatcher's operator for an operation, registered once in a process."""
    found = _overloads.get(operation.name)
    if found is None:
        with _lock:
            found = _overloads.get(operation.name)
            if found is None:
                found = _overloads[operation.name] = _made(operation)
    return found


def _made(operation: Operation) -> Any:
    program = operation.program.under(operation.options)
    text = operation_text(operation, codes())
    [where] = kernels(program, operation.plan.routine, text, (operation,))
    addresses[operation.name] = where
    found = registered(operation, where)
    floats = {port.dtype for port in operation.inputs if port.is_float}
    if len(floats) == 1:
        name = f"{NAMESPACE}::{operation.name}"
        torch.library.register_autocast(name, "cpu", DTYPES[floats.pop()])
    if BELOW:
        _single_level(operation, found, where, Rule(operation))
    else:
        _plain(operation, found)
    return found


# ---- halves --------------------------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class Kept:
    """The operators of the two halves of an operation: the second is given what the first kept."""

    keep: Any
    back: Any


_kept: Final[dict[tuple[str, tuple[int, ...]], Kept | None]] = {}


def kept(operation: Operation, wrt: tuple[int, ...]) -> Kept | None:
    """The halves by some inputs; None where the primal is run again."""
    key = (operation.name, wrt)
    if key not in _kept:
        with _lock:
            if key not in _kept:
                _kept[key] = _halved(operation, wrt)
    return _kept[key]


def _halved(operation: Operation, wrt: tuple[int, ...]) -> Kept | None:
    if not keeping_pays(operation):
        return None
    made = Halved(operation, wrt)
    program = operation.program.under(operation.options)
    try:  # whole derivatives exist where halves do not
        where = kernels(program, made.routine, made.text(codes()), (made.keep, made.back))
    except Error:
        if operation.save:
            raise
        torcheager.recorded(operation.name, None)
        return None
    keep, back = registered(made.keep, where[0]), registered(made.back, where[1])
    count = len(operation.inputs)
    _single_level(made.keep, keep, where[0], Rule(operation))
    _single_level(made.back, back, where[1], Rule(operation.vjp(wrt), count))
    torcheager.recorded(operation.name, (where[0].description, where[0].run, _bits(wrt)))
    return Kept(keep, back)


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


# ---- derivatives ---------------------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class Rule:
    """A call is differentiated as an operation; a ticket at `ticket` of its inputs is left out."""

    operation: Operation
    ticket: int = -1

    def bare(self, given: Sequence[Any]) -> tuple[Any, ...]:
        """What is said of the call's inputs, of the operation's."""
        if self.ticket < 0:
            return tuple(given)
        return (*given[: self.ticket], *given[self.ticket + len(TICKET) :])

    def args(self, args: Sequence[Any]) -> tuple[Any, ...]:
        """The arguments of the operation."""
        if self.ticket < 0:
            return tuple(args)
        *known, batched, lead = self.bare(args)
        low = batched & (1 << self.ticket) - 1
        return (*known, low | batched >> self.ticket + len(TICKET) << self.ticket, lead)

    def pulled(
        self, needed: Sequence[bool], args: Sequence[Any], grads: Sequence[Any], kept: Sequence[Any]
    ) -> tuple[Any, ...]:
        """The adjoints of the call's inputs."""
        grads = grads[: len(self.operation.outputs)]
        found = pulled(self.operation, self.bare(needed), self.args(args), grads, kept)
        if self.ticket < 0:
            return tuple(found)
        return (*found[: self.ticket], *(None for _ in TICKET), *found[self.ticket :])


def pulled(
    operation: Operation,
    needed: Sequence[bool],
    args: Sequence[Any],
    grads: Sequence[Any],
    ticket: Sequence[Any] = (),
) -> list[Any]:
    """The adjoints of the inputs, None for those nobody needs. A `ticket` is for what was kept."""
    count = len(operation.inputs)
    wrt = tuple(k for k in operation.differentiable if needed[k])
    adjoints: list[Any] = [None] * count
    if not wrt:
        return adjoints
    halves = kept(operation, wrt) if len(ticket) else None
    if halves is None:
        ticket = ()
    batched, lead = args[-2:]
    mask = batched | ((1 << len(ticket) + len(grads)) - 1) << count if lead else 0
    pull = halves.back if halves else entry(operation.vjp(wrt))
    found = pull(*args[:count], *ticket, *grads, *args[count:-2], mask, lead)
    for k, adjoint in zip(wrt, found if len(wrt) > 1 else (found,), strict=True):
        shared = lead and not batched >> k & 1
        adjoint = adjoint.sum(tuple(range(lead))) if shared else adjoint
        adjoints[k] = adjoint if adjoint.shape == args[k].shape else adjoint.reshape(args[k].shape)
    return adjoints


def _pushed(operation: Operation, args: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The tangents of the outputs."""
    count = len(operation.inputs)
    wrt = tuple(k for k in operation.differentiable if tangents[k] is not None)
    batched, lead = args[-2:]
    mask = batched
    for place, k in enumerate(wrt):
        mask |= (batched >> k & 1) << count + place
    along = [tangents[k] for k in wrt]
    return entry(operation.jvp(wrt))(*args[:count], *along, *args[count:-2], mask, lead)


def entry(operation: Operation) -> Callable[..., Any]:
    """What to call for an operation: its operator, unless derivatives are made the simple way."""
    found: Callable[..., Any] = overload(operation)
    return found if BELOW else _watched(operation, found)


def _single_level(call: Described, found: Any, where: Addresses, rule: Rule) -> None:
    """The kernel on `Autograd`: a function of one level, below which the next level is reached."""
    from torch._functorch.utils import enable_single_level_autograd_function as levels
    from torch.autograd.function import _SingleLevelFunction

    operation, after = rule.operation, torch._C._after_autograd_keyset
    count, outputs = len(call.inputs), len(call.outputs)
    may_keep = call is operation and not operation.base  # halves are differentiated as a whole

    class Derivative(_SingleLevelFunction):  # type: ignore[misc,unused-ignore]
        @staticmethod
        def forward(ctx: Any, records: bool, keys: Any, *args: Any) -> Any:
            needed = ctx.needs_input_grad[2:]
            wrt = tuple(k for k in operation.differentiable if may_keep and needed[k])
            halves = kept(operation, wrt) if records and wrt else None
            # Without both switches the levels further out see constants, silently.
            with (
                torch.enable_grad(),
                torch.autograd.forward_ad._set_fwd_grad_enabled(True),
                torch._C._AutoDispatchBelowAutograd(),
            ):
                run = halves.keep if halves else found
                made = run.redispatch(keys & after, *args)
            ticket: tuple[Any, ...] = ()
            if halves:
                made, ticket = made[:outputs], made[outputs:]
                made = made[0] if outputs == 1 else made
            ctx.save_for_backward(*args[:count], *ticket)
            ctx.save_for_forward(*args[:count])
            ctx.rest = args[count:]
            return made

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            saved, needed = ctx.saved_tensors, ctx.needs_input_grad[2:]
            args = (*saved[:count], *ctx.rest)
            found = rule.pulled(needed, args, grads, saved[count:])
            return (None, None, *found, *(None for _ in ctx.rest))

        @staticmethod
        def jvp(ctx: Any, _records: Any, _keys: Any, *tangents: Any) -> Any:
            args = rule.args((*ctx.saved_tensors, *ctx.rest))
            made = _pushed(operation, args, rule.bare(tangents[:count]))
            several = tuple(made) if len(operation.outputs) > 1 else (made,)
            return made if outputs == 1 else (*several, *[None] * (outputs - len(several)))

    def kernel(keys: Any, *args: Any) -> Any:
        with levels():
            return cast(Any, Derivative).apply(torch.is_grad_enabled(), keys, *args)

    Derivative.__name__ = call.name
    library, name = torch.library.Library(NAMESPACE, "IMPL"), call.name
    held.append((library, kernel, Derivative))
    if torcheager.short() is None:
        library.impl(name, kernel, "Autograd", with_keyset=True)
        return
    # A native kernel, which asks for this one by another overload where there is something to do.
    define(schema(call, ".watched"))
    library.impl(f"{name}.watched", kernel, "Autograd", with_keyset=True)
    watched = getattr(getattr(torch.ops, NAMESPACE), name).watched
    implement("Autograd", name, where.watched)
    found.py_impl(torch._C.DispatchKey.Autograd)(watched)  # sizes that are symbols stay symbols


def _plain(operation: Operation, found: Any) -> None:
    """Without private names: backward only, and an error from whatever would need more."""
    count = len(operation.inputs)

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs[:count])
        ctx.rest = inputs[count:]

    def backward(ctx: Any, *grads: Any) -> Any:
        args = (*ctx.saved_tensors, *ctx.rest)
        adjoints = pulled(operation, ctx.needs_input_grad, args, grads)
        return (*adjoints, *(None for _ in ctx.rest))

    torch.library.register_autograd(f"{NAMESPACE}::{operation.name}", backward, setup_context=setup)


def _watched(operation: Operation, found: Any) -> Callable[..., Any]:
    """The operator where nothing but a backward pass looks on, else a function that refuses more.

    An operator with `register_autograd` alone is a constant to forward mode: a silent zero.
    """
    made = _function(operation, found)

    def call(*args: Any) -> Any:
        if torch.compiler.is_compiling():
            return found(*args)
        if torch._C._are_functorch_transforms_active():
            return made(*args)
        if torch.autograd.forward_ad._current_level >= 0:
            raise NotImplementedError(
                f"forward mode through {NAMESPACE}::{operation.name}: this torch "
                f"({torch.__version__}) lacks what it needs"
            )
        return found(*args)

    return call


def _function(operation: Operation, found: Any) -> Callable[..., Any]:
    """A function for torch.func, which has no forward mode and says so."""
    count, outputs = len(operation.inputs), len(operation.outputs)

    class Derivative(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
        generate_vmap_rule = True

        @staticmethod
        def forward(*args: Any) -> Any:
            made = found(*args)
            return tuple(made) if outputs > 1 else made

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs[:count])
            ctx.rest = inputs[count:]

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            args = (*ctx.saved_tensors, *ctx.rest)
            adjoints = pulled(operation, ctx.needs_input_grad, args, grads)
            return (*adjoints, *(None for _ in ctx.rest))

    Derivative.__name__ = operation.name
    apply: Callable[..., Any] = Derivative.apply
    return apply
