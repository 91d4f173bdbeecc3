// call hyperbolic: 0.3, 0.6; wrt x y
// call powers: 0.3, 0.6; wrt x y
// call builtins: 0.3, 0.6; wrt x y
// call angles: 0.3, 0.6; wrt x y
const m = @import("std").math;

pub fn hyperbolic(x: f64, y: f64) f64 {
    return m.tanh(x) * m.cosh(y) + m.sinh(x * y) + m.asinh(x) + m.acosh(1 + y) + m.atanh(x);
}

pub fn powers(x: f64, y: f64) f64 {
    return m.pow(f64, x, y) + m.cbrt(y) + m.log1p(x) + m.expm1(x * y) + m.gamma(f64, x) +
        m.lgamma(f64, y) + m.hypot(x, y) + m.sqrt(x);
}

pub fn builtins(x: f64, y: f64) f64 {
    return @exp(x) + @log(y) * @sin(x) + @cos(x * y) + @tan(x) + @abs(x - y) + @exp2(x) +
        @log2(y) + @log10(x) + @sqrt(x) + @mulAdd(f64, x, y, x) + @floor(y) * x;
}

pub fn angles(x: f64, y: f64) f64 {
    return m.atan2(x, y) + m.asin(x) + m.acos(y) + m.atan(x * y) + m.degreesToRadians(x);
}
