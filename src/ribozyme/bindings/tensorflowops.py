"""TensorFlow's one operation, `RibozymeCall`: calls of it, gradients, batches.

Where it pays (`keep_or_rerun.py`) a call that is recorded is one of `NAME_keep…`: the same, with a
ticket behind its outputs, which `NAME_back…` is given. A tape says beforehand that it records. In a
graph nobody knows whether a node will be differentiated; so the node becomes another one when its
gradient is asked for, and has two outputs more. TensorFlow does that with its own conditionals.
The graph that runs without a gradient was made before, and keeps nothing.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2
from tensorflow.python.eager import context, execute
from tensorflow.python.framework import op_def_library, ops
from tensorflow.python.ops import gradients_util
from tensorflow.python.ops.parallel_for.pfor import RegisterPFor, wrap

from ribozyme.base.errors import error
from ribozyme.bindings.operators.halves import TICKET
from ribozyme.bindings.tensorflowcalls import NAME, Call, Kept, kept, named, native, whole

Eager: Final[Any] = ops.EagerTensor

# ---- the operation -------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _vector(words: tuple[int, ...]) -> Any:
    """The same vector each time: attributes would make a kernel for every size."""
    return tf.constant(list(words), tf.int64, shape=(len(words),))


def bind(call: Call, tensors: Sequence[Any], words: Any, batched: int, lead: int) -> list[Any]:
    """The call's outputs; `words` are numbers or a vector."""
    native(call)
    if context.executing_eagerly():
        return _run(call, tensors, words, batched, lead)
    known = words if type(words) is tuple else ()
    found = list(
        op_def_library.apply_op(
            NAME, args=list(tensors), words=[] if words is known else [words], sizes=list(known),
            Tout=[tf.as_dtype(code) for code in call.dtypes], key=call.name, batched=batched,
            lead=lead,
        )
    )  # fmt: skip
    _set_shapes(call, found, tensors, known, batched, lead)
    if execute.must_record_gradient():
        node = found[0].op
        names = ("Tin", "Tout", "key", "batched", "lead", "given", "sizes")
        attrs = tuple(part for name in names for part in (name, node.get_attr(name)))
        execute.record_gradient(NAME, node.inputs, attrs, found)
    return found


def _run(call: Call, tensors: Sequence[Any], words: Any, batched: int, lead: int) -> list[Any]:
    """The outputs, here and now; where a tape watches an input, with what it will need."""
    inputs = [*tensors, _vector(words) if type(words) is tuple else words]
    results, recorded = len(call.dtypes), execute.must_record_gradient()
    if recorded and gradients_util.PossibleTapeGradientTypes(inputs):
        both = _halves_of(call)
        call = call if both is None else both.keep
    attrs: tuple[Any, ...] = (
        "Tin", [x.dtype.as_datatype_enum for x in inputs[:-1]], "Tout", [*call.dtypes],
        "key", call.name, "batched", batched, "lead", lead, "given", 1,
    )  # fmt: skip
    found = execute.execute(NAME.encode(), len(call.dtypes), inputs, attrs, context.context())
    if recorded:
        execute.record_gradient(NAME, inputs, attrs, found)
    return list(found[:results])


def _halves_of(call: Call) -> Kept | None:
    """The halves that may stand for a call."""
    if call.form is not call.operation:
        return None
    return kept(call.operation, call.operation.differentiable)


def _set_shapes(
    call: Call, found: Sequence[Any], tensors: Sequence[Any], known: Sequence[int],
    batched: int, lead: int,
) -> None:  # fmt: skip
    """What is known of the outputs' shapes while the graph is built."""
    front = _front(tensors, batched, lead)
    for x, port in zip(found, call.form.outputs, strict=True):
        shape = tf.TensorShape([])
        if port.buffer >= 0:
            shape = tf.TensorShape([known[port.buffer] if known else None])
        if port.like >= 0:
            shape = tensors[port.like].shape
            shape = shape[lead:] if batched >> port.like & 1 else shape
        x.set_shape(front.concatenate(shape))


def _front(tensors: Sequence[Any], batched: int, lead: int) -> Any:
    """What is known of the batch's sizes."""
    front = tf.TensorShape([None] * lead)
    for k, x in enumerate(tensors):
        if lead and batched >> k & 1:
            front = front.merge_with(x.shape[:lead])
    return front


# ---- gradients -----------------------------------------------------------------------------------


