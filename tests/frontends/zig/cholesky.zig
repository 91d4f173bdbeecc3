// call log_determinant: M(3, 3); wrt a
const n = 3;

pub fn log_determinant(a: []const f64) f64 {
    var s: [n][n]f64 = undefined;
    for (0..n) |i| for (0..n) |j| {
        s[i][j] = if (i == j) 4 else 0;
        for (0..n) |k| s[i][j] += a[i * n + k] * a[j * n + k];
    };
    var l: [n][n]f64 = @splat(@splat(0));
    var sum: f64 = 0;
    for (0..n) |i| {
        for (0..i + 1) |j| {
            var v = s[i][j];
            for (0..j) |k| v -= l[i][k] * l[j][k];
            l[i][j] = if (i == j) @sqrt(v) else v / l[j][j];
        }
        sum += 2 * @log(l[i][i]);
    }
    return sum;
}
