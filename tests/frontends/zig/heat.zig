// call diffuse: V(10), 0.2, 8; wrt u rate; of u
// call final_energy: V(10), 0.2, 6; wrt u rate
fn step(u: []f64, rate: f64) void {
    var before = u[0];
    for (1..u.len - 1) |i| {
        const here = u[i];
        u[i] = here + rate * (before - 2 * here + u[i + 1]);
        before = here;
    }
}

pub fn diffuse(u: []f64, rate: f64, steps: usize) void {
    for (0..steps) |_| step(u, rate);
}

pub fn final_energy(u: []const f64, rate: f64, steps: usize) f64 {
    var own: [32]f64 = undefined;
    @memcpy(own[0..u.len], u);
    diffuse(own[0..u.len], rate, steps);
    var sum: f64 = 0;
    for (own[0..u.len]) |v| sum += v * v;
    return sum;
}
