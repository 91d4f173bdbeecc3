/* The wave equation on n × n cells with a speed of its own in each cell; three buffers rotate.
 *
 *     next = 2 now − before + speed² (Laplacian of now);  the border stays as it is */
#include <stdlib.h>

double wave(const double *restrict start, const double *restrict speed, int n, int steps)
{
    double *one = calloc(n * n, sizeof(double)), *two = calloc(n * n, sizeof(double));
    double *three = calloc(n * n, sizeof(double));
    double *before = one, *now = two, *next = three;
    for (int i = 0; i < n * n; i++)
        before[i] = now[i] = start[i];
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int at = i * n + j;
                double around = now[at - 1] + now[at + 1] + now[at - n] + now[at + n];
                next[at] = 2 * now[at] - before[at]
                    + speed[at] * speed[at] * (around - 4 * now[at]);
            }
        double *old = before;
        before = now;
        now = next;
        next = old;
    }
    double total = 0;
    for (int i = 0; i < n * n; i++)
        total += now[i] * now[i];
    free(one);
    free(two);
    free(three);
    return total;
}
