// call halves: V(7); wrt x
// call adaptive: 0.2, 0.9; wrt a b
pub fn halves(x: &[f64]) -> f64 {
    match x.len() {
        1 => x[0],
        n => {
            let (a, b) = x.split_at(n / 2);
            halves(a) * halves(b) + x[0]
        }
    }
}

fn simpson(f: &dyn Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

fn refined(f: &dyn Fn(f64) -> f64, a: f64, b: f64, depth: u32) -> f64 {
    let middle = 0.5 * (a + b);
    if depth == 0 {
        return simpson(f, a, b);
    }
    refined(f, a, middle, depth - 1) + refined(f, middle, b, depth - 1)
}

pub fn adaptive(a: f64, b: f64) -> f64 {
    refined(&|x: f64| (x * a).sin() * x, a, b, 3)
}
