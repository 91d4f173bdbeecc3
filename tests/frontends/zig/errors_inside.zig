// call logs: V(5); wrt x
const Bad = error{Negative};

fn logarithm(x: f64) Bad!f64 {
    if (x <= 0) return Bad.Negative;
    return @log(x);
}

fn total(x: []const f64) !f64 {
    var sum: f64 = 0;
    for (x) |v| sum += try logarithm(v) * v;
    return sum;
}

pub fn logs(x: []const f64) f64 {
    const good = total(x) catch |e| switch (e) {
        Bad.Negative => @panic("a negative number"),
    };
    const other = logarithm(-x[0]) catch x[1] * x[1];
    return good + other;
}
