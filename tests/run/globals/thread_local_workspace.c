// A thread-local workspace.
// rz: double local(const double x[n] in, int n=6)
// also: n=0
static _Thread_local double work[16];

double local(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += work[i] * work[n - 1 - i];
    return s;
}
