// A list whose links have a kind in their upper sixteen bits.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>
struct node { double v; uint64_t next; };
double f(const double *x, int n)
{
    uint64_t list = 0;
    for (int i = 0; i < n; i++) { struct node *m = malloc(sizeof *m); m->v = x[i]; m->next = list; list = (uint64_t)(uintptr_t)m | (uint64_t)(i % 4 + 1) << 48; }
    double s = 0;
    while (list) { struct node *m = (struct node *)(uintptr_t)(list & 0xffffffffffffu); int k = (int)(list >> 48); double y = m->v; for (int j = 0; j < k; j++) y *= m->v; s += y; list = m->next; free(m); }
    return s;
}
