// Numbers, counts and places in cells that are followed by a function, swapped and changed.
// rz: double f(double a 0.5..1, int k0=1, int k1=1, int k2=1)
// also: k0=1, k1=2, k2=0
// also: k0=0, k1=0, k2=2
// needs: no tape
#include <math.h>

struct spot { int tag; union { double d; double *r; long i; } u; };
static inline struct spot spot_number(double d) { struct spot c; c.tag = 0; c.u.d = d; return c; }
__attribute__((noinline)) static struct spot spot_number_(double d) { struct spot c; c.tag = 0; c.u.d = d; return c; }
__attribute__((noinline)) static struct spot spot_at_(struct spot *p) { return *p; }
static inline struct spot spot_count(long i) { struct spot c; c.tag = 2; c.u.i = i; return c; }
static inline struct spot spot_place(double *r) { struct spot c; c.tag = 3; c.u.r = r; return c; }
__attribute__((noinline)) static struct spot spot_followed_(struct spot c) { return c.tag == 3 ? spot_number(*c.u.r) : c; }
static inline double spot_value(struct spot c)
{
  return c.tag == 0 ? c.u.d : c.tag == 2 ? 0.125 * (double)c.u.i : *c.u.r * 0.5;
}
static inline void spot_change(struct spot *c, double by)
{
  if (c->tag == 0) c->u.d = c->u.d * 0.5 + by;
  else if (c->tag == 3) *c->u.r = *c->u.r * 0.75 + sin(by);
  else c->u.i = 5;
}

static double g[5];
double f(double a, int k0, int k1, int k2)
{
  for (int i = 0; i < 5; ++i) g[i] = i * 0.5;
  double d0 = 0.3;
  for (int j = 0; j <= k1; ++j) {
    struct spot c[3], e[4];
    for (int i = 0; i < 3; ++i) switch ((i + k0) % 3) {
      case 0: c[i] = spot_count(i + 1); break;
      case 1: c[i] = spot_place(g + 4); break;
      default: c[i] = spot_number_(0.75); break; }
    for (int i = 0; i < 4; ++i) switch ((i + j + 1) % 3) {
      case 0: e[i] = spot_number(a); break;
      case 1: e[i] = spot_at_(c + k2 % 3); break;
      default: e[i] = c[i % 3]; break; }
    e[1] = spot_followed_(e[0]);
    { struct spot t = e[1]; e[1] = e[2]; e[2] = t; }
    for (int i = 0; i < 4; ++i) spot_change(e + i, a);
    for (int i = 3; i >= 0; --i) switch (e[i].tag) {
      case 0: d0 = d0 * 0.5 + spot_value(e[i]); break;
      case 2: d0 -= 0.25 * 0.75; break;
      default: d0 += tanh(spot_value(e[i])); break; }
  }
  return 0.75 + d0;
}
