/* What the generated programs are made of besides numbers, in the vocabulary of either prelude. */
struct S { real u; int k; real32 v; real w[3]; };
struct T { int tag; real p; real32 q; };
struct node { real value; struct node *next; };
struct leaf { real value; struct leaf *left, *right; };
struct view { real *data; int length; real scale; };
struct cell { unsigned place : 3, turn : 2; short step; real v; real32 f; };
struct hull { struct T in[2]; struct view of; real32 rim; };
static inline real shape_along(const struct leaf *at, real by)
{
  return at ? rsin(at->value * by) + (real)0.5 * shape_along(at->left, by) - (real)0.25 * shape_along(at->right, by)
            : (real)0.125;
}
static inline void shape_scaled(struct view *it, real by)
{
  for (int i = 0; i < it->length; ++i) it->data[i] = it->data[i] * it->scale + rsin(by);
  it->scale = it->scale * (real)0.75 + (real)0.125 * by;
}
static inline real shape_walk(real **at, int n, int stride)
{
  real sum = (real)0.0;
  for (int i = 0; i < n; ++i) { sum += **at * (real)0.5; *at += stride; }
  return rtanh(sum);
}
static inline real shape_called(real (*of)(real, void *), void *with, int n, real u)
{
  for (int i = 0; i < n; ++i) u = of(u, with);
  return u;
}
static inline real shape_scale(real u, void *with) { return u * (real)0.5 + rsin(((real *)with)[0]); }
static inline real shape_shift(real u, void *with)
{
  real *p = (real *)with;
  p[0] = p[0] * (real)0.5 + (real)0.125 * u;
  return rtanh(u + p[0]);
}
