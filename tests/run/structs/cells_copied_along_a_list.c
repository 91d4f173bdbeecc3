// Numbers and places chosen between as numbers, stored in the cells of a list that are copied along it.
// rz: double f(double a 0.5..1, int k=1)
// also: k=0
// needs: no tape
#include <math.h>
#include <stdlib.h>
struct sum { int tag; union { double d; struct sum *p; long i; } u; };
struct link { struct link *next; struct sum cell; };
static inline struct sum sum_number(double d) { struct sum c; c.tag = 0; c.u.d = d; return c; }
static inline struct sum sum_at(struct sum *p) { struct sum c; c.tag = 1; c.u.p = p; return c; }
__attribute__((noinline)) static double sum_value_(struct sum c)
{
  while (c.tag == 1) c = *c.u.p;
  return c.tag == 0 ? c.u.d : 0.125 * (double)c.u.i;
}
__attribute__((noinline)) static void sum_change_(struct sum *c, double by)
{
  while (c->tag == 1) c = c->u.p;
  if (c->tag == 0) c->u.d = c->u.d * 0.5 + by;
  else c->u.i = 5;
}
double f(double a, int k)
{
  double d0 = a + a;
  struct sum cell = sum_number(a); struct link *t = 0, *n;
  for (int i = 0; i < 2; ++i) {
    n = (struct link *)malloc(sizeof *n); n->next = t; t = n;
    if (k % 3 != 1) n->cell = sum_number(k); else if (i % 2) n->cell = sum_number(d0);
    else n->cell = sum_at(&cell); }
  for (n = t; n; n = n->next) { if (n->cell.tag == 0) sum_change_(&n->cell, 0.75);
    else d0 += 0.5 * sin(sum_value_(n->cell));
    if (n->next) n->cell = n->next->cell; }
  for (n = t; n; n = n->next) d0 = d0 * 0.75 + tanh(sum_value_(n->cell));
  while (t) { n = t->next; free(t); t = n; }
  return 0.75 + d0;
}
