// call total: V(4), 0; wrt x
// call total: V(4), 1; wrt x
// call boxed: V(5); wrt x
trait Force {
    fn at(&self, x: f64) -> f64;
    fn energy(&self, x: f64) -> f64 {
        -0.5 * x * self.at(x)
    }
}

struct Spring(f64);
struct Drag {
    c: f64,
}

impl Force for Spring {
    fn at(&self, x: f64) -> f64 {
        -self.0 * x
    }
}

impl Force for Drag {
    fn at(&self, x: f64) -> f64 {
        -self.c * x * x.abs()
    }
    fn energy(&self, x: f64) -> f64 {
        self.c * x.powi(3) / 3.0
    }
}

pub fn total(x: &[f64], which: u32) -> f64 {
    let (spring, drag) = (Spring(x[0]), Drag { c: x[1] });
    let force: &dyn Force = if which == 0 { &spring } else { &drag };
    x.iter().map(|v| force.energy(*v)).sum()
}

pub fn boxed(x: &[f64]) -> f64 {
    let mut forces: Vec<Box<dyn Force>> = Vec::new();
    for (i, v) in x.iter().enumerate() {
        forces.push(if i % 2 == 0 { Box::new(Spring(*v)) } else { Box::new(Drag { c: *v }) });
    }
    forces.iter().zip(x).map(|(f, v)| f.at(*v) * f.energy(v + 1.0)).sum()
}
