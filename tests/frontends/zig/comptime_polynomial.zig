// call quartic: 0.6, V(5); wrt x c
// call unrolled: 0.4; wrt x
fn Polynomial(comptime degree: usize) type {
    return struct {
        c: [degree + 1]f64,

        fn value(self: @This(), x: f64) f64 {
            var found: f64 = 0;
            comptime var k = degree + 1;
            inline while (k > 0) {
                k -= 1;
                found = found * x + self.c[k];
            }
            return found;
        }
    };
}

pub fn quartic(x: f64, c: []const f64) f64 {
    const p: Polynomial(4) = .{ .c = c[0..5].* };
    return p.value(x) * p.value(-x);
}

fn power(comptime n: u32, x: anytype) @TypeOf(x) {
    return if (n == 0) 1 else x * power(n - 1, x);
}

const weights = blk: {
    var w: [4]f64 = undefined;
    for (&w, 1..) |*v, i| v.* = 1.0 / @as(f64, @floatFromInt(i));
    break :blk w;
};

pub fn unrolled(x: f64) f64 {
    var sum: f64 = 0;
    inline for (weights, 1..) |w, n| sum += w * power(n, x);
    return sum;
}
