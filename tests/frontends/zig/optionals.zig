// call mean_of_positive: V(6); wrt x
// call clipped: V(5), 0.5; wrt x limit
fn root(x: f64) ?f64 {
    return if (x > 0.4) @sqrt(x) else null;
}

pub fn mean_of_positive(x: []const f64) f64 {
    var sum: f64 = 0;
    var best: ?f64 = null;
    for (x) |v| {
        sum += root(v) orelse continue;
        if (best == null or v > best.?) best = v;
    }
    if (best) |b| return sum * b;
    return 0;
}

pub fn clipped(x: []const f64, limit: f64) f64 {
    var sum: f64 = 0;
    for (x) |v| sum += @min(v, limit) * @max(v, 0.3);
    return sum;
}
