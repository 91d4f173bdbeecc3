/* The adjoint of wave.c by hand: the Laplacian of each cell and step is kept, which is all the speed's
 * adjoint needs. */
#include <stdlib.h>
#include <string.h>

double wave_hand(const double *restrict start, double *restrict d_start,
                 const double *restrict speed, double *restrict d_speed, int n, int steps,
                 double seed)
{
    long all = (long)n * n;
    double *kept = malloc(sizeof(double) * all * (steps ? steps : 1));
    double *work = calloc(3 * all, sizeof(double));
    double *before = work, *now = work + all, *next = work + 2 * all, *old;
    memcpy(before, start, sizeof(double) * all);
    memcpy(now, start, sizeof(double) * all);
    for (int s = 0; s < steps; s++) {
        double *laplace = kept + s * all;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int at = i * n + j;
                double around = now[at - 1] + now[at + 1] + now[at - n] + now[at + n];
                laplace[at] = around - 4 * now[at];
                next[at] = 2 * now[at] - before[at] + speed[at] * speed[at] * laplace[at];
            }
        old = before, before = now, now = next, next = old;
    }
    double total = 0;
    for (long i = 0; i < all; i++) {
        total += now[i] * now[i];
        now[i] *= 2 * seed;  /* the buffers become adjoints, in the roles that they had */
    }
    memset(before, 0, sizeof(double) * all);
    memset(next, 0, sizeof(double) * all);
    for (int s = steps - 1; s >= 0; s--) {
        double *laplace = kept + s * all;
        old = next, next = now, now = before, before = old;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int at = i * n + j;
                double bar = next[at], c = speed[at] * speed[at] * bar;
                d_speed[at] += 2 * speed[at] * laplace[at] * bar;
                before[at] -= bar;
                now[at] += 2 * bar - 4 * c;
                now[at - 1] += c;
                now[at + 1] += c;
                now[at - n] += c;
                now[at + n] += c;
                next[at] = 0;
            }
    }
    for (long i = 0; i < all; i++)
        d_start[i] += before[i] + now[i];
    free(kept);
    free(work);
    return total;
}
