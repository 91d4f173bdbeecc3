"""Callers of functions that only read are found in the text of the module."""

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import loops
from ribozyme.backend import pipeline
from ribozyme.backend.llvm import opened
from ribozyme.backend.passes.cycles import bodies
from ribozyme.backend.passes.readers import callers
from ribozyme.parse import parse_module

PROGRAM = """
define double @reads(ptr %p) #0 {
  %v = load double, ptr %p
  ret double %v
}
define void @"writes it"(ptr %p) #1 {
  store double 1.0, ptr %p
  ret void
}
define double @"no name of C"(ptr %p) {
  %v = call double @reads(ptr %p)
  ret double %v
}
define void @other(ptr %p) {
  call void @"writes it"(ptr %p)
  ret void
}
define double @outside(double %x) {
  %v = call double @sin(double %x)
  ret double %v
}
declare double @reads.more(double)
declare double @sin(double) #0
attributes #0 = { nounwind memory(argmem: read) }
attributes #1 = { nounwind memory(argmem: write) }
"""

LOOP = """
define double @norm(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %a = getelementptr double, ptr %p, i64 %k
  %v = load double, ptr %a
  %sum = fadd double %s, %v
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
define void @f(ptr noalias %in, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %r = call double @norm(ptr %in, i64 %n) nounwind willreturn
  %a = getelementptr double, ptr %out, i64 %k
  store double %r, ptr %a
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


def test_callers_of_what_reads() -> None:
    with opened(PROGRAM) as module:
        found = callers(module, bodies(module, PROGRAM))
        assert [function.name for function in found] == ["no name of C"]


def test_nobody_reads() -> None:
    text = "define void @f() {\n  ret void\n}"
    with opened(text) as module:
        assert callers(module, bodies(module, text)) == []


def test_functions_in_one_line() -> None:
    text = PROGRAM.replace("{\n  %v", "{ %v")
    with opened(text) as module:
        found = callers(module, bodies(module, text))
        assert [function.name for function in found] == ["no name of C"]


def test_a_call_that_only_reads_leaves_its_loop() -> None:
    """The sum is computed in one loop and stored in another, none inside the other."""
    module = parse_module(pipeline.run("before", LOOP))
    assert [loop.depth for loop in loops(flow(module.functions["f"])).loops] == [1, 1]
