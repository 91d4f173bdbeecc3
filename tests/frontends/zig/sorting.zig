// call weighted_ranks: V(7); wrt x
const std = @import("std");

pub fn weighted_ranks(x: []const f64) f64 {
    var sorted: [16]f64 = undefined;
    const part = sorted[0..x.len];
    @memcpy(part, x);
    std.sort.pdq(f64, part, {}, std.sort.asc(f64));
    var sum: f64 = 0;
    for (part, 1..) |v, rank| sum += v * v * @as(f64, @floatFromInt(rank));
    return sum;
}
