// call diffuse: V(10), 0.2, 6; wrt u rate; of u
// call swapped: V(8), 0.2, 5; wrt u rate
pub fn diffuse(u: &mut [f64], rate: f64, steps: usize) {
    for _ in 0..steps {
        let old = u.to_vec();
        for i in 1..u.len() - 1 {
            u[i] = old[i] + rate * (old[i - 1] - 2.0 * old[i] + old[i + 1]);
        }
    }
}

pub fn swapped(u: &[f64], rate: f64, steps: usize) -> f64 {
    let mut now = u.to_vec();
    let mut next = now.clone();
    for _ in 0..steps {
        for i in 1..now.len() - 1 {
            next[i] = now[i] + rate * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
        }
        std::mem::swap(&mut now, &mut next);
    }
    now.iter().map(|v| v * v).sum()
}
