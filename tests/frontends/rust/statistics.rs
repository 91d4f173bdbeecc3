// call log_likelihood: V(8), 0.4, 0.3; wrt x mean sd
// call logistic: V(3), V(12), V(4); wrt w
// call softmax: V(5), Z(5); wrt x; of y
pub fn log_likelihood(x: &[f64], mean: f64, sd: f64) -> f64 {
    let n = x.len() as f64;
    let squares: f64 = x.iter().map(|v| ((v - mean) / sd).powi(2)).sum();
    -0.5 * squares - n * sd.ln() - 0.5 * n * (2.0 * std::f64::consts::PI).ln()
}

pub fn logistic(w: &[f64], x: &[f64], y: &[f64]) -> f64 {
    x.chunks_exact(w.len())
        .zip(y)
        .map(|(row, target)| {
            let z: f64 = row.iter().zip(w).map(|(a, b)| a * b).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
        })
        .sum::<f64>()
        / y.len() as f64
}

pub fn softmax(x: &[f64], y: &mut [f64]) {
    let top = x.iter().copied().fold(f64::MIN, f64::max);
    for (o, v) in y.iter_mut().zip(x) {
        *o = (v - top).exp();
    }
    let sum: f64 = y.iter().sum();
    y.iter_mut().for_each(|o| *o /= sum);
}
