// call total: V(4); wrt x
// call tuple: 0.4, 0.7; wrt a b
// call by_value: dict(k=1.2, m=0.4); wrt p
// call nested: dict(inner=dict(k=1.2, m=0.4), scale=0.5, n=3); wrt model
// call method: 0.3; wrt x
pub struct Pair {
    pub k: f64,
    pub m: f64,
}

pub struct Model {
    pub inner: Pair,
    pub scale: f64,
    pub n: u32,
}

impl Pair {
    pub fn ratio(&self) -> f64 {
        self.k / self.m
    }
}

fn divided(a: f64, b: f64) -> (f64, f64) {
    (a / b, a * b)
}

pub fn total(x: &[f64]) -> f64 {
    let pairs: Vec<Pair> = x.chunks(2).map(|c| Pair { k: c[0], m: c[1] }).collect();
    pairs.iter().map(Pair::ratio).sum()
}

pub fn tuple(a: f64, b: f64) -> f64 {
    let (q, p) = divided(a, b);
    let (x, y) = divided(p, q);
    x * y + q
}

pub fn by_value(p: Pair) -> f64 {
    p.ratio() * p.k
}

pub fn nested(model: &Model) -> f64 {
    model.inner.ratio().powi(model.n as i32) * model.scale
}

pub fn method(x: f64) -> f64 {
    Pair { k: x, m: x * x + 1.0 }.ratio()
}
