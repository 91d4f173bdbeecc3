// Structs by value, by pointer, nested, with holes, packed, with a flexible array.
#include <stddef.h>
#include <stdlib.h>

struct point { double x, y; };
struct mixed { char tag; double value; int count; float weight; };
struct big { double data[9]; int n; };
struct __attribute__((packed)) tight { char c; double d; short s; };
struct node { struct point at; struct node *next; };
struct buffer { size_t n; float items[]; };
struct __attribute__((aligned(64))) line { float v[16]; };
struct empty {};

struct point shifted(struct point p, double by) { return (struct point){p.x + by, p.y * by}; }
struct big grown(struct big b, float f) { for (int i = 0; i < b.n; i++) b.data[i] *= f; return b; }
struct mixed remix(struct mixed m) { struct mixed r = m; r.value += m.weight; r.count++; return r; }
double tightly(const struct tight *t) { return t->d * t->c + t->s; }
double length(const struct node *n) { double s = 0; for (; n; n = n->next) s += n->at.x * n->at.y; return s; }
struct buffer *fresh(size_t n) {
  struct buffer *b = malloc(sizeof *b + n * sizeof(float));
  if (b) { b->n = n; for (size_t i = 0; i < n; i++) b->items[i] = (float)i; }
  return b;
}
struct { struct point p; struct { int a, b; } in[3]; } table = {{1.5, -2.5}, {{1, 2}, {3, 4}, {5, 6}}};
float lined(struct line l, struct empty e) { (void)e; return l.v[3] + l.v[11]; }
double all(void) {
  struct big b = {{1, 2, 3}, 3};
  b = grown(b, 0.5f);
  struct point p = shifted(table.p, table.in[1].b);
  return b.data[2] + p.x * p.y;
}
