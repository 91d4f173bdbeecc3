// A buffer on the heap holds a record and its text; stpcpy goes on writing where it ended.
// rz: double recorded(const double x[n] in, int n=4)
// also: n=0
#include <stdlib.h>
#include <string.h>

struct record { double sum, last; char text[]; };

static struct record *made(double v, const char *one, const char *other)
{
    struct record *r = malloc(sizeof *r + 32);
    r->sum = v;
    r->last = v * v;
    char *at = stpcpy(r->text, one);
    at = stpcpy(at, "-");
    strcat(at, other);
    return r;
}

double recorded(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct record *r = made(x[i], i % 2 ? "left" : "right", "side");
        const char *dash = strpbrk(r->text, "-+");
        const char *side = strstr(r->text, "side");
        r->sum *= (double)(dash - r->text);
        r->last += r->sum * (double)(side - dash);
        s += r->last * r->sum;
        free(r);
    }
    return s;
}
