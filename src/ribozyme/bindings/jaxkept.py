"""Backward passes that do not run the primal again.

    grad(f)(x)      keep: x → y, ticket         linear: x, ticket, ẋ → ẏ, which is transposed to
                                                back:   x, ticket, ȳ → x̄

`keep` and `back` are the halves of `halves.py`. Where JAX makes a pullback, it asks the primitive
for its linearisation; the rule here answers with `keep`, and with `linear`, which computes what the
operation's jvp does, and whose transpose is `back`. All three are differentiated, if they are, as
the operations they stand for; so higher orders, and forward mode, run the primal as before.

The rule's place in JAX is private. Where it is missing, a function has no halves, or they would be
slower (`keep_or_rerun.py`), pullbacks run the primal again.
"""

# What the framework's own functions take is not said everywhere.
# mypy: allow-untyped-calls

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, final

import jax
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from ribozyme.base.errors import Error
from ribozyme.base.record import dataclass
from ribozyme.bindings import jaxprims
from ribozyme.bindings.jaxprims import primitive
from ribozyme.bindings.operators import halves
from ribozyme.bindings.operators.halves import TICKET, Halved
from ribozyme.bindings.operators.keep_or_rerun import keeping_pays
from ribozyme.bindings.operators.operation import Operation

try:
    from jax._src.interpreters import ad as _private

    _RULES: dict[Any, Any] | None = _private.primitive_linearizations
    _recomputed: Any = _private.fallback_linearize_rule
except (ImportError, AttributeError):
    _RULES = None


@final
@dataclass(frozen=True, slots=True)
class Kept:
    """The primitives of an operation in halves."""

    keep: Any
    linear: Any


_kept: Final[dict[tuple[str, tuple[int, ...]], Kept | None]] = {}


def keeping(operation: Operation) -> None:
    """Have pullbacks of an operation keep what they need."""
    made = primitive(operation)
    if _RULES is not None and made not in _RULES:
        _RULES[made] = partial(_linearised, operation)


def _linearised(
    operation: Operation, is_pulled: bool, moving: Sequence[bool], *primals: Any,
    words: tuple[int, ...], batched: int, lead: int,
) -> Any:  # fmt: skip
    """What JAX asks for: the outputs, which of them move, what is kept, and a linear function."""
    how = {"words": words, "batched": batched, "lead": lead}
    wrt = tuple(k for k in operation.differentiable if moving[k])
    kept = _halved(operation, wrt) if is_pulled and wrt else None
    if kept is None:
        return _recomputed(primitive(operation), is_pulled, moving, *primals, **how)
    *found, first, second = kept.keep.bind(*primals, **how)
    count, mask = len(primals) + len(TICKET), batched
    if lead:
        mask |= sum(1 << k for k in range(len(primals), count))
    for place, k in enumerate(wrt):
        mask |= (batched >> k & 1) << count + place

    def along(residuals: Sequence[Any], *tangents: Any) -> Any:
        given = [ad.instantiate_zeros(tangents[k]) for k in wrt]
        return kept.linear.bind(*residuals, *given, words=words, batched=mask, lead=lead)

    return found, [True] * len(found), (*primals, first, second), along


def _halved(operation: Operation, wrt: tuple[int, ...]) -> Kept | None:
    key = (operation.name, wrt)
    if key not in _kept:
        with jaxprims.lock:
            if key not in _kept:
                _kept[key] = _made(operation, wrt)
    return _kept[key]


def _made(operation: Operation, wrt: tuple[int, ...]) -> Kept | None:
    if not keeping_pays(operation):
        return None
    try:  # whole derivatives exist where halves do not
        return _registered(Halved(operation, wrt))
    except Error:
        if operation.save:
            raise
        return None


def _registered(made: Halved) -> Kept:
    operation, wrt = made.operation, made.wrt
    addresses = _handlers(made)
    keep, back = (
        jaxprims.call(half, f"ribozyme_{half.name}", address)
        for half, address in zip((made.keep, made.back), addresses, strict=True)
    )
    count = len(operation.inputs)
    push, pull = operation.jvp(wrt), operation.vjp(wrt)
    ad.primitive_jvps[keep] = partial(_keep_jvp, operation, keep)
    ad.primitive_jvps[back] = partial(_as_whole, jaxprims.jvp, pull, back, count)
    ad.primitive_transposes[back] = partial(_back_transposed, pull, operation)
    linear = _linear(push, count, f"ribozyme_{made.keep.name}_linear")
    ad.primitive_jvps[linear] = partial(_as_whole, jaxprims.jvp, push, linear, count)
    ad.primitive_transposes[linear] = partial(_transposed, back, count)
    return Kept(keep, linear)


