// call elementary: 0.3, 0.6; wrt x y
// call hyperbolic: 0.3, 0.6; wrt x y
// call powers: 0.3, 0.6; wrt x y
// call single: S(4); wrt x
pub fn elementary(x: f64, y: f64) -> f64 {
    x.sin() * y.cos() + x.tan() + x.asin() + y.acos() + (x * y).atan() + x.atan2(y) + x.sin_cos().0
}

pub fn hyperbolic(x: f64, y: f64) -> f64 {
    x.sinh() * y.cosh() + x.tanh() + x.asinh() + (1.0 + y).acosh() + y.atanh() + x.exp_m1() + y.ln_1p()
}

pub fn powers(x: f64, y: f64) -> f64 {
    x.powf(y) + x.powi(-3) + y.sqrt() + x.cbrt() + x.hypot(y) + x.exp2() + y.log2() + x.log10()
        + x.mul_add(y, x) + (x - y).abs() + x.max(y) * x.min(y) + x.recip() + y.clamp(0.1, 0.9)
        + x.copysign(-1.0) + y.log(3.0) + x.signum() * y
}

pub fn single(x: &[f32]) -> f32 {
    x.iter().map(|v| v.sin() * v.exp()).sum()
}
