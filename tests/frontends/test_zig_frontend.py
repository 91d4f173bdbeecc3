"""The Zig front end: names, arguments, checks that fail, errors; what it refuses."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error
from ribozyme.frontends.zig import zigtext

MODEL = """
const std = @import("std");
pub const Spring = struct { k: f64, rest: f64 };
pub fn energy(x: []const f64, spring: Spring) f64 {
    var sum: f64 = 0;
    for (x) |v| sum += 0.5 * spring.k * (v - spring.rest) * (v - spring.rest);
    return sum;
}
export fn twice(x: f64) f64 {
    return 2 * helper(x);
}
fn helper(x: f64) f64 {
    return x;
}
pub fn pair(x: f64) struct { f64, f64 } {
    return .{ x * x, x };
}
pub fn row(x: *[3]f64, flag: bool, name: []const u8) usize {
    if (flag) x[1] = 7;
    return name.len;
}
pub fn generic(comptime T: type, x: T) T {
    return x;
}
"""


@pytest.fixture
def lib() -> Any:
    return rz.compile(MODEL, "zig")


def test_names_and_arguments(lib: Any) -> None:
    x, spring = np.array([1.0, 3.0]), {"k": 2.0, "rest": 0.5}
    assert lib.energy(x, spring) == 6.5
    assert {f.name for f in lib} == {"energy", "twice", "pair", "row"}
    by_x, by_spring = rz.grad(lib.energy)(x, spring)
    assert np.array_equal(by_x, [1.0, 5.0])
    assert by_spring == {"k": 3.25, "rest": -6.0}
    assert lib.twice(3.0) == 6.0 and rz.grad(lib.twice)(3.0) == 2.0
    assert lib.pair(3.0) == {"0": 9.0, "1": 3.0}
    values = np.zeros(3)
    assert lib.row(values, True, "four") == 4 and values[1] == 7
    assert lib.energy(np.empty(0), spring) == 0.0


def test_signatures_are_the_sources(lib: Any) -> None:
    said = {s.name: str(s) for s in lib.program.signatures}
    assert said["energy"].startswith("f64 energy(const f64 *x, ")
    assert said["row"].startswith("usize row(f64 (*x)[3], bool flag, const u8 *name")


CHECKED = """
pub fn at(x: []const f64, i: i32) f64 {
    return x[@intCast(i)] * x[0];
}
pub fn sums(x: []const f64, y: []const f64, n: u8) f64 {
    const m: u8 = n + 250;
    var sum: f64 = @floatFromInt(m);
    for (x, y) |a, b| sum += a * b;
    return sum;
}
pub fn root(x: f64) f64 {
    if (x < 0) @panic("a negative number");
    return @sqrt(x);
}
"""


@pytest.mark.rotates(plain=2, wide=5)
@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda f, x: f("at")(x, 3), r"in 'at' \(.*:3:13\): index 3 is out of bounds: there are 3"),
        (lambda f, x: f("at")(x, -1), r"in 'at' .*integer does not fit in destination type"),
        (lambda f, x: f("sums")(x, x[:2], 0), "for loop over objects with non-equal lengths"),
        (lambda f, x: f("sums")(x, x, 9), r"in 'sums' \(.*:6:21\): integer overflow"),
        (lambda f, x: f("root")(-1.0), r"in 'root' \(.*:12:16\): a negative number"),
    ],
)
def test_checks_that_fail_are_errors(call: Any, says: str) -> None:
    lib = rz.compile(CHECKED, "zig")
    x = np.arange(1.0, 4.0)
    for made in (lambda name: lib[name], lambda name: rz.grad(lib[name])):
        with pytest.raises(rz.RunError, match=says):
            call(made, x)
    assert rz.grad(lib.root)(4.0) == 0.25
    assert np.array_equal(rz.grad(lib.at)(x, 2), [3, 0, 1])


def test_the_level_says_which_checks_there_are() -> None:
    safe, fast = (rz.compile(CHECKED, "zig", level=level) for level in ("O2", "O3"))
    flagged = rz.compile(CHECKED, "zig", flags=["-Ofast"])
    assert "rz.stop.bounds" in safe.program.optimised
    for lib in (fast, flagged):
        assert "rz.stop.bounds" not in lib.program.optimised
        assert rz.grad(lib.at)(np.arange(1.0, 4.0), 1)[0] == 2


@pytest.mark.rotates(plain=1, wide=4)
@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("pub fn f(x: f64) !f64 { if (x < 0) return error.Bad; return x; }", "an error union"),
        ("pub fn f(x: f64) !void { if (x < 0) return error.Bad; }", "an error union"),
        ("pub fn f(x: []f64) []f64 { return x[1..]; }", "it returns a slice"),
        ("pub fn f(x: [][]f64) f64 { return x[0][0]; }", "a slice of slices"),
    ],
)
def test_what_is_refused(source: str, says: str) -> None:
    with pytest.raises(Error, match=says) as caught:
        rz.compile(source, "zig").f
    assert caught.value.code == "RZ012"


@pytest.mark.wide
def test_hash_tables_are_refused() -> None:
    """Their table is found by rounding an address, which is not followed."""
    text = """
