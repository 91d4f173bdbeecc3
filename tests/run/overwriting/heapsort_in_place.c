// Heap sort by sifting in place.
// rz: void order(double x[n] inout, int n=10)
// also: n=3
static void sift(double *x, int root, int end)
{
    while (2 * root + 1 < end) {
        int child = 2 * root + 1;
        if (child + 1 < end && x[child] < x[child + 1])
            child++;
        if (x[root] >= x[child])
            return;
        double t = x[root];
        x[root] = x[child];
        x[child] = t;
        root = child;
    }
}

void order(double *x, int n)
{
    for (int i = n / 2 - 1; i >= 0; i--)
        sift(x, i, n);
    for (int end = n - 1; end > 0; end--) {
        double t = x[0];
        x[0] = x[end];
        x[end] = t * t;
        sift(x, 0, end);
    }
    x[0] = x[0] * x[0];
}
