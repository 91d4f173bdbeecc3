// Cells that find the head of their page by rounding their address down.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>
struct page { double scale; int used; double cells[14]; };
__attribute__((noinline)) static struct page *head(double *cell) { return (struct page *)((uintptr_t)cell & ~(uintptr_t)127); }
double f(const double *x, int n)
{
    char *block = malloc(128 * 4 + 127);
    struct page *p = (struct page *)(((uintptr_t)block + 127) & ~(uintptr_t)127);
    for (int i = 0; i < 4; i++) { p[i].scale = x[i] * x[i]; p[i].used = 0; }
    double *cells[12]; 
    for (int i = 0; i < 12; i++) { struct page *q = &p[i % 4]; cells[i] = &q->cells[q->used++]; *cells[i] = x[i % n] * i; }
    double s = 0;
    for (int i = 0; i < 12; i++)
        s += *cells[i] * head(cells[i])->scale;
    free(block);
    return s;
}