const std = @import("std");
pub fn f(x: f64) f64 {
    var sums: std.AutoHashMapUnmanaged(u32, f64) = .empty;
    defer sums.deinit(std.heap.c_allocator);
    sums.put(std.heap.c_allocator, 3, x * x) catch @panic("no memory");
    return sums.get(3).?;
}
"""
    lib = rz.compile(text, "zig")
    assert lib.f(3.0) == 9.0
    with pytest.raises(Error) as caught:
        rz.grad(lib.f)(3.0)
    assert caught.value.code == "RZ405"


def test_an_error_has_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.zig"
    path.write_text("pub fn f(x: f64) f64 {\n    return y * x;\n}\n")
    with pytest.raises(rz.CompileError) as caught:
        rz.load(path)
    assert caught.value.code == "RZ020" and "bad.zig:2:12" in str(caught.value)
    assert "use of undeclared identifier 'y'" in str(caught.value)


def test_files_that_are_imported(tmp_path: Path) -> None:
    (tmp_path / "model.zig").write_text(
        'const other = @import("part/other.zig");\n'
        "pub fn f(x: f64) f64 {\n    return other.g(x) * x;\n}\n"
    )
    (tmp_path / "part").mkdir()
    part = tmp_path / "part" / "other.zig"
    part.write_text("pub fn g(x: f64) f64 {\n    return 2 * x;\n}\n")
    assert rz.grad(rz.load(tmp_path / "model.zig").f)(3.0) == 12.0
    part.write_text("pub fn g(x: f64) f64 {\n    return 3 * x;\n}\n")
    assert rz.grad(rz.load(tmp_path / "model.zig").f)(3.0) == 18.0  # it is part of the key


def test_c_and_zig_in_one_program(tmp_path: Path) -> None:
    (tmp_path / "f.zig").write_text(
        "extern fn square(x: f64) f64;\npub fn area(r: f64) f64 {\n    return 3 * square(r);\n}\n"
        "export fn cube(x: f64) f64 {\n    return x * x * x;\n}\n"
    )
    (tmp_path / "s.c").write_text(
        "double cube(double); double square(double x) { return x * x; }\n"
        "double both(double x) { return cube(x) + square(x); }\n"
    )
    lib = rz.load(tmp_path / "f.zig", tmp_path / "s.c")
    assert rz.grad(lib.area)(2.0) == 12.0 and rz.grad(lib.both)(2.0) == 16.0


def test_text_that_is_rewritten() -> None:
    text = (
        "@rz.names = alias [4 x i8], ptr @n\n"
        '@n = internal unnamed_addr constant [4 x i8] c"f\\0A\\00\\00"\n'
        "define internal fastcc double @m.f(double %0) #0 {\n"
        "  %2 = call fastcc double @m.g(double %0)\n  ret double %2\n}\n"
        "define internal fastcc double @m.g(double %0) #0 {\n"
        "  %2 = call fastcc double @math.tanh.tanh__func_1(double %0)\n  ret double %2\n}\n"
        "define internal fastcc double @math.tanh.tanh__func_1(double %0) #0 {\n"
        "  ret double %0\n}\n"
        'attributes #0 = { nounwind uwtable "probe-stack"="x" }\n'
    )
    found = zigtext.rewritten(text, "m")
    assert "define double @m.f(" in found and "define internal double @m.g(" in found
    assert "fastcc" not in found and "rz.names" not in found
    assert "call double @tanh(double %0)" in found and "declare double @tanh(double)" in found
    assert "attributes #0 = { uwtable }" in found


def test_what_prints_is_known_by_its_library() -> None:
    """A file of the user's may be called `debug.zig`, too."""
    text = (
        "define internal fastcc void @debug.print__func_1(ptr %0) unnamed_addr #0 !dbg !1 {\n"
        "  ret void\n}\n"
        "define internal fastcc void @debug.print__func_2(ptr %0) unnamed_addr #0 !dbg !2 {\n"
        "  call fastcc void @debug.print__func_1(ptr %0)\n  ret void\n}\n"
        '!1 = distinct !DISubprogram(name: "print", file: !3, line: 3)\n'
        '!2 = distinct !DISubprogram(name: "print", file: !4, line: 3)\n'
        '!3 = !DIFile(filename: "std/debug.zig", directory: "/x/lib")\n'
        '!4 = !DIFile(filename: "debug.zig", directory: "/home")\n'
    )
    found = zigtext.rewritten(text, "debug")
    assert "void @zig$debug.print__func_1(ptr %0) unnamed_addr noinline #0" in found
    assert "call void @zig$debug.print__func_1(ptr %0)" in found
    assert "void @debug.print__func_2(ptr %0) unnamed_addr #0" in found


@pytest.mark.wide
def test_messages_have_no_part_in_derivatives(capfd: pytest.CaptureFixture[str]) -> None:
    text = """
const std = @import("std");
fn told(x: f64) f64 {
    std.log.err("x is {d}", .{x});
    return x * x;
}
pub fn f(x: []const f64) f64 {
    var sum: f64 = 0;
    for (x, 0..) |v, i| {
        std.debug.print("{d}: {d}\\n", .{ i, sum });
        sum += told(v) * v;
    }
    return sum;
}
"""
    lib, x = rz.compile(text, "zig"), np.array([1.0, 2.0])
    with rz.options(check="never"):
        assert np.allclose(rz.grad(lib.f)(x), 3 * x**2)
        assert capfd.readouterr().err.count("error: x is 2") == 1
        assert np.allclose(rz.jvp(lib.f, (x,), (np.ones(2),))[1], 15)
        assert np.allclose(rz.hvp(lib.f, (x,), (np.ones(2),)), 6 * x)
