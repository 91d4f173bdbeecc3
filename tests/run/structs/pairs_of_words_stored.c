// Cells of a number and a word that is a number or a place, written two members at a time.
// rz: double paired(const double x[n] in, double a, int n=6)
// also: n=0
// also: n=1
#include <stdlib.h>

struct cell { double weight; union { double number; struct cell *next; } as; int kind; };

double paired(const double *x, double a, int n)
{
    struct cell *all = malloc((n + 1) * sizeof *all), *first = NULL;
    for (int i = 0; i < n; i++) {
        all[i].weight = x[i];
        all[i].as.number = x[i] * a;
        all[i].kind = 0;
    }
    double s = a;
    for (int i = 0; i < n; i++)
        s += all[i].weight * all[i].as.number;
    for (int i = 0; i < n; i++) {
        all[i].kind = 1;
        all[i].as.next = first;
        first = all + i;
    }
    for (struct cell *c = first; c; c = c->as.next)
        s = s * 0.5 + c->weight * s;
    for (int i = 0; i < n; i++) {
        double w = all[i].weight;
        all[i].weight = w * s;
        all[i].as.number = w + s;
        s += all[i].weight * all[i].as.number * 0.1;
    }
    free(all);
    return s;
}
