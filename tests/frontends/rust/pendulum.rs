// call swing: 0.7, dict(length=1.2, damping=0.1), 30; wrt angle rod
#[derive(Clone, Copy)]
struct State {
    angle: f64,
    speed: f64,
}

pub struct Rod {
    pub length: f64,
    pub damping: f64,
}

impl State {
    fn plus(self, d: State, h: f64) -> State {
        State { angle: self.angle + h * d.angle, speed: self.speed + h * d.speed }
    }
}

impl Rod {
    fn slope(&self, s: State) -> State {
        State { angle: s.speed, speed: -9.81 / self.length * s.angle.sin() - self.damping * s.speed }
    }
    fn step(&self, s: State, h: f64) -> State {
        let k1 = self.slope(s);
        let k2 = self.slope(s.plus(k1, h / 2.0));
        let k3 = self.slope(s.plus(k2, h / 2.0));
        let k4 = self.slope(s.plus(k3, h));
        s.plus(k1, h / 6.0).plus(k2, h / 3.0).plus(k3, h / 3.0).plus(k4, h / 6.0)
    }
}

pub fn swing(angle: f64, rod: &Rod, steps: usize) -> f64 {
    (0..steps).fold(State { angle, speed: 0.0 }, |s, _| rod.step(s, 0.02)).angle
}
