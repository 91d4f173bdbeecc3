// call kinetic: 4, V(4), 0.3; wrt speeds drag
const Particle = struct { mass: f64, speed: f64, id: u32 = 0, alive: bool = true };

fn advance(all: []Particle, drag: f64) void {
    for (all) |*p| {
        if (!p.alive) continue;
        p.speed -= drag * p.speed * @abs(p.speed) / p.mass;
        p.alive = p.id != 2;
    }
}

pub fn kinetic(count: usize, speeds: []const f64, drag: f64) f64 {
    var all: [8]Particle = undefined;
    for (all[0..count], speeds, 0..) |*p, v, i| {
        p.* = .{ .mass = 1 + v, .speed = v, .id = @intCast(i) };
    }
    for (0..3) |_| advance(all[0..count], drag);
    var sum: f64 = 0;
    for (all[0..count]) |p| sum += 0.5 * p.mass * p.speed * p.speed;
    return sum;
}
