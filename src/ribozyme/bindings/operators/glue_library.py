"""Glue: a framework's calling convention in C, compiled with our own compiler and loaded once.

    address = glue(("torch.h", "torch.c"), libraries)("rz_torch_call")     kept like any other code

A stub per operation gives the glue what it cannot know: the operation's description and adaptor.

    define void @rz.op.NAME.torch(ptr %stack, i64, i64) {  call void @GLUE(ptr %stack, ptr @NAME.description, ptr @NAME) }
"""  # noqa: E501

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from ribozyme.api.programs import compile as pipeline
from ribozyme.bindings.operators.adaptor import adaptor_text, symbol
from ribozyme.bindings.operators.operation import ITEMSIZE, Operation, Port

_FLAGS: Final = ("-O2", "-fexceptions", "-fasynchronous-unwind-tables")


@cache
def glue(files: tuple[str, ...], libraries: tuple[str, ...] = ()) -> Callable[[str], int]:
    """Where the functions of a framework's glue lie; the code stays for ever."""
    folder = Path(__file__).with_name("glue")
    text = "\n".join((folder / name).read_text(encoding="utf-8") for name in ("common.h", *files))
    return pipeline.compile_text(text, flags=_FLAGS, libraries=libraries).address


class Described(Protocol):
    """What the glue has to know of a native call."""

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def inputs(self) -> tuple[Port, ...]: ...
    @property
    def outputs(self) -> tuple[Port, ...]: ...
    @property
    def words(self) -> int: ...


def description(name: str, operation: Described, dtypes: Mapping[str, int]) -> str:
    """The constant that tells the glue about an operation."""
    label = operation.label.encode() + b"\0"
    inputs, outputs = operation.inputs, operation.outputs
    fields = [
        f"i64 {number}"
        for port in (*inputs, *outputs)
        for number in (dtypes[port.dtype], ITEMSIZE[port.dtype], port.like, port.buffer)
    ]
    text = "".join(f"\\{byte:02x}" for byte in label)
    head = f"i64 {len(inputs)}, i64 {len(outputs)}, i64 {operation.words}, ptr @{name}.label"
    types = "i64, i64, i64, ptr" + ", i64" * len(fields)
    return (
        f'@{name}.label = private constant [{len(label)} x i8] c"{text}"\n'
        f"@{name}.description = private constant {{ {types} }} {{ {', '.join([head, *fields])} }}\n"
    )


def operation_text(operation: Operation, dtypes: Mapping[str, int]) -> str:
    """The adaptor and the description."""
    return f"{adaptor_text(operation)}\n{description(symbol(operation), operation, dtypes)}"
