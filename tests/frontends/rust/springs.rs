// call energy: V(6), dict(k=2.0, rest=0.5); wrt x spring
// call chain: V(6); wrt x
// call scale: V(5), 1.5; wrt x a; of x
pub struct Spring {
    pub k: f64,
    pub rest: f64,
}

pub fn energy(x: &[f64], spring: &Spring) -> f64 {
    x.iter().map(|v| 0.5 * spring.k * (v - spring.rest).powi(2)).sum()
}

pub fn chain(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[1] - w[0]).powi(2)).zip(x).map(|(d, v)| d * v).sum()
}

pub fn scale(x: &mut [f64], a: f64) {
    for v in x.iter_mut() {
        *v *= a * *v;
    }
}
