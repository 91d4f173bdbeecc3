// alloca inside a loop: the blocks live until the function returns.
// rz: double chain(const double x[n] in, int n=6)
// also: n=0
// also: n=1
#include <alloca.h>

struct cell {
    double v;
    struct cell *next;
};

double chain(const double *x, int n)
{
    struct cell *head = 0;
    for (int i = 0; i < n; i++) {
        struct cell *c = alloca(sizeof *c);
        c->v = x[i] * (head ? head->v : 1.0);
        c->next = head;
        head = c;
    }
    double s = 0.0;
    for (; head; head = head->next)
        s += head->v * head->v;
    return s;
}
