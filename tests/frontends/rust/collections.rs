// call named: V(4); wrt x; first order
// call unique: V(6); wrt x; first order
// call queue: V(6); wrt x
use std::collections::{BTreeSet, HashMap, VecDeque};

pub fn named(x: &[f64]) -> f64 {
    let places: HashMap<&str, usize> = [("mass", 0), ("length", 1), ("time", 2)].into();
    let get = |name: &str| x[places[name]];
    get("mass") * get("length") / get("time") + x[3]
}

pub fn unique(x: &[f64]) -> f64 {
    let seen: BTreeSet<usize> = x.iter().map(|v| (v * 10.0) as usize).collect();
    x.iter().take(seen.len()).product()
}

pub fn queue(x: &[f64]) -> f64 {
    let mut window: VecDeque<f64> = VecDeque::with_capacity(3);
    let mut sum = 0.0;
    for v in x {
        if window.len() == 3 {
            window.pop_front();
        }
        window.push_back(v * v);
        sum += window.iter().product::<f64>();
    }
    sum
}
