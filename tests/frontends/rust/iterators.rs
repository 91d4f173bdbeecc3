// call chained: V(8); wrt x
// call folded: V(6), 0.3; wrt x c
// call chunks: V(9); wrt x
// call extremes: V(6); wrt x
// call flat: V(5); wrt x
pub fn chained(x: &[f64]) -> f64 {
    x.iter()
        .filter(|v| **v > 0.4)
        .map(|v| v.sqrt())
        .chain(x.iter().skip(2).take(3).copied())
        .scan(1.0, |state, v| {
            *state *= v + 0.5;
            Some(*state)
        })
        .sum()
}

pub fn folded(x: &[f64], c: f64) -> f64 {
    x.iter().rev().fold(c, |found, v| found * 0.7 + v * v)
}

pub fn chunks(x: &[f64]) -> f64 {
    x.chunks(4).map(|part| part.iter().sum::<f64>().powi(2)).product::<f64>()
}

pub fn extremes(x: &[f64]) -> f64 {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = x.iter().cloned().reduce(f64::min).unwrap();
    let at = x.iter().position(|v| *v == top).unwrap();
    top * low + x[at] * at as f64
}

pub fn flat(x: &[f64]) -> f64 {
    x.iter().flat_map(|a| x.iter().map(move |b| a * b)).filter(|p| *p < 0.5).sum()
}
