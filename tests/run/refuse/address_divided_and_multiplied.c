// Addresses of aligned rows are kept as numbers of rows: divided by the size of one, and multiplied again.
// rz: double f(const double x[4] in)
#include <stdint.h>

static double row_of(uint64_t number)
{
    const double *row = (const double *)(uintptr_t)(number * 48);
    return row[0];  // error: ActivityError RZ405
}

double f(const double *x)
{
    _Alignas(64) double rows[64];
    uint64_t base = ((uintptr_t)rows + 47) / 48;
    double *first = (double *)(uintptr_t)(base * 48);
    (void)first;
    for (int i = 0; i < 64; i++)
        rows[i] = x[i % 4] * x[i % 4];
    return row_of(base);
}
