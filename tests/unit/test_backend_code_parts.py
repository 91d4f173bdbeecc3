"""Large modules become code in parts: the same functions, symbols and numbers as in one."""

import ctypes
import os
import struct

import pytest

from ribozyme.backend import code_parts, jit, llvm, target
from ribozyme.backend.code_parts import Parts
from ribozyme.backend.one_object import one_object
from ribozyme.base import elf
from ribozyme.base.errors import Error

DOUBLE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)

HELPERS = """
@count = internal global i64 3
@table = private unnamed_addr constant [2 x double] [double 2.0, double 5.0]
@names = internal constant [2 x ptr] [ptr @twice, ptr @thrice]

define internal double @twice(double %x) noinline {
  %n = load i64, ptr @count
  %m = add i64 %n, 1
  store i64 %m, ptr @count
  %y = fmul double %x, 2.0
  ret double %y
}

define internal double @thrice(double %x) noinline {
  %t = load double, ptr getelementptr (i8, ptr @table, i64 8)
  %u = fadd double %x, %t
  %y = call double @twice(double %u)
  ret double %y
}

define i64 @counted() {
  %n = load i64, ptr @count
  ret i64 %n
}

define double @f(double %x) {
  %i = fptosi double %x to i64
  %b = and i64 %i, 1
  %p = getelementptr [2 x ptr], ptr @names, i64 0, i64 %b
  %g = load ptr, ptr %p
  %y = call double %g(double %x)
  %z = call double @thrice(double %y)
  ret double %z
}
"""

GROUPS = """
$shared = comdat any
$pair = comdat any
@shared = linkonce_odr global double 4.0, comdat
@inside = internal global double 1.5, comdat($pair)
@loose = weak global double 8.0
@hidden = hidden global double 16.0
@llvm.used = appending global [1 x ptr] [ptr @second], section "llvm.metadata"

define linkonce_odr double @first(double %x) comdat($pair) {
  %i = load double, ptr @inside
  %s = load double, ptr @shared
  %p = fmul double %i, %s
  %y = fadd double %x, %p
  ret double %y
}

define internal double @second(double %x) noinline comdat($pair) {
  %l = load double, ptr @loose
  %h = load double, ptr @hidden
  %i = load double, ptr @inside
  %a = fadd double %l, %h
  %b = fadd double %a, %i
  %c = call double @llvm.exp.f64(double %x)
  %y = fadd double %b, %c
  ret double %y
}

declare double @llvm.exp.f64(double)

define double @f(double %x) {
  %a = call double @first(double %x)
  %b = call double @second(double %a)
  ret double %b
}
"""

CAUGHT = """
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
@_ZTId = external constant ptr

define internal double @thrown(double %x) noinline personality ptr @__gxx_personality_v0 {
  %small = fcmp olt double %x, 1.0
  br i1 %small, label %throw, label %back
throw:
  %e = call ptr @__cxa_allocate_exception(i64 8)
  store double %x, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTId, ptr null)
  unreachable
back:
  ret double %x
}

define double @f(double %x) personality ptr @__gxx_personality_v0 {
  %y = invoke double @thrown(double %x) to label %good unwind label %bad
good:
  ret double %y
bad:
  %pad = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %pad, 0
  %d = call ptr @__cxa_begin_catch(ptr %e)
  %v = load double, ptr %d
  call void @__cxa_end_catch()
  %z = fsub double %v, 100.0
  ret double %z
}
"""

