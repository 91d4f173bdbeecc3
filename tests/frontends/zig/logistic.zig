// call loss: V(3), M(5, 3), V(5); wrt w
// call softmax: V(5), Z(5); wrt x; of y
fn sigmoid(x: f64) f64 {
    return 1 / (1 + @exp(-x));
}

pub fn loss(w: []const f64, x: []const f64, y: []const f64) f64 {
    var sum: f64 = 0;
    for (y, 0..) |target, i| {
        var z: f64 = 0;
        for (w, x[i * w.len ..][0..w.len]) |a, b| z += a * b;
        const p = sigmoid(z);
        sum -= target * @log(p) + (1 - target) * @log(1 - p);
    }
    return sum / @as(f64, @floatFromInt(y.len));
}

pub fn softmax(x: []const f64, y: []f64) void {
    var top = x[0];
    for (x) |v| top = @max(top, v);
    var sum: f64 = 0;
    for (y, x) |*o, v| {
        o.* = @exp(v - top);
        sum += o.*;
    }
    for (y) |*o| o.* /= sum;
}
