// Slices, enums, traits, bounds checks, iterators, panics, boxes.
pub enum Shape { Circle(f64), Rect { w: f64, h: f64 }, Empty }
pub trait Area { fn area(&self) -> f64; }
impl Area for Shape { fn area(&self) -> f64 { match self { Shape::Circle(r) => std::f64::consts::PI * r * r, Shape::Rect { w, h } => w * h, Shape::Empty => 0.0 } } }
#[no_mangle] pub fn dot(a: &[f64], b: &[f64]) -> f64 { a.iter().zip(b).map(|(x, y)| x * y).sum() }
#[no_mangle] pub fn pick(a: &[f32], i: usize) -> f32 { a[i] * 2.0 }
#[no_mangle] pub fn scale(a: &mut [f64], s: f64) { for x in a.iter_mut() { *x = (*x * s).sin(); } }
#[no_mangle] pub fn total(shapes: &[Box<dyn Area>]) -> f64 { shapes.iter().map(|s| s.area()).sum() }
#[no_mangle] pub fn checked(a: i32, b: i32) -> Option<i32> { a.checked_mul(b)?.checked_add(1) }
#[no_mangle] pub fn grown(n: usize) -> Vec<u128> { (0..n as u128).map(|i| i * i).collect() }
#[no_mangle] pub extern "C" fn cubed(x: f64) -> f64 { x.powi(3) + x.abs().sqrt().max(0.5) }
pub static TABLE: [(u8, &str); 2] = [(1, "one"), (2, "two")];
pub fn vtables() -> Box<dyn Area> { Box::new(Shape::Rect { w: 1.0, h: 2.0 }) }
