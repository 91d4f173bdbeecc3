// A word is a number or the address of a constant; both are doubles in registers, and go through functions.
// rz: double f(const double x[n] in 0.5..1.5, int n=5, int k=1)
// also: k=0
// also: n=1, k=0
// needs: no tape
#include <string.h>

static const double table[3] = {0.75, 1.5, -0.5};

struct cell { double word; int tag; };

__attribute__((noinline)) static double chosen(const double *x, int i, int k)
{
    const double *p = table + i % 3;
    double address, number = x[i] * x[0];
    memcpy(&address, &p, sizeof address);
    return k ? number : address;
}

__attribute__((noinline)) static double read(const struct cell *c)
{
    const double *p;
    if (!c->tag)
        return c->word * c->word;
    memcpy(&p, &c->word, sizeof p);
    return *p;
}

double f(const double *x, int n, int k)
{
    struct cell cells[8];
    double s = 1;
    for (int i = 0; i < n; i++) {
        int plain = (i + k) % 2;
        cells[i % 8].word = chosen(x, i, plain);
        cells[i % 8].tag = !plain;
        if (i % 3 == 2)
            cells[(i + 1) % 8] = cells[i % 8];
        s = s * x[i] + read(&cells[i % 8]);
    }
    return s * read(&cells[0]);
}