@tf.RegisterGradient(NAME)  # type: ignore[untyped-decorator,unused-ignore]
def _gradient(node: Any, *grads: Any) -> list[Any]:
    call = named(_text(node.get_attr("key")))
    lead, given = node.get_attr("lead"), node.get_attr("given")
    inputs = list(node.inputs)
    words = inputs.pop() if given else tuple(node.get_attr("sizes"))
    behind = [None] if given else []
    operation, wrt = call.operation, call.operation.differentiable
    if not wrt:
        return [None] * len(inputs) + behind
    tensors, batched = call.bare(inputs), call.bare_mask(node.get_attr("batched"))
    cotangents = [
        tf.zeros_like(y) if g is None else tf.convert_to_tensor(g)
        for g, y in zip(grads[: call.results], node.outputs[: call.results], strict=True)
    ]
    ticket = _ticket(call, node)
    both = kept(operation, wrt) if ticket else None
    pull = whole(operation.vjp(wrt)) if both is None else both.back
    mask = batched | ((1 << len(ticket) + len(cotangents)) - 1) << len(tensors) if lead else 0
    found = bind(pull, [*tensors, *ticket, *cotangents], words, mask, lead)
    adjoints: list[Any] = [None] * len(tensors)
    for k, adjoint in zip(wrt, found, strict=True):
        shared = lead and not batched >> k & 1
        adjoint = tf.reduce_sum(adjoint, list(range(lead))) if shared else adjoint
        adjoints[k] = adjoint if operation.inputs[k].like >= 0 else _as(adjoint, tensors[k])
    return call.dressed(adjoints) + behind


def _ticket(call: Call, node: Any) -> list[Any]:
    """What a call has kept, empty if nothing."""
    outputs = list(node.outputs)
    if call.keeps:
        return outputs[call.results :]
    both = _halves_of(call)
    if both is None or isinstance(outputs[0], Eager):
        return []
    made = outputs[0].op  # a tape shows the values of a node, not the node
    key = _text(made.get_attr("key")) if made.type == NAME else ""
    if key == call.name and _is_open(made):
        _turn(made, both.keep, call.results)
        key = both.keep.name
    return list(made.outputs[call.results :]) if key == both.keep.name else []


def _is_open(node: Any) -> bool:
    """Whether a node may become another: it is in a graph that is made into a function again when
    its gradient is, and has what that needs, which is private."""
    private = ("_set_attr", "_set_type_list_attr", "_add_outputs")
    return bool(node.graph.building_function) and all(hasattr(node, name) for name in private)


def _turn(node: Any, keep: Call, results: int) -> None:
    """Make a node of a graph one that keeps what its gradient needs."""
    dtypes = [tf.as_dtype(code) for code in keep.dtypes]
    node._set_attr("key", attr_value_pb2.AttrValue(s=keep.name.encode()))
    node._set_type_list_attr("Tout", dtypes)
    count, lead = len(keep.form.inputs), node.get_attr("lead")
    front = _front(list(node.inputs)[:count], node.get_attr("batched"), lead)
    node._add_outputs(dtypes[results:], [front for _ in TICKET])


def _as(x: Any, like: Any) -> Any:
    return x if x.shape == like.shape else tf.reshape(x, tf.shape(like))


def _text(key: Any) -> str:
    return key.decode() if isinstance(key, bytes) else str(key)


# ---- batches -------------------------------------------------------------------------------------


@RegisterPFor(NAME)  # type: ignore[untyped-decorator,unused-ignore]
def _batch(pfor: Any) -> Any:
    """One more dimension in front; what all items share stays as it is, where it can."""
    call = named(_text(pfor.get_attr("key")))
    batched, lead = pfor.get_attr("batched"), pfor.get_attr("lead")
    count = pfor.num_inputs - (1 if pfor.get_attr("given") else 0)
    if count == pfor.num_inputs:
        words: Any = tuple(pfor.get_attr("sizes"))
    else:
        words, is_stacked, _ = pfor.input(count)
        words = words[0] if is_stacked else words  # sizes are those of shapes: all items share them
    size = pfor.pfor.loop_len_vector[0]
    made, mask = [], 0
    for k in range(count):
        x, is_stacked, _ = pfor.input(k)
        was = bool(lead) and bool(batched >> k & 1)
        if not is_stacked and not was:
            made.append(x)
            continue
        if not is_stacked:
            x = tf.broadcast_to(x, tf.concat([[size], tf.shape(x)], 0))
        if lead and not was:
            inner = _inner(pfor, count, batched, lead)
            rest = tf.shape(x)[1:]
            x = tf.reshape(x, tf.concat([tf.shape(x)[:1], [1] * lead, rest], 0))
            x = tf.broadcast_to(x, tf.concat([tf.shape(x)[:1], inner, rest], 0))
        made.append(x)
        mask |= 1 << k
    return [wrap(y, True) for y in bind(call, made, words, mask, lead + 1)]


def _inner(pfor: Any, count: int, batched: int, lead: int) -> Any:
    """The sizes of the batch there is already."""
    for k in range(count):
        x, is_stacked, _ = pfor.input(k)
        if batched >> k & 1:
            return tf.shape(x)[int(is_stacked) : int(is_stacked) + lead]
    raise error("RZ901", "a batch without a batched input")
