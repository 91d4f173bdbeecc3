// Links that are 32-bit distances from where they stand, in one block.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>
struct node { int32_t next; double v; };
static void set(int32_t *rel, void *to) { *rel = to ? (int32_t)((char *)to - (char *)rel) : 0; }
static void *get(int32_t *rel) { return *rel ? (char *)rel + *rel : 0; }
double f(const double *x, int n)
{
    struct node *pool = malloc(sizeof *pool * n);
    for (int i = 0; i < n; i++) pool[i].v = x[i] * x[i];
    for (int i = 0; i < n; i++) set(&pool[i].next, i * 5 % n != n - 5 ? &pool[(i + 5) % n] : 0);
    double s = 0; int k = 1;
    for (struct node *m = pool; m && k < 20; m = get(&m->next)) s += k++ * m->v;
    free(pool);
    return s;
}
