// call indexed: V(7); wrt x
// call reversed: V(7); wrt x
// call nested: M(4, 4), 4; wrt a
// call newton: 0.7; wrt a
pub fn indexed(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += x[i] * x[i + 1];
    }
    sum
}

pub fn reversed(x: &[f64]) -> f64 {
    let mut found = 0.0;
    for (i, v) in x.iter().enumerate().rev().step_by(2) {
        found = found * 0.5 + v * v * i as f64;
    }
    found
}

pub fn nested(a: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    'rows: for i in 0..n {
        for j in 0..n {
            if i + j > n {
                continue 'rows;
            }
            sum += a[i * n + j] * a[j * n + i];
        }
    }
    sum
}

pub fn newton(a: f64) -> f64 {
    let mut x = 1.0;
    loop {
        let next = 0.5 * (x + a / x);
        if (next - x).abs() < 1e-15 {
            break next;
        }
        x = next;
    }
}
