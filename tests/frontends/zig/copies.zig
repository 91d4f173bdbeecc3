// call duplicated: V(5); wrt x
// call nothing: 0.7, 0; wrt x
// call nothing: 0.7, 3; wrt x
// call back_and_forth: V(4), 2; wrt x
const std = @import("std");
const gpa = std.heap.c_allocator;

/// A slice without elements lies in the last page, where there is no memory.
pub fn duplicated(x: []const f64) f64 {
    const y = gpa.dupe(f64, x) catch @panic("no memory");
    defer gpa.free(y);
    var sum: f64 = 0;
    for (y) |v| sum += v * v * v;
    return sum;
}

pub fn nothing(x: f64, n: usize) f64 {
    const y = gpa.alloc(f64, n) catch @panic("no memory");
    defer gpa.free(y);
    for (y, 0..) |*v, i| v.* = x * @as(f64, @floatFromInt(i));
    const z = gpa.dupe(f64, y) catch @panic("no memory");
    defer gpa.free(z);
    var sum = x * x;
    for (z) |v| sum += v * v;
    return sum;
}

pub fn back_and_forth(x: []const f64, n: usize) f64 {
    const y = gpa.dupe(f64, x) catch @panic("no memory");
    defer gpa.free(y);
    const z = gpa.alloc(f64, x.len) catch @panic("no memory");
    defer gpa.free(z);
    for (0..n) |_| {
        for (y, z) |v, *w| w.* = v * v;
        @memcpy(y, z);
    }
    var sum: f64 = 0;
    for (y) |v| sum += v;
    return sum;
}