MODULES = {"helpers": HELPERS, "groups": GROUPS, "caught": CAUGHT}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every module is large, and there are two processors."""
    monkeypatch.setattr(code_parts, "LARGE", 1)
    monkeypatch.setattr(target, "_processors", lambda: 2)


def text(name: str) -> str:
    return llvm.canonical(MODULES[name])


def sizes(image: bytes) -> dict[str, int]:
    """How many bytes of code each function has."""
    found = {}
    for table in (one for one in elf._sections(image) if one.kind == elf._SYMTAB):
        start = elf._sections(image)[table.link].offset
        for at in range(table.offset, table.offset + table.size, 24):
            name, info, _, section, _, size = struct.unpack_from("<IBBHQQ", image, at)
            if info & 15 == 2 and section:
                begin = start + name
                found[image[begin : image.index(b"\0", begin)].decode()] = size
    return found


def joined(found: Parts) -> bytes:
    return one_object([target.emit_object(one) for one in found.texts], found.inner)


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("most", [2, 3])
def test_parts_are_the_whole(name: str, most: int) -> None:
    found = code_parts.parts(text(name), most)
    assert found is not None
    assert len(found.texts) >= 2
    one, whole = joined(found), target.emit_object(text(name))
    assert elf.symbols(one) == elf.symbols(whole)
    assert sizes(one) == sizes(whole)
    libraries = jit.load(one), jit.load(whole)
    for x in (0.5, 1.0, 2.5, 3.0):
        there, here = (DOUBLE(library.address("f"))(x) for library in libraries)
        assert there == here


def test_variables_are_one() -> None:
    found = code_parts.parts(text("helpers"), 2)
    assert found is not None
    library = jit.load(joined(found))
    assert DOUBLE(library.address("f"))(1.0) == 2 * (2 * (1.0 + 5.0) + 5.0)
    assert ctypes.CFUNCTYPE(ctypes.c_int64)(library.address("counted"))() == 5


@pytest.mark.parametrize(
    "more",
    [
        "@again = alias double (double), ptr @thrice",
        "@own = thread_local global i64 0",
        'module asm "# of all"',
        "@0 = private constant i8 7",
    ],
)
def test_what_ties_functions_is_one_part(more: str) -> None:
    assert code_parts.parts(llvm.canonical(f"{more}\n{HELPERS}"), 2) is None


def test_small_modules_are_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_parts, "LARGE", 1000)
    assert code_parts.parts(text("helpers"), 2) is None
    with target.helpers(text("helpers")) as beside:
        assert beside == ()


def test_one_processor_has_no_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target, "_processors", lambda: 1)
    for isolated in (False, True):
        with target.helpers(text("helpers"), isolated=isolated) as beside:
            assert beside == ()


@pytest.mark.parametrize("isolated", [False, True])
def test_helpers_make_the_object(isolated: bool) -> None:
    whole = target.emit_object(text("helpers"))
    with target.helpers(text("helpers"), isolated=isolated) as beside:
        assert len(beside) == 1 + isolated
        made = target.emit_object(text("helpers"), isolated=isolated, beside=beside)
    assert elf.symbols(made) == elf.symbols(whole)
    assert sizes(made) == sizes(whole)
    assert made != whole


def test_a_helper_that_dies_is_done_without() -> None:
    whole = target.emit_object(text("helpers"))
    with target.helpers(text("helpers")) as beside:
        for helper in beside:
            helper.close()
            helper.begin(os._exit, 3)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(beside[0]), "begin", lambda *_: None)
            assert target.emit_object(text("helpers"), beside=beside) == whole


def test_what_has_no_code_is_said_of_the_whole() -> None:
    wrong = (
        f'{text("helpers")}\ndefine void @g() {{\n  call void asm "wrong", ""()\n  ret void\n}}\n'
    )
    with target.helpers(wrong) as beside, pytest.raises(Error, match="RZ904"):
        target.emit_object(wrong, beside=beside)


def test_helpers_end_with_the_block() -> None:
    with target.helpers(text("helpers")) as beside:
        processes = [helper._server.started() for helper in beside]
        assert all(process.poll() is None for process in processes)
    assert all(process.poll() is not None for process in processes)


def test_two_definitions_are_refused() -> None:
    image = target.emit_object(text("helpers"))
    with pytest.raises(ValueError, match="two parts define"):
        one_object([image, image])
