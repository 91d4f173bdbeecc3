// call product: M(3, 4), M(4, 2), Z(3, 2), 3, 4, 2; wrt a b; of c
// call trace_of_square: M(4, 4), 4; wrt a
const Matrix = struct {
    data: []const f64,
    columns: usize,

    fn at(self: Matrix, i: usize, j: usize) f64 {
        return self.data[i * self.columns + j];
    }
};

pub fn product(a: []const f64, b: []const f64, c: []f64, n: usize, k: usize, m: usize) void {
    const x: Matrix = .{ .data = a, .columns = k };
    const y: Matrix = .{ .data = b, .columns = m };
    for (0..n) |i| for (0..m) |j| {
        var sum: f64 = 0;
        for (0..k) |l| sum += x.at(i, l) * y.at(l, j);
        c[i * m + j] = sum;
    };
}

pub fn trace_of_square(a: []const f64, n: usize) f64 {
    const x: Matrix = .{ .data = a, .columns = n };
    var sum: f64 = 0;
    for (0..n) |i| for (0..n) |j| {
        sum += x.at(i, j) * x.at(j, i);
    };
    return sum;
}
