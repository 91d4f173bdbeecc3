// call by_key: V(9), I(3, 1, 3, 2, 1, 3, 7, 7, 2); wrt x
// call grown: V(6), 40; wrt x
// call removed: V(6); wrt x
// call memo: 0.4, 12; wrt x
// call nested: V(8); wrt x
// call graph: V(7); wrt weights; first order
use std::collections::{HashMap, HashSet};

pub fn by_key(x: &[f64], keys: &[i32]) -> f64 {
    let mut sums: HashMap<i32, f64> = HashMap::new();
    for (v, k) in x.iter().zip(keys) {
        *sums.entry(*k).or_insert(0.0) += v * v;
    }
    sums.iter().map(|(k, sum)| (sum * *k as f64).sqrt()).sum()
}

pub fn grown(x: &[f64], n: usize) -> f64 {
    let mut table = HashMap::new();
    for i in 0..n {
        table.insert(i * 17, x[i % x.len()] * (1.0 + i as f64));
    }
    let mut total = 0.0;
    for i in (0..n).rev().step_by(3) {
        if let Some(v) = table.get(&(i * 17)) {
            total += v * v.sin();
        }
    }
    total / n as f64
}

pub fn removed(x: &[f64]) -> f64 {
    let mut left: HashMap<usize, f64> = x.iter().map(|v| v * v).enumerate().collect();
    let taken = left.remove(&2).unwrap_or(0.0) * left.remove(&17).unwrap_or(2.0);
    left.retain(|k, _| k % 2 == 1);
    if let Some(v) = left.get_mut(&3) {
        *v *= 3.0;
    }
    taken * left.values().sum::<f64>()
}

fn chebyshev(n: u32, x: f64, known: &mut HashMap<u32, f64>) -> f64 {
    if n < 2 {
        return if n == 0 { 1.0 } else { x };
    }
    if let Some(&v) = known.get(&n) {
        return v;
    }
    let v = 2.0 * x * chebyshev(n - 1, x, known) - chebyshev(n - 2, x, known);
    known.insert(n, v);
    v
}

pub fn memo(x: f64, n: u32) -> f64 {
    chebyshev(n, x, &mut HashMap::new())
}

pub fn nested(x: &[f64]) -> f64 {
    let mut groups: HashMap<u8, Vec<f64>> = HashMap::with_capacity(4);
    for (i, v) in x.iter().enumerate() {
        groups.entry((i % 3) as u8).or_default().push(v.exp());
    }
    groups.iter().map(|(k, g)| (*k as f64 + 1.0) * g.iter().product::<f64>()).sum()
}

pub fn graph(weights: &[f64]) -> f64 {
    let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (3, 4), (2, 4)];
    let mut near: HashMap<usize, Vec<(usize, f64)>> = HashMap::new();
    for ((a, b), w) in edges.iter().zip(weights) {
        near.entry(*a).or_default().push((*b, *w));
        near.entry(*b).or_default().push((*a, *w));
    }
    let mut seen = HashSet::from([0]);
    let mut work = vec![(0, 1.0)];
    let mut total = 0.0;
    while let Some((node, value)) = work.pop() {
        total += value;
        for (next, w) in &near[&node] {
            if seen.insert(*next) {
                work.push((*next, value * w));
            }
        }
    }
    total
}
