// A banded soft alignment whose rows are addressed with negative indices, in two rows exchanged.
// rz: double aligned(const double a[n] in, const double b[m] in, int n=7, int m=8, int band=2)
// also: n=1, m=1, band=1
// also: n=6, m=6, band=6
#include <math.h>
#include <stdlib.h>

static double soft(double a, double b, double c)
{
    double least = fmin(a, fmin(b, c));
    return least - 0.1 * log(exp((least - a) * 10) + exp((least - b) * 10) + exp((least - c) * 10));
}

double aligned(const double *a, const double *b, int n, int m, int band)
{
    int width = 2 * band + 3;
    double *memory = malloc(2 * (size_t)width * sizeof *memory);
    double *above = memory + band + 1, *row = above + width;
    for (int k = -band - 1; k <= band + 1; k++)
        above[k] = k == 0 ? 0 : 50;
    for (int i = 1; i <= n; i++) {
        for (int k = -band - 1; k <= band + 1; k++)
            row[k] = 50;
        for (int k = -band; k <= band; k++) {
            int j = i + k;
            if (j < 1 || j > m)
                continue;
            double d = a[i - 1] - b[j - 1];
            row[k] = d * d * (1 + 0.2 * i) + soft(above[k], above[k + 1] + 0.1 * d, row[k - 1] + 0.3);
        }
        double *swap = above;
        above = row;
        row = swap;
    }
    int k = m - n;
    double end = above[k < -band ? -band : k > band ? band : k];
    free(memory);
    return end;
}
