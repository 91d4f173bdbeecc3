// call stateful: V(4); wrt x
const table = [_]f64{ 0.5, 1.5, 2.5, 3.5 };
var calls: f64 = 0;
var buffer: [4]f64 = undefined;

fn remember(x: []const f64) void {
    for (&buffer, x, table) |*b, v, t| b.* = v * t;
}

pub fn stateful(x: []const f64) f64 {
    calls += 1;
    remember(x);
    var product: f64 = 1;
    for (buffer) |v| product *= v;
    return product;
}
