// Numbers written four at once where addresses lie at other times.
// rz: double f(double x, double y, int n=6)
#include <stdlib.h>
union word { double number; const double *place; };
struct four { int tag; union word as[4]; };
__attribute__((noinline)) static double of(const struct four *t)
{
    if (t->tag) return *t->as[0].place * 0.5 + *t->as[1].place - *t->as[2].place * *t->as[3].place;
    return t->as[0].number * t->as[1].number - t->as[2].number * t->as[3].number * 0.5;
}
__attribute__((noinline)) static void change(struct four *t, double x, const double *own)
{
    t->tag = !t->tag;
    if (t->tag) for (int k = 0; k < 4; k++) t->as[k].place = own;
    else for (int k = 0; k < 4; k++) t->as[k].number = x + k;
}
double f(double x, double y, int n)
{
    const double own = x * y;
    struct four *v = malloc(n * sizeof *v);
    double s = 0;
    for (int i = 0; i < n; i++) {
        v[i].tag = i % 2;
        change(&v[i], x * i, &own);
    }
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < n; i++) {
            s += of(&v[i]) * (x + k) * 0.01;
            change(&v[i], x * y + s * 0.01, &own);
        }
    free(v);
    return s;
}
