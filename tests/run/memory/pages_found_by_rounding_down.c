// Cells that find the head of their page by rounding their address down.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

enum { PAGES = 4, SIZE = 128 };

struct page {
    double scale;
    int used;
    double cells[14];
};

__attribute__((noinline)) static struct page *head(double *cell)
{
    return (struct page *)((uintptr_t)cell & ~(uintptr_t)(SIZE - 1));
}

double f(const double *x, int n)
{
    char *block = malloc(SIZE * PAGES + SIZE - 1);
    struct page *pages = (struct page *)(((uintptr_t)block + SIZE - 1) & ~(uintptr_t)(SIZE - 1));
    for (int i = 0; i < PAGES; i++) {
        pages[i].scale = x[i] * x[i];
        pages[i].used = 0;
    }
    double *cells[12];
    for (int i = 0; i < 12; i++) {
        struct page *page = &pages[i % PAGES];
        cells[i] = &page->cells[page->used++];
        *cells[i] = x[i % n] * i;
    }
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += *cells[i] * head(cells[i])->scale;
    free(block);
    return sum;
}
