// call accumulated: V(4); wrt x
// call simulated: 0.4, 12; wrt rate
use std::sync::atomic::{AtomicUsize, Ordering};

static CALLS: AtomicUsize = AtomicUsize::new(0);

pub fn accumulated(x: &[f64]) -> f64 {
    CALLS.fetch_add(1, Ordering::Relaxed);
    x.iter().product()
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Iterator for Random {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        Some(Random::next(self))
    }
}

pub fn simulated(rate: f64, n: usize) -> f64 {
    let mut price = 1.0;
    for z in Random(42).take(n) {
        price *= (rate * (z - 0.5)).exp();
    }
    price
}
