// call energy: M(4, 3); wrt positions
// call advance: M(4, 3), M(4, 3), 0.01; wrt positions speeds dt; of positions
type Point = [f64; 3];

fn pair(a: &Point, b: &Point) -> f64 {
    let r2: f64 = a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>() + 0.3;
    let s = 1.0 / r2.powi(3);
    4.0 * (s * s - s)
}

pub fn energy(positions: &[Point]) -> f64 {
    positions
        .iter()
        .enumerate()
        .flat_map(|(i, a)| positions[i + 1..].iter().map(move |b| pair(a, b)))
        .sum()
}

pub fn advance(positions: &mut [Point], speeds: &mut [Point], dt: f64) {
    for (p, s) in positions.iter_mut().zip(speeds.iter_mut()) {
        for k in 0..3 {
            s[k] -= dt * p[k] * p[k];
            p[k] += dt * s[k];
        }
    }
}
