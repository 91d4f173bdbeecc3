// call prefix: V(6); wrt x
// call in_arena: V(5); wrt x
const std = @import("std");

pub fn prefix(x: []const f64) f64 {
    const a = std.heap.page_allocator;
    const sums = a.alloc(f64, x.len) catch unreachable;
    defer a.free(sums);
    var sum: f64 = 0;
    for (sums, x) |*s, v| {
        sum += v;
        s.* = sum * sum;
    }
    return sums[x.len - 1] * sums[x.len / 2];
}

pub fn in_arena(x: []const f64) f64 {
    var arena: std.heap.ArenaAllocator = .init(std.heap.page_allocator);
    defer arena.deinit();
    const a = arena.allocator();
    var sum: f64 = 0;
    for (x) |v| {
        const pair = a.create([2]f64) catch @panic("no memory");
        pair.* = .{ v, v * v };
        sum += pair[0] * pair[1];
    }
    return sum;
}
