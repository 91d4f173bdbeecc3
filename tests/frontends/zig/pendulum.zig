// call swing: 0.7, dict(length=1.2, damping=0.1), 40; wrt angle rod
const Rod = struct { length: f64, damping: f64 };
const State = struct {
    angle: f64,
    speed: f64,

    fn plus(self: State, d: State, h: f64) State {
        return .{ .angle = self.angle + h * d.angle, .speed = self.speed + h * d.speed };
    }
};

fn slope(s: State, rod: Rod) State {
    return .{ .angle = s.speed, .speed = -9.81 / rod.length * @sin(s.angle) - rod.damping * s.speed };
}

pub fn swing(angle: f64, rod: Rod, steps: u32) f64 {
    var s: State = .{ .angle = angle, .speed = 0 };
    const h = 0.02;
    for (0..steps) |_| {
        const k1 = slope(s, rod);
        const k2 = slope(s.plus(k1, h / 2.0), rod);
        const k3 = slope(s.plus(k2, h / 2.0), rod);
        const k4 = slope(s.plus(k3, h), rod);
        s = s.plus(k1, h / 6.0).plus(k2, h / 3.0).plus(k3, h / 3.0).plus(k4, h / 6.0);
    }
    return s.angle;
}
