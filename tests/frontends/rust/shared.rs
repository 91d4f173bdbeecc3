// call counted: V(4); wrt x
// call cells: V(4); wrt x
// call list: V(5); wrt x
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub fn counted(x: &[f64]) -> f64 {
    let shared = Rc::new(x[0] * x[1]);
    let copies: Vec<Rc<f64>> = (0..3).map(|_| Rc::clone(&shared)).collect();
    copies.iter().map(|c| **c * x[2]).sum::<f64>() + *shared
}

pub fn cells(x: &[f64]) -> f64 {
    let total = Cell::new(0.0);
    let seen = RefCell::new(Vec::new());
    for v in x {
        total.set(total.get() + v * v);
        seen.borrow_mut().push(total.get());
    }
    let sums: f64 = seen.borrow().iter().sum();
    sums * total.get()
}

struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

pub fn list(x: &[f64]) -> f64 {
    let mut head = None;
    for v in x {
        head = Some(Box::new(Node { value: v * v, next: head }));
    }
    let (mut sum, mut weight) = (0.0, 1.0);
    let mut at = &head;
    while let Some(node) = at {
        sum += weight * node.value;
        weight *= node.value;
        at = &node.next;
    }
    sum
}
