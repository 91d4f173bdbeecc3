// A walk by pointers that chooses where it reads in the last turn, and a choice that is no last turn.
// rz: double walk(const double x[n] in, const double y[n] in, int n=20, int k=7)
// also: n=1, k=0
// also: n=2, k=1
// also: n=8, k=7
double walk(const double *x, const double *y, int n, int k)
{
    double sum = 0, old = 1;
    const double *end = x + n;
    for (const double *p = x; p != end; p++, y++) {
        const double *q = p + 1 == end ? x : p + 1;
        double t = old * *y + *q * (p - x == k ? *x : *p);
        sum += t * t;
        old = t * 0.25;
    }
    return sum + old;
}
