// Odd integers, vectors, optionals, error unions, tagged unions.
const Shape = union(enum) { circle: f64, rect: struct { w: f64, h: f64 }, none };
fn area(s: Shape) f64 { return switch (s) { .circle => |r| 3.14159 * r * r, .rect => |q| q.w * q.h, .none => 0 }; }
export fn shapes(x: f64) f64 { return area(.{ .circle = x }) + area(.{ .rect = .{ .w = x, .h = 2 } }) + area(.none); }
export fn dot(a: [*]const f64, b: [*]const f64, n: usize) f64 { var s: f64 = 0; for (a[0..n], b[0..n]) |x, y| s += x * y; return s; }
export fn odd(a: u32, b: i8) i32 { const n: u13 = @truncate(a); const m: i7 = @truncate(b); return @as(i32, n) *% m; }
fn half(x: i32) error{Odd}!i32 { return if (@rem(x, 2) != 0) error.Odd else @divExact(x, 2); }
export fn halved(x: i32) i32 { return half(x) catch -1; }
export fn lanes(x: f32) f32 { const v: @Vector(4, f32) = .{ x, 2, 3, 4 }; return @reduce(.Add, v * v + @as(@Vector(4, f32), @splat(x))); }
export fn precise(x: f128, y: f80, z: f16) f64 { return @floatCast(x + y + z); }
