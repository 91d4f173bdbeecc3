// call dot: S(6), S(6); wrt a b
pub fn dot(a: []const f32, b: []const f32) f32 {
    var sum: f32 = 0;
    for (a, b) |x, y| sum += x * y * @exp(-x);
    return sum;
}
