"""Parallel regions in IR: what they become, what is private, what is refused."""

from __future__ import annotations

import re

import pytest

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.memory.effects import effects
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.backend.passes.openmp_bodies import with_openmp
from ribozyme.base.errors import NoDerivative
from ribozyme.ir.attrs import value_of
from ribozyme.ir.instrs import Call
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.rules.openmp import refused
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.derive import derive
from ribozyme.transform.parallel.forked_regions import regions_as_calls, regions_forked

REGION = """
define void @f(ptr %x, ptr %y) {
  %slot = alloca double, align 8
  call void (i32, i32, ptr, ...) @rz_omp_fork(i32 0, i32 3, ptr @f.body, ptr %x, ptr %y, ptr %slot)
  ret void
}

define internal void @f.body(ptr %thread, ptr %bound, ptr %x, ptr %y, ptr %shared) {
  %own = alloca double, align 8
  %escaped = alloca ptr, align 8
  store ptr %own, ptr %escaped, align 8
  %a = load double, ptr %x, align 8
  store double %a, ptr %own, align 8
  call void @rz_omp_barrier()
  %b = load double, ptr %own, align 8
  %c = load double, ptr %x, align 8
  %p = fmul double %b, %c
  %q = fmul double %p, %p
  store double %q, ptr %y, align 8
  ret void
}

declare void @rz_omp_fork(i32, i32, ptr, ...)
declare void @rz_omp_barrier()
"""
COMPILED = """
define void @f(ptr %x, i32 %n, i1 %many) {
  br i1 %many, label %yes, label %no

yes:
  call void @__kmpc_push_num_threads(ptr @where, i32 0, i32 %n)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @where, i32 1, ptr @f.body, ptr %x)
  br label %done

no:
  %number = alloca i32, align 4
  call void @__kmpc_serialized_parallel(ptr @where, i32 0)
  store i32 0, ptr %number, align 4
  call void @f.body(ptr %number, ptr %number, ptr noundef %x)
  call void @__kmpc_end_serialized_parallel(ptr @where, i32 0)
  br label %done

done:
  ret void
}

define internal void @f.body(ptr %thread, ptr %bound, ptr %x) {
  call void @__kmpc_barrier(ptr @where, i32 0)
  ret void
}

@where = external global i32
declare void @__kmpc_push_num_threads(ptr, i32, i32)
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_serialized_parallel(ptr, i32)
declare void @__kmpc_end_serialized_parallel(ptr, i32)
declare void @__kmpc_barrier(ptr, i32)
"""


def prepared() -> Module:
    return regions_as_calls(parse_module(REGION))


def made(mode: Mode, text: str = REGION) -> str:
    request = Request("f", mode, (Kind.DUP, Kind.DUP), name="f.made")
    return print_module(derive(parse_module(text), [request]))


def function(text: str, name: str) -> str:
    """The text of one definition."""
    found = re.search(rf"^define [^@\n]*@{re.escape(name)}\(.*?^\}}$", text, re.M | re.S)
    assert found is not None, name
    return found[0]


def test_one_function_of_ours_runs_all_regions() -> None:
    text = with_openmp(COMPILED)
    body = function(text, "f")
    assert "store i32 %n, ptr %rz.threads" in body
    assert "@rz_omp_fork(i32 %rz.threads.0, i32 1, ptr @f.body, ptr %x)" in body
    assert "@rz_omp_fork(i32 1, i32 1, ptr @f.body, ptr noundef %x)" in body
    assert "@__kmpc_" not in body and "call void @rz_omp_barrier()" in text


def test_what_has_no_openmp_stays_as_it_is() -> None:
    text = "define void @f() {\n  ret void\n}\n"
    assert with_openmp(text) is text
    module = parse_module(text)
    assert regions_as_calls(module) is module and regions_forked(module) is module


def test_a_region_is_a_call_while_derivatives_are_made_and_forks_afterwards() -> None:
    module = prepared()
    calls = [i for i in module.functions["f.body.region"].instrs() if isinstance(i, Call)]
    assert [callee_name(call) for call in calls] == ["f.body"]
    text = print_module(regions_forked(module))
    assert "@rz_omp_fork(i32 %0, i32 3, ptr @f.body" in function(text, "f.body.region")
    assert "rz.forks" not in text


