// Results stored by a loop that is reversed one turn at a time, with seeds that vary: forward over
// reverse, and reverse over reverse.
#include "near.h"

int enzyme_const, enzyme_dup, enzyme_out;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

enum { N = 4, D = 3 };

static void rows(const double *restrict a, const double *restrict x, double *restrict y,
                 int d)
{
    for (int i = 0; i < N; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j] * s;
        y[i] = s * s;
    }
}

static void slope(const double *a, const double *x, const double *seeds, double *restrict dx,
                  int d)
{
    double y[N], dy[N];
    for (int i = 0; i < N; i++)
        dy[i] = seeds[i] * seeds[i];
    for (int j = 0; j < d; j++)
        dx[j] = 0;
    __enzyme_autodiff((void *)rows, enzyme_const, a, enzyme_dup, x, dx, enzyme_dup, y, dy, d);
}

int main(int count, char **words)
{
    (void)words;
    int d = D - 1 + count;
    double a[N * D], x[D] = {0.3, 0.7, -0.2}, seeds[N] = {0.5, -1, 2, 0.25}, h = 1e-4;
    double by_x[D] = {1, -0.5, 0.25}, by_seeds[N] = {-0.5, 1, 0.5, 2}, w[D] = {0.75, 1.5, -1};
    for (int k = 0; k < N * D; k++)
        a[k] = 0.1 * (k % 5) - 0.15;
    double ends[2][D], wanted[D], found[D], value[D], along = 0;
    for (int side = 0; side < 2; side++) {
        double moved[D], others[N], step = side ? -h : h;
        for (int j = 0; j < D; j++)
            moved[j] = x[j] + step * by_x[j];
        for (int i = 0; i < N; i++)
            others[i] = seeds[i] + step * by_seeds[i];
        slope(a, moved, others, ends[side], d);
    }
    for (int j = 0; j < D; j++) {
        wanted[j] = (ends[0][j] - ends[1][j]) / (2 * h);
        along += w[j] * wanted[j];
    }
    __enzyme_fwddiff((void *)slope, enzyme_const, a, enzyme_dup, x, by_x, enzyme_dup, seeds,
                     by_seeds, enzyme_dup, value, found, d);
    for (int j = 0; j < D; j++)
        near_within("forward over reverse", found[j], wanted[j], 1e-6);
    double x_bar[D] = {0}, seeds_bar[N] = {0}, transposed = 0;
    __enzyme_autodiff((void *)slope, enzyme_const, a, enzyme_dup, x, x_bar, enzyme_dup, seeds,
                      seeds_bar, enzyme_dup, value, w, d);
    for (int j = 0; j < D; j++)
        transposed += x_bar[j] * by_x[j];
    for (int i = 0; i < N; i++)
        transposed += seeds_bar[i] * by_seeds[i];
    near_within("reverse over reverse", transposed, along, 1e-6);
    return wrong;
}
