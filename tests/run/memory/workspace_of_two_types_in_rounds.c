// The caller's workspace holds numbers and then indices, round after round.
// rz: double f(const double x[n] in, double room[n] work, int rounds=3, int n=5)
// also: rounds=1
// also: rounds=0
#include <math.h>

double f(const double *x, double *room, int rounds, int n)
{
    double s = 0;
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < n; i++)
            room[i] = x[i] * x[i] + i + k;
        for (int i = 0; i < n; i++)
            s += sin(room[i]) * room[(i + 1) % n];
        long *order = (long *)room;
        for (int i = 0; i < n; i++)
            order[i] = (i * 3 + k) % n;
        for (int i = 0; i < n; i++)
            s += sin(x[order[i]] * (i + 1));
    }
    return s;
}
