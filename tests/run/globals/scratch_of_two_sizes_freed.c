// Two rows of scratch change places and are freed each in its way: one is null behind it, the other replaced before.
// rz: double f(const double x[n] in, int n=6)
// also: n=3
#include <stdlib.h>

static double *front, *back;

double f(const double *x, int n)
{
    double s = 0;
    for (int turn = 0; turn < 3; turn++) {
        double *old = front, *next = malloc((n + turn) * sizeof(double));
        for (int i = 0; i < n; i++)
            next[i] = x[i] * (turn + 1) + (old ? old[i] * x[0] : 0);
        front = back;
        back = next;
        if (old && turn % 2) {
            free(old);
        } else if (old) {
            s += old[n - 1] * x[n / 2];
            free(old);
        }
        for (int i = 0; i < n; i++)
            s += back[i] * back[i];
    }
    free(front);
    front = NULL;
    free(back);
    back = NULL;
    return s;
}
