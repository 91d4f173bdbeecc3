// call continued: 0.6, 12; wrt x
// call ackermannish: V(7); wrt x
fn fraction(x: f64, n: u32) f64 {
    if (n == 0) return x;
    return x / (@as(f64, @floatFromInt(n)) + fraction(x, n - 1) * x);
}

pub fn continued(x: f64, n: u32) f64 {
    return fraction(x, n);
}

pub fn ackermannish(x: []const f64) f64 {
    if (x.len == 1) return x[0];
    const half = x.len / 2;
    return ackermannish(x[0..half]) * ackermannish(x[half..]) + x[0];
}
