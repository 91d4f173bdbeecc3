// call forces: V(4), 0; wrt x
// call forces: V(4), 1; wrt x
const Force = struct {
    context: *const anyopaque,
    at: *const fn (*const anyopaque, f64) f64,
};
const Spring = struct {
    k: f64,

    fn at(context: *const anyopaque, x: f64) f64 {
        const self: *const Spring = @ptrCast(@alignCast(context));
        return -self.k * x;
    }
};
const Drag = struct {
    c: f64,

    fn at(context: *const anyopaque, x: f64) f64 {
        const self: *const Drag = @ptrCast(@alignCast(context));
        return -self.c * x * @abs(x);
    }
};

pub fn forces(x: []const f64, which: u32) f64 {
    const spring: Spring = .{ .k = x[0] };
    const drag: Drag = .{ .c = x[1] };
    const force: Force = if (which == 0)
        .{ .context = &spring, .at = Spring.at }
    else
        .{ .context = &drag, .at = Drag.at };
    var sum: f64 = 0;
    for (x) |v| sum += force.at(force.context, v);
    return sum;
}
