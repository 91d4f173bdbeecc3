// Lists of which some nodes are constants and others active, decided while it runs.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_runtime_activity;
double __enzyme_autodiff(void *, ...);

struct node { const double *value; struct node *next; };

static double f(const double *x, const double *c, int n, unsigned which)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *m = malloc(sizeof *m);
        m->value = which >> i & 1 ? x + i : c + i;
        m->next = head;
        head = m;
    }
    double s = 1;
    const double *last = which & 1 ? x : c;
    while (head) {
        struct node *m = head;
        s = s * 0.5 + *m->value * *last;
        last = m->value;
        head = m->next;
        free(m);
    }
    return s * s;
}

int main(void)
{
    double x[5] = {1, 2, 3, 4, 5}, c[5] = {0.5, 0.6, 0.7, 0.8, 0.9};
    for (unsigned which = 0; which < 32; which += 3) {
        double dx[5] = {0};
        __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, x, dx, enzyme_const, c, 5, which);
        for (int i = 0; i < 5; i++) {
            double h = 1e-4, was = x[i];
            x[i] = was + h;
            double up = f(x, c, 5, which);
            x[i] = was - h;
            double down = f(x, c, 5, which);
            x[i] = was;
            near_within("dx", dx[i], (up - down) / (2 * h), 1e-7);
        }
    }
    return wrong;
}
