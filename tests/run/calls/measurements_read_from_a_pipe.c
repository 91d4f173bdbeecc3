// Numbers that depend on no input go through a pipe and are compared with those that do.
// rz: double f(const double x[n] in, int n=3)
// also: n=1
#include <unistd.h>

double f(const double *x, int n)
{
    int ends[2];
    double back[3], s = 0;
    if (pipe(ends))
        return 0;
    for (int i = 0; i < n; i++) {
        double measured = 0.5 + i;
        if (write(ends[1], &measured, sizeof measured) != sizeof measured)
            return 0;
    }
    long size = n * (long)sizeof *back;
    if (read(ends[0], back, size) != size)
        return 0;
    close(ends[0]);
    close(ends[1]);
    for (int i = 0; i < n; i++)
        s += (back[i] - x[i]) * (back[i] - x[i]) * x[0];
    return s;
}
