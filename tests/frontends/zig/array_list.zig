// call moving_average: V(8); wrt x
const std = @import("std");

pub fn moving_average(x: []const f64) f64 {
    const allocator = std.heap.c_allocator;
    var list: std.ArrayList(f64) = .empty;
    defer list.deinit(allocator);
    for (x[1..], x[0 .. x.len - 1]) |a, b| {
        list.append(allocator, (a + b) / 2) catch @panic("no memory");
    }
    var product: f64 = 1;
    for (list.items) |v| product *= v + 0.5;
    return product;
}
