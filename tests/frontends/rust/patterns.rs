// call area: V(5); wrt x
// call optional: V(6); wrt x
// call evaluated: 0.6; wrt x
// call results: V(4); wrt x
enum Shape {
    Circle(f64),
    Box { width: f64, height: f64 },
    Nothing,
}

impl Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) => std::f64::consts::PI * r * r,
            Shape::Box { width, height } if width > height => width * height,
            Shape::Box { width, .. } => width * width,
            Shape::Nothing => 0.0,
        }
    }
}

pub fn area(x: &[f64]) -> f64 {
    let shapes = [
        Shape::Circle(x[0]),
        Shape::Box { width: x[1], height: x[2] },
        Shape::Nothing,
        Shape::Box { width: x[3], height: 2.0 * x[4] },
    ];
    shapes.iter().map(Shape::area).sum()
}

pub fn optional(x: &[f64]) -> f64 {
    let root = |v: f64| if v > 0.4 { Some(v.sqrt()) } else { None };
    let first = x.iter().find_map(|v| root(*v)).unwrap_or(1.0);
    let mut sum = 0.0;
    for v in x {
        if let Some(r) = root(*v).filter(|r| *r < 0.9) {
            sum += r * first;
        }
    }
    match x {
        [a, .., b] if a < b => sum * a,
        [a, rest @ ..] => sum * a * rest.len() as f64,
        [] => sum,
    }
}

enum Tree {
    Number(f64),
    Variable,
    Sum(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, Box<Tree>),
}
use Tree::*;

fn value(tree: &Tree, x: f64) -> f64 {
    match tree {
        Number(n) => *n,
        Variable => x,
        Sum(a, b) => value(a, x) + value(b, x),
        Product(a, b) => value(a, x) * value(b, x),
    }
}

pub fn evaluated(x: f64) -> f64 {
    let tree = Sum(
        Box::new(Product(Box::new(Variable), Box::new(Variable))),
        Box::new(Product(Box::new(Number(3.0)), Box::new(Sum(Box::new(Variable), Box::new(Number(x)))))),
    );
    value(&tree, x)
}

fn safe_log(x: f64) -> Result<f64, String> {
    if x > 0.0 { Ok(x.ln()) } else { Err("no logarithm".to_string()) }
}

fn logs(x: &[f64]) -> Result<f64, String> {
    let mut sum = 0.0;
    for v in x {
        sum += safe_log(*v)? * v;
    }
    Ok(sum)
}

pub fn results(x: &[f64]) -> f64 {
    logs(x).unwrap() + safe_log(-x[0]).unwrap_or(x[1] * x[1])
}
