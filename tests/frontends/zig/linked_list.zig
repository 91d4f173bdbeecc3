// call chain: V(5); wrt x
const Node = struct { value: f64, next: ?*const Node = null };

pub fn chain(x: []const f64) f64 {
    var nodes: [8]Node = undefined;
    for (x, 0..) |v, i| {
        nodes[i] = .{ .value = v * v, .next = if (i > 0) &nodes[i - 1] else null };
    }
    var sum: f64 = 0;
    var weight: f64 = 1;
    var at: ?*const Node = &nodes[x.len - 1];
    while (at) |node| : (at = node.next) {
        sum += weight * node.value;
        weight *= node.value;
    }
    return sum;
}
