// call energy: V(6), 2.5; wrt x k
// call scaled: V(5), 1.5; wrt x a; of x
const std = @import("std");

pub fn energy(x: []const f64, k: f64) f64 {
    var sum: f64 = 0;
    for (x[0 .. x.len - 1], x[1..]) |a, b| {
        const stretch = b - a - 0.5;
        sum += 0.5 * k * stretch * stretch;
    }
    return sum;
}

pub fn scaled(x: []f64, a: f64) void {
    for (x) |*v| v.* *= a * v.*;
}