def _handlers(made: Halved) -> tuple[int, int]:
    """The native handlers; the first, asked with no frame, gives the address of the second."""
    first, second = (f"rz.op.{half.name}" for half in (made.keep, made.back))
    text = f"""{made.text(jaxprims.DTYPES)}
define ptr @{first}.jax(ptr %frame) uwtable {{
  %asked = icmp eq ptr %frame, null
  br i1 %asked, label %told, label %work
told:
  ret ptr @{second}.jax
work:
  %error = call ptr @rz_jax_call(ptr %frame, ptr @{first}.description, ptr @{first})
  ret ptr %error
}}
{jaxprims.stub(f"{second}.jax", second)}{jaxprims.DECLARED}
"""
    program = made.operation.program.under(made.operation.options)
    symbols = {**jaxprims.entries(), **halves.entries()}
    code = program.code(made.routine, f"{first}.jax", text, symbols)
    jaxprims.held.append(code)
    ask = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(code.entry)
    return code.entry, ask(None)


# ---- rules ---------------------------------------------------------------------------------------


def _linear(push: Operation, count: int, name: str) -> Any:
    """The operation's jvp, with a ticket among its inputs that it does not look at."""
    made = Primitive(name)
    made.multiple_results = True

    def run(*arrays: Any, words: tuple[int, ...], batched: int, lead: int) -> Any:
        known, mask = _without_ticket(arrays, count, batched)
        return primitive(push).bind(*known, words=words, batched=mask, lead=lead)

    made.def_impl(run)
    made.def_abstract_eval(lambda *a, **how: [jax.typeof(x) for x in _shapes(run, a, how)])
    mlir.register_lowering(made, mlir.lower_fun(run, multiple_results=True))
    batching.primitive_batchers[made] = partial(jaxprims.batch, made)
    return made


def _shapes(run: Callable[..., Any], arrays: Sequence[Any], how: dict[str, Any]) -> Any:
    return jax.eval_shape(partial(run, **how), *arrays)


def _without_ticket(arrays: Sequence[Any], count: int, batched: int) -> tuple[tuple[Any, ...], int]:
    """The inputs, and which of them are batched, of the operation that a half stands for."""
    behind = count + len(TICKET)
    low = batched & (1 << count) - 1
    return (*arrays[:count], *arrays[behind:]), low | batched >> behind << count


def _keep_jvp(
    operation: Operation, keep: Any, primals: Sequence[Any], tangents: Sequence[Any], **how: Any
) -> tuple[Any, Any]:
    found = keep.bind(*primals, **how)
    _, along = jaxprims.jvp(operation, primals, tangents, **how)
    return found, [*along, *(jaxprims.still(x) for x in found[-len(TICKET) :])]


def _as_whole(
    rule: Callable[..., Any], whole: Operation, made: Any, count: int, primals: Sequence[Any],
    tangents: Sequence[Any], *, words: tuple[int, ...], batched: int, lead: int,
) -> tuple[Any, Any]:  # fmt: skip
    """A half's jvp is that of the operation it stands for."""
    found = made.bind(*primals, words=words, batched=batched, lead=lead)
    known, mask = _without_ticket(primals, count, batched)
    moving, _ = _without_ticket(tangents, count, batched)
    _, along = rule(whole, known, moving, words=words, batched=mask, lead=lead)
    return found, along


def _back_transposed(
    pull: Operation, base: Operation, cotangents: Sequence[Any], *args: Any,
    words: tuple[int, ...], batched: int, lead: int,
) -> list[Any]:  # fmt: skip
    count = len(base.inputs)
    known, mask = _without_ticket(args, count, batched)
    found = jaxprims.transposed(
        pull, base, cotangents, *known, words=words, batched=mask, lead=lead
    )
    return [*found[:count], *(None for _ in TICKET), *found[count:]]


def _transposed(
    back: Any, count: int, cotangents: Sequence[Any], *args: Any,
    words: tuple[int, ...], batched: int, lead: int,
) -> list[Any]:  # fmt: skip
    """Back along what was kept."""
    behind = count + len(TICKET)
    unknown = [k for k, x in enumerate(args) if ad.is_undefined_primal(x)]
    if any(k < behind for k in unknown):
        raise NotImplementedError("a derivative is linear in its tangents only")
    given = [ad.instantiate_zeros(x) for x in cotangents]
    mask = batched & (1 << behind) - 1
    if lead:
        mask |= sum(1 << behind + place for place in range(len(given)))
    found = back.bind(*args[:behind], *given, words=words, batched=mask, lead=lead)
    results: list[Any] = [None] * len(args)
    for k in unknown:
        x = found[k - behind]
        x = x.sum(tuple(range(lead))) if lead and not batched >> k & 1 else x
        results[k] = x.reshape(args[k].aval.shape)
    return results
