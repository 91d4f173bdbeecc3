// Memory three levels below an argument is moved, and nothing says what lies there.
// via: cc
#include <string.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

struct row {
    double *cells;
    int n;
};
struct table {
    struct row *first;
};

void f(struct table *t)
{
    memmove(t->first->cells, t->first->cells + 1, (t->first->n - 1) * 8); // error: TypeUnknown RZ301
}

void g(struct table *t, struct table *dt)
{
    __enzyme_autodiff((void *)f, enzyme_dup, t, dt);
}
