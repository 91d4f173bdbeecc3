// call newton: 0.7; wrt a
// call piecewise: V(6); wrt x
pub fn newton(a: f64) f64 {
    var x: f64 = 1;
    const found = for (0..50) |_| {
        const next = 0.5 * (x + a / x);
        if (@abs(next - x) < 1e-15) break next;
        x = next;
    } else x;
    return found;
}

pub fn piecewise(x: []const f64) f64 {
    var sum: f64 = 0;
    outer: for (x, 0..) |v, i| {
        switch (i % 4) {
            0 => sum += v,
            1, 2 => {
                var k: u32 = 0;
                while (true) : (k += 1) {
                    if (k > 3) continue :outer;
                    sum += v * v;
                }
            },
            else => sum *= v,
        }
    }
    return sum;
}
