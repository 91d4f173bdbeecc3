// call magnitude: 0.4, 0.7; wrt re im
const Complex = @import("std").math.Complex(f64);

pub fn magnitude(re: f64, im: f64) f64 {
    var z: Complex = .init(re, im);
    const c: Complex = .init(0.1, -0.2);
    for (0..4) |_| z = z.mul(z).add(c).div(.init(2, im));
    return z.re * z.re + z.im;
}
