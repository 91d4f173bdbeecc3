// A list with one link for both directions: the exclusive or of two addresses.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>
struct node { double v; uintptr_t both; };
static struct node *nx(uintptr_t both, struct node *other) { return (struct node *)(both ^ (uintptr_t)other); }
double f(const double *x, int n)
{
    struct node *head = 0;
    for (int i = 0; i < n; i++) { struct node *m = malloc(sizeof *m); m->v = x[i] * x[i]; m->both = (uintptr_t)head; if (head) head->both ^= (uintptr_t)m; head = m; }
    double s = 0; int k = 1;
    struct node *prev = 0, *at = head;
    while (at) { s += k++ * at->v; struct node *next = nx(at->both, prev); prev = at; at = next; }
    at = prev; prev = 0;
    while (at) { s += k++ * at->v * at->v; struct node *next = nx(at->both, prev); prev = at; at = next; }
    at = head; prev = 0;
    while (at) { struct node *next = nx(at->both, prev); prev = at; at = next; if (0) free(prev); }
    return s;
}
