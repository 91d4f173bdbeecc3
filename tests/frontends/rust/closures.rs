// call integral: 0.3, 0.9, 16; wrt a b
// call composed: 0.6; wrt x
// call counted: V(5); wrt x
fn trapezoid<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    (0..n).map(|i| 0.5 * h * (f(a + i as f64 * h) + f(a + (i + 1) as f64 * h))).sum()
}

pub fn integral(a: f64, b: f64, n: usize) -> f64 {
    let scale = a * b;
    trapezoid(|x| scale * (x * x).exp(), a, b, n)
}

fn compose(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    move |x| g(f(x))
}

pub fn composed(x: f64) -> f64 {
    let k = x * 2.0;
    compose(compose(move |v| v * k, f64::sin), move |v| v / k)(x)
}

pub fn counted(x: &[f64]) -> f64 {
    let mut total = 0.0;
    let mut add = |v: f64| total += v * v;
    for v in x {
        add(*v);
    }
    total
}
