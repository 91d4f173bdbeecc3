/* The programs' vocabulary over dual numbers: an independent derivative of the same source.
 *
 * With noise on, each operation is wrong by a rounding error of its own, drawn at random: how far
 * results then scatter says how exact they can be. The margin is how near a comparison, minimum or
 * floor came to a tie, where a derivative would be a matter of taste. A number that leaves the range
 * of sense on its way is told of, too: what nobody uses has the adjoint 0, and 0 times infinity is
 * no number. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>
static double truth_noise, truth_margin;
static int truth_lost;
static uint64_t truth_state, truth_path;
extern "C" void truth_begin(double noise, uint64_t state) {
  truth_noise = noise; truth_margin = 1e300; truth_state = state * 2654435761u + 88172645463325252u;
  truth_path = 1469598103934665603u; truth_lost = 0;
}
extern "C" int truth_left_range(void) { return truth_lost; }
extern "C" double truth_least_margin(void) { return truth_margin; }
extern "C" uint64_t truth_taken(void) { return truth_path; }
static double truth_draw(void) {
  truth_state ^= truth_state << 13; truth_state ^= truth_state >> 7; truth_state ^= truth_state << 17;
  return (double)(truth_state >> 11) / 4503599627370496.0 - 1.0;
}
static double truth_near(double x, double unit) {
  return truth_noise == 0 ? x : x * (1 + truth_noise * unit * truth_draw());
}
static double truth_seen(double x) { if (!(fabs(x) <= 1e100)) truth_lost = 1; return x; }
static bool truth_took(bool which) { truth_path = (truth_path ^ (which ? 3 : 1)) * 1099511628211u; return which; }
static void truth_tie(double a, double b, double slopes, double unit) {
  if (a == b && slopes == 0) return; /* the same on both sides */
  double gap = fabs(a - b) / ((1 + fabs(a) + fabs(b)) * unit);
  if (!(gap >= truth_margin)) truth_margin = gap;
}
#define UNIT_D 1.1e-16
#define UNIT_F 6e-8
struct F32;
struct D64 { double v, d; D64() = default; D64(double x) : v(x), d(0) {} D64(double x, double y) : v(x), d(y) {} D64(F32); };
struct F32 { double v, d; F32() = default; F32(double x) : v((float)x), d(0) {} F32(double x, double y) : v((float)x), d(y) {}
  F32(D64); };
inline D64::D64(F32 f) : v(f.v), d(f.d) {}
static D64 made(D64, double v, double d) { return D64(truth_near(truth_seen(v), UNIT_D), truth_near(truth_seen(d), UNIT_D)); }
/* A float moves by a unit in its last place at least, else rounding would hide the noise; functions err by as much. */
static double truth_off(double x) {
  return truth_noise == 0 ? x : x * (1 + truth_noise * 2 * UNIT_F * (truth_draw() < 0 ? -1 : 1));
}
static F32 made(F32, double v, double d) { return F32((float)truth_seen(truth_off(v)), truth_seen(truth_off(d))); }
inline F32::F32(D64 x) { *this = made(F32(0.0), x.v, x.d); }
#define ARITHMETIC(T) \
static T operator+(T a, T b) { return made(a, a.v + b.v, a.d + b.d); } \
static T operator-(T a, T b) { return made(a, a.v - b.v, a.d - b.d); } \
static T operator*(T a, T b) { return made(a, a.v * b.v, a.v * b.d + b.v * a.d); } \
static T operator/(T a, T b) { return made(a, a.v / b.v, (a.d - a.v / b.v * b.d) / b.v); } \
static T operator-(T a) { return T(-a.v, -a.d); } \
static T &operator+=(T &a, T b) { return a = a + b; } \
static T &operator-=(T &a, T b) { return a = a - b; } \
static T &operator*=(T &a, T b) { return a = a * b; } \
static T &operator/=(T &a, T b) { return a = a / b; }
ARITHMETIC(D64)
ARITHMETIC(F32)
#define ONE(T, name, value, slope) \
static T name(T a) { double x = a.v; double r = value; (void)x; (void)r; return made(a, r, (slope) * a.d); }
#define BOTH(name, value, slope) ONE(D64, r##name, value, slope) ONE(F32, f##name, value, slope)
BOTH(sin, sin(x), cos(x))
BOTH(cos, cos(x), -sin(x))
BOTH(exp, exp(x), exp(x))
BOTH(sqrt, sqrt(x), 0.5 / sqrt(x))
BOTH(tanh, tanh(x), 1 - tanh(x) * tanh(x))
BOTH(log1p, log1p(x), 1 / (1 + x))
ONE(D64, rlog, log(x), 1 / x)
ONE(D64, ratan, atan(x), 1 / (1 + x * x))
ONE(D64, rcbrt, cbrt(x), 1 / (3 * cbrt(x) * cbrt(x)))
ONE(D64, rerf, erf(x), 1.1283791670955126 * exp(-x * x))
ONE(D64, rasinh, asinh(x), 1 / sqrt(1 + x * x))
#define KINKS(T, p, U) \
static bool p##lt(T a, T b) { truth_tie(a.v, b.v, a.d - b.d, U); return truth_took(a.v < b.v); } \
static T p##fabs(T a) { truth_tie(a.v, 0, a.d, U); return truth_took(a.v < 0) ? -a : a; } \
static T p##fmin(T a, T b) { truth_tie(a.v, b.v, a.d - b.d, U); return truth_took(a.v < b.v) ? a : b; } \
static T p##fmax(T a, T b) { truth_tie(a.v, b.v, a.d - b.d, U); return truth_took(a.v < b.v) ? b : a; }
KINKS(D64, r, UNIT_D)
KINKS(F32, f, UNIT_F * 0.01)
static D64 rfloor(D64 a) {
  truth_tie(a.v, nearbyint(a.v), 1, UNIT_D); truth_took((int)floor(a.v) & 1); return D64(floor(a.v));
}
static int rplace(D64 a, int m) {
  double x = fabs(a.v) * 4;
  truth_tie(x, nearbyint(x), 1, UNIT_D);
  int place = (int)floor(x);
  truth_took(place & 1); truth_took(place & 2); truth_took(place & 4);
  return place % m;
}
static D64 rfma(D64 a, D64 b, D64 c) { return made(a, fma(a.v, b.v, c.v), a.v * b.d + b.v * a.d + c.d); }
static D64 rpow(D64 a, D64 b) {
  double r = pow(a.v, b.v);
  return made(a, r, b.v * pow(a.v, b.v - 1) * a.d + r * log(a.v) * b.d);
}
static D64 rhypot(D64 a, D64 b) { double r = hypot(a.v, b.v); return made(a, r, (a.v * a.d + b.v * b.d) / r); }
static D64 ratan2(D64 y, D64 x) {
  double q = x.v * x.v + y.v * y.v;
  return made(y, atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / q);
}
typedef D64 real;
typedef F32 real32;
struct bits { unsigned char byte[sizeof(D64)]; };
struct bits32 { unsigned char byte[sizeof(F32)]; };
#define NOINLINE
#define RESTRICT
#define ENTRY static
