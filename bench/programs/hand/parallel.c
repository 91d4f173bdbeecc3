/* Adjoints of programs of parallel.c by hand, for threads: no two threads add to one number.

   A number of a line or plane gathers from the averages that it is in, so that all of its sum is
   one thread's. Where it is near a border, some of these are missing. */
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_max_threads(void) { return 1; }
static int omp_get_thread_num(void) { return 0; }
#endif

static double at_end(const double *x, const double *d_y, int i, int n)
{
    double sum = 0;
    if (i > 0 && i < n - 1)
        sum += (0.25 * x[i - 1] + x[i]) * d_y[i];
    if (i < n - 2)
        sum += 0.25 * x[i + 1] * d_y[i + 1];
    if (i > 1)
        sum += 0.25 * d_y[i - 1];
    return sum;
}

void line_hand(const double *restrict x, double *restrict d_x, double *restrict y,
               double *restrict d_y, int n)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            y[i] = 0.25 * x[i - 1] * x[i] + 0.5 * x[i] * x[i] + 0.25 * x[i + 1];
#pragma omp single nowait
        for (int k = 0; k < 4; k++) {
            int i = k < 2 ? k : n - 4 + k;
            d_x[i] += at_end(x, d_y, i, n);
        }
#pragma omp for simd
        for (int i = 2; i < n - 2; i++)
            d_x[i] += (0.25 * x[i - 1] + x[i]) * d_y[i] + 0.25 * x[i + 1] * d_y[i + 1]
                      + 0.25 * d_y[i - 1];
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            d_y[i] = 0;
    }
}

static double at_border(const double *x, const double *d_y, int i, int j, int n)
{
    const double *c = x + i * n + j, *d = d_y + i * n + j;
    int in_row = i > 0 && i < n - 1, in_column = j > 0 && j < n - 1;
    double sum = 0;
    if (in_row && in_column)
        sum += (1 + 0.1 * (c[-n] + c[n] + c[-1] + c[1] - 8 * *c)) * *d;
    if (in_column && i > 1)
        sum += 0.1 * c[-n] * d[-n];
    if (in_column && i < n - 2)
        sum += 0.1 * c[n] * d[n];
    if (in_row && j > 1)
        sum += 0.1 * c[-1] * d[-1];
    if (in_row && j < n - 2)
        sum += 0.1 * c[1] * d[1];
    return sum;
}

void plane_hand(const double *restrict x, double *restrict d_x, double *restrict y,
                double *restrict d_y, int n)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                double c = x[i * n + j];
                y[i * n + j] = c + 0.1 * c * (x[(i - 1) * n + j] + x[(i + 1) * n + j]
                                              + x[i * n + j - 1] + x[i * n + j + 1] - 4 * c);
            }
#pragma omp for
        for (int i = 0; i < n; i++) {
            const double *c = x + i * n, *up = c - n, *down = c + n;
            const double *d = d_y + i * n, *d_up = d - n, *d_down = d + n;
            double *to = d_x + i * n;
            int from = 2, until = i > 1 && i < n - 2 ? n - 2 : 0;
            for (int j = 0; j < n; j = j + 1 == from && until ? until : j + 1)
                to[j] += at_border(x, d_y, i, j, n);
#pragma omp simd
            for (int j = from; j < until; j++)
                to[j] += (1 + 0.1 * (up[j] + down[j] + c[j - 1] + c[j + 1] - 8 * c[j])) * d[j]
                         + 0.1 * (up[j] * d_up[j] + down[j] * d_down[j] + c[j - 1] * d[j - 1]
                                  + c[j + 1] * d[j + 1]);
        }
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            memset(d_y + i * n + 1, 0, sizeof(double) * (n - 2));
    }
}

/* Each thread adds to a vector of its own, which is kept from call to call. */
void rows_hand(const double *restrict a, double *restrict d_a, const int *restrict column,
               const int *restrict first, const double *restrict x, double *restrict d_x,
               double *restrict y, double *restrict d_y, int n)
{
    static double *own;
    static long room;
    int threads = omp_get_max_threads();
    if (room < (long)threads * n) {
        free(own);
        own = malloc(sizeof(double) * (room = (long)threads * n));
    }
#pragma omp parallel
    {
        double *mine = own + (long)omp_get_thread_num() * n;
        memset(mine, 0, sizeof(double) * n);
#pragma omp for
        for (int i = 0; i < n; i++) {
            double s = 0, seed = d_y[i];
            for (int k = first[i]; k < first[i + 1]; k++) {
                s += a[k] * x[column[k]];
                d_a[k] += seed * x[column[k]];
                mine[column[k]] += seed * a[k];
            }
            y[i] = s;
            d_y[i] = 0;
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            for (int t = 0; t < threads; t++)
                d_x[i] += own[(long)t * n + i];
    }
}
