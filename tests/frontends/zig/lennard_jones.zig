// call energy: M(4, 3); wrt positions
// call forces: M(4, 3), Z(4, 3); wrt positions; of f
const Point = [3]f64;

fn pair(a: Point, b: Point) f64 {
    var r2: f64 = 0.3;
    for (a, b) |x, y| r2 += (x - y) * (x - y);
    const s = 1 / (r2 * r2 * r2);
    return 4 * (s * s - s);
}

pub fn energy(positions: []const Point) f64 {
    var sum: f64 = 0;
    for (positions, 0..) |p, i| {
        for (positions[i + 1 ..]) |q| sum += pair(p, q);
    }
    return sum;
}

pub fn forces(positions: []const Point, f: []Point) void {
    for (positions, f) |p, *own| {
        for (positions) |q| {
            for (own, p, q) |*o, x, y| o.* += (x - y) * pair(p, q);
        }
    }
}
