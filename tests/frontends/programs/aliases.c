// Restricted pointers through inlined calls (alias scopes), type-based facts, struct copies.
struct vec { double x, y, z; }; struct odd { double d; int i; }; struct pair { int *i; float *f; };
static inline void add(double *restrict a, const double *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i]; }
void both(double *p, double *q, double *r, int n) { add(p, q, n); add(q, r, n); }
void copy(struct vec *to, const struct vec *from) { *to = *from; to->y = from->x; }
void holes(struct odd *to, struct odd *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }
float typed(struct pair p) { *p.i = 1; *p.f = 2.0f; return (float)*p.i; }
int chars(int *p, char *c) { *p = 1; *c = 2; return *p; }
double may(double __attribute__((may_alias)) *p, int *q) { *q = 3; return *p; }
struct vec *cast(void *p) { struct vec *v = __builtin_assume_aligned(p, 32); v->x = 0; return v; }
double swap(struct vec *a, struct vec *b) { struct vec t = *a; *a = *b; *b = t; return a->x - b->z; }
