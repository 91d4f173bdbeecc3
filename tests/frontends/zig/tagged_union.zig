// call area: V(6); wrt sizes
const Shape = union(enum) {
    circle: f64,
    box: struct { width: f64, height: f64 },
    nothing,

    fn area(self: Shape) f64 {
        return switch (self) {
            .circle => |r| 3.14159 * r * r,
            .box => |b| b.width * b.height,
            .nothing => 0,
        };
    }
};

pub fn area(sizes: []const f64) f64 {
    const shapes = [_]Shape{
        .{ .circle = sizes[0] },
        .{ .box = .{ .width = sizes[1], .height = sizes[2] } },
        .nothing,
        .{ .circle = sizes[3] * sizes[4] },
    };
    var sum: f64 = 0;
    for (shapes) |s| sum += s.area() * sizes[5];
    return sum;
}
