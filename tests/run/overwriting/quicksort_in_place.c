// A recursive quicksort in place (Hoare partition), then a nonlinear fold.
// rz: double median_like(double x[n] inout, int n=11)
// also: n=1
static void sort(double *x, int lo, int hi)
{
    while (lo < hi) {
        double pivot = x[(lo + hi) / 2];
        int i = lo - 1, j = hi + 1;
        for (;;) {
            do
                i++;
            while (x[i] < pivot);
            do
                j--;
            while (x[j] > pivot);
            if (i >= j)
                break;
            double t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
        sort(x, lo, j);
        lo = j + 1;
    }
}

double median_like(double *x, int n)
{
    sort(x, 0, n - 1);
    double m = x[n / 2];
    for (int i = 0; i < n; i++)
        x[i] = x[i] * m;
    return m * m;
}