def test_memory_is_private_unless_other_threads_reach_it() -> None:
    module = prepared()
    program = Program(module, module.functions["f"])
    found = effects(program, points_to(program)).parallel
    body = module.functions["f.body"]
    assert body in found.functions and module.functions["f"] not in found.functions
    own, escaped = body.blocks[0].instrs[:2]
    assert own.result is not None and escaped.result is not None
    assert found.is_private(body, own.result) and found.is_private(body, escaped.result)
    for param in body.params[2:]:
        assert not found.is_private(body, param.local)
        assert found.meets(body, param.local)


def test_where_threads_wait_shared_memory_may_have_been_written() -> None:
    module = prepared()
    program = Program(module, module.functions["f"])
    points = points_to(program)
    found, body = effects(program, points), module.functions["f.body"]
    barrier = next(i for i in body.instrs() if isinstance(i, Call))
    written = found.call(body, barrier).writes
    assert written & points.mask(body, body.params[3].local)
    own = body.blocks[0].instrs[0].result
    assert own is not None and not written & points.mask(body, own)


def test_reverse_mode_forks_both_halves_and_adds_atomically() -> None:
    text = made(Mode.REVERSE)
    reverse = function(text, "rz.0.f.f.body.rev")
    assert reverse.count("atomicrmw fadd") == 2  # two reads of x; what is private needs none
    assert "call void @rz_omp_barrier()" in reverse
    forks = function(text, "rz.0.f.f.body.region.rev")
    assert "@rz_omp_alone" in forks and "@rz.team.run" in forks
    assert "@rz.team.begin" in function(text, "rz.0.f.f.body.region.aug")


def test_a_thread_that_is_alone_adds_plainly() -> None:
    text = made(Mode.REVERSE)
    alone = function(text, "rz.0.f.f.body.rev.alone")
    assert "atomicrmw" not in alone
    assert alone.count("fadd") > function(text, "rz.0.f.f.body.rev").count(" fadd double")
    assert "@rz.0.f.f.body.rev.alone(" in function(text, "rz.0.f.f.body.region.rev.alone")
    assert "@rz.0.f.f.body.region.rev.alone(" in function(
        text, "rz.0.f.f.body.region.rev.body.alone"
    )


def test_forward_mode_forks_once() -> None:
    text = made(Mode.FORWARD)
    assert "@rz.team.fork" in function(text, "rz.0.f.f.body.region.fwd")
    assert "atomicrmw" not in text


@pytest.mark.parametrize("mode", [Mode.FORWARD, Mode.REVERSE])
def test_a_tangent_of_a_region_is_differentiated_again(mode: Mode) -> None:
    first = made(Mode.FORWARD)
    request = Request("f.made", mode, (Kind.DUP,) * 4, name="f.again")
    again = print_module(derive(parse_module(first), [request]))
    name = "rz.team.fork" if mode is Mode.FORWARD else "rz.team.run"
    assert f"@{name}(" in again.split("define void @f.again")[0]


def test_a_gradient_of_a_region_is_not_differentiated_again() -> None:
    first = made(Mode.REVERSE)
    request = Request("f.made", Mode.FORWARD, (Kind.DUP,) * 4, name="f.again")
    with pytest.raises(NoDerivative, match="differentiated again") as caught:
        derive(parse_module(first), [request])
    assert caught.value.code == "RZ216"


@pytest.mark.parametrize(
    ("name", "construct"),
    [
        ("__kmpc_omp_task_alloc", "task"),
        ("__kmpc_omp_taskwait", "taskwait"),
        ("__kmpc_doacross_init", "ordered with depend"),
        ("__tgt_target_kernel", "target"),
        ("__kmpc_some_day", "'__kmpc_some_day'"),
        ("__kmpc_for_static_init_8u", None),
        ("omp_get_thread_num", None),
        ("printf", None),
    ],
)
def test_what_is_refused_has_a_name(name: str, construct: str | None) -> None:
    assert refused(name) == construct


@pytest.mark.parametrize(("mode", "kind"), [(Mode.REVERSE, Kind.DUP), (Mode.FORWARD, Kind.DUP)])
def test_a_thread_begins_with_a_stack_on_which_vectors_are_aligned(mode: Mode, kind: Kind) -> None:
    made = derive(parse_module(REGION), [Request("f", mode, (kind, kind))])
    bodies = [
        f for f in made.defined() if f.name.endswith(".region.rev.body") or ".fwd.body" in f.name
    ]
    assert bodies
    for body in bodies:
        assert value_of(body.attrs, "alignstack") == 64
