"""The data layout against LLVM's own answers."""

import llvmlite.binding as llvm
import pytest

from ribozyme.base.errors import ParseError
from ribozyme.ir import types as ty
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import GlobalVariable
from ribozyme.ir.values import Local, const_int
from ribozyme.parse import parse_module

LAYOUTS = {
    "x86-64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "aarch64": "e-m:e-p270:32:32-p271:32:32-p272:64:64"
    "-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
    "nvptx64": "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64",
    "i386": "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64"
    "-i128:128-f64:32:64-f80:32-n8:16:32-S128",
    "amdgcn": "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p5:32:32-p7:160:256:256:32-i64:64-i128:128"
    "-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n32:64-S32-A5-G1",
    "none": "",
}
SCALARS = """i1 i7 i8 i16 i24 i32 i48 i64 i65 i128 i129 i256 half bfloat float double x86_fp80
fp128 ptr"""
TYPES = """\
ptr addrspace(3)
<2 x float>
<3 x float>
<4 x double>
<8 x i1>
<2 x ptr>
<5 x i16>
<16 x i8>
[3 x i8]
[3 x x86_fp80]
[4 x { i8, i32 }]
{ i8, double }
{ i8, i16, i8, i64, i8 }
<{ i8, double, i8 }>
{ i1, [3 x i16], ptr, { i8, i128 } }
{ x86_fp80, i8 }
{ <3 x float>, i8 }
{}
{ {}, i32 }
[0 x double]
{ i32, [0 x double] }
{ i8, <{ i64 }> }"""


@pytest.mark.parametrize("target", LAYOUTS)
def test_sizes_alignments_and_offsets_are_those_of_llvm(target: str) -> None:
    names = [*SCALARS.split(), *TYPES.split("\n")]
    lines = [f"@g{k} = global {name} zeroinitializer" for k, name in enumerate(names)]
    text = f'target datalayout = "{LAYOUTS[target]}"\n' + "\n".join(lines) + "\n"
    theirs = llvm.parse_assembly(text, llvm.create_context())
    data = llvm.create_target_data(LAYOUTS[target])
    ours = DataLayout(LAYOUTS[target])
    for variable, mine in zip(
        theirs.global_variables, parse_module(text).globals.values(), strict=True
    ):
        assert isinstance(mine, GlobalVariable)
        type = variable.global_value_type
        found = (ours.alloc_size(mine.type), ours.align(mine.type))
        wanted = (data.get_abi_size(type), data.get_abi_alignment(type))
        assert found == wanted, mine.type
        if isinstance(mine.type, ty.StructType):
            count = len(ty.elements(mine.type))
            offsets = tuple(data.get_element_offset(type, k) for k in range(count))
            assert ours.offsets(mine.type) == offsets, mine.type


def test_gep() -> None:
    layout = DataLayout(LAYOUTS["x86-64"])
    cell = ty.struct((ty.I8, ty.array(4, ty.DOUBLE), ty.FLOAT))
    i, j = Local(0, ty.I64), Local(1, ty.I32)
    indices = (i, const_int(ty.I32, 1), j)
    assert layout.gep_offset(cell, indices) == (8, [(i, 48), (j, 8)])
    back = (const_int(ty.I64, -1), const_int(ty.I32, 2))
    assert layout.gep_offset(cell, back) == (-48 + 40, [])


def test_widths_of_pointers() -> None:
    layout = DataLayout(LAYOUTS["amdgcn"])
    assert [layout.size(ty.pointer(space)) for space in (0, 3, 7)] == [8, 4, 20]


@pytest.mark.parametrize(
    "type", [ty.vector(2, ty.DOUBLE, scalable=True), ty.struct(None, label="%o"), ty.LABEL]
)
def test_what_has_no_size_is_refused(type: ty.Type) -> None:
    with pytest.raises(ParseError, match="no size"):
        DataLayout("").size(type)


def test_deep_types_need_no_recursion() -> None:
    type: ty.Type = ty.I8
    for level in range(5000):
        type = ty.struct((type, ty.I8), label=f"%s{level}")
    assert DataLayout("").size(type) == 5001
