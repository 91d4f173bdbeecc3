// call norm4: V(8); wrt x
// call blended: V(4), V(4); wrt a b
const V4 = @Vector(4, f64);

pub fn norm4(x: []const f64) f64 {
    var sum: V4 = @splat(0);
    var i: usize = 0;
    while (i + 4 <= x.len) : (i += 4) {
        const v: V4 = x[i..][0..4].*;
        sum += v * v * @as(V4, @splat(0.5));
    }
    return @sqrt(@reduce(.Add, sum));
}

pub fn blended(a: []const f64, b: []const f64) f64 {
    const x: V4 = a[0..4].*;
    const y: V4 = b[0..4].*;
    const larger = @select(f64, x > y, x, y);
    return @reduce(.Add, larger * @sin(x) + y);
}
