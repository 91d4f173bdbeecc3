// call collected: V(6); wrt x
// call grown: V(7); wrt x
// call rows: V(6); wrt x
// call sorted: V(7); wrt x; first order
pub fn collected(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
    let sums: Vec<f64> = squares.windows(2).map(|w| w[0] + w[1]).collect();
    sums.iter().product()
}

pub fn grown(x: &[f64]) -> f64 {
    let mut kept = Vec::new();
    for v in x {
        if *v > 0.3 {
            kept.push(v * v);
        }
    }
    kept.extend_from_slice(&x[..2]);
    kept.pop();
    kept.insert(0, 2.0 * x[0]);
    kept.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
}

pub fn rows(x: &[f64]) -> f64 {
    let n = x.len();
    let mut table = vec![vec![0.0; n]; n];
    for (i, row) in table.iter_mut().enumerate() {
        for (j, v) in row.iter_mut().enumerate() {
            *v = x[i] * x[j];
        }
    }
    table.iter().map(|row| row.iter().sum::<f64>().powi(2)).sum()
}

pub fn sorted(x: &[f64]) -> f64 {
    let mut own = x.to_vec();
    own.sort_by(|a, b| a.partial_cmp(b).unwrap());
    own.iter().zip(1..).map(|(v, rank)| v * v * rank as f64).sum()
}
