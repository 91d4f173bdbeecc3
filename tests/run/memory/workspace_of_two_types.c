// The caller's workspace holds numbers, which are read, and then flags and indices.
// rz: double f(const double x[n] in, double room[2*n] work, int n=5)
// also: n=1
#include <math.h>

double f(const double *x, double *room, int n)
{
    double s = 0;
    for (int i = 0; i < 2 * n; i++)
        room[i] = x[i / 2] * x[n - 1 - i / 2] + i;
    for (int i = 0; i < n; i++)
        s += sin(room[2 * i]) * room[2 * i + 1];
    long *order = (long *)room;
    int *is_odd = (int *)(room + n);
    for (int i = 0; i < n; i++)
        order[i] = (i * 3) % n, is_odd[i] = i % 2;
    for (int i = 0; i < n; i++)
        s += is_odd[i] ? sin(x[order[i]]) : x[order[i]] * i;
    return s;
}
