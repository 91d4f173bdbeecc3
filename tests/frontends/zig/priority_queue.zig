// call largest: V(7), 3; wrt x
// call reversed: V(6); wrt x
const std = @import("std");

fn order(_: void, a: f64, b: f64) std.math.Order {
    return std.math.order(b, a);
}

pub fn largest(x: []const f64, count: usize) f64 {
    const allocator = std.heap.c_allocator;
    var queue: std.PriorityQueue(f64, void, order) = .empty;
    defer queue.deinit(allocator);
    for (x) |v| queue.push(allocator, v) catch @panic("no memory");
    var sum: f64 = 0;
    for (0..count) |_| sum += queue.pop().? * queue.peek().?;
    return sum;
}

pub fn reversed(x: []const f64) f64 {
    var own: [8]f64 = undefined;
    const part = own[0..x.len];
    @memcpy(part, x);
    std.mem.reverse(f64, part);
    std.mem.swap(f64, &part[0], &part[2]);
    var found = part[0];
    for (part[1..]) |v| found = found * 0.5 + v * v;
    return found;
}
