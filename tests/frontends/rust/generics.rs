// call dot: V(4), V(4); wrt a b
// call polynomial: 0.6; wrt x
// call matrix: V(4); wrt a
use std::ops::{Add, Mul};

#[derive(Clone, Copy)]
struct Dual<T> {
    value: T,
    slope: T,
}

impl<T: Add<Output = T> + Copy> Add for Dual<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Dual { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl<T: Add<Output = T> + Mul<Output = T> + Copy> Mul for Dual<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Dual {
            value: self.value * other.value,
            slope: self.slope * other.value + self.value * other.slope,
        }
    }
}

fn horner<T: Add<Output = T> + Mul<Output = T> + Copy>(c: &[T], x: T) -> T {
    c.iter().skip(1).fold(c[0], |found, one| found * x + *one)
}

pub fn polynomial(x: f64) -> f64 {
    let c = [1.0, -2.0, 0.5, 3.0].map(|value| Dual { value, slope: 0.0 });
    let found = horner(&c, Dual { value: x, slope: 1.0 });
    found.value * found.slope
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    fn inner<T: Mul<Output = T> + std::iter::Sum + Copy>(a: &[T], b: &[T]) -> T {
        a.iter().zip(b).map(|(x, y)| *x * *y).sum()
    }
    inner(a, b) * inner(a, a)
}

struct Matrix<const N: usize>([[f64; N]; N]);

impl<const N: usize> Matrix<N> {
    fn trace_of_square(&self) -> f64 {
        let m = &self.0;
        (0..N).map(|i| (0..N).map(|j| m[i][j] * m[j][i]).sum::<f64>()).sum()
    }
}

pub fn matrix(a: &[f64]) -> f64 {
    Matrix([[a[0], a[1]], [a[2], a[3]]]).trace_of_square()
}
