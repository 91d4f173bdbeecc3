// Neighbours on a ring, by choice: the first and the last turn look at the other end.
// rz: void ring(const double x[n] in, double y[n] out, int n=23, double k=0.3)
// also: n=1
// also: n=2
// also: n=3
void ring(const double *restrict x, double *restrict y, int n, double k)
{
    for (int j = 0; j < n; j++) {
        int left = j == 0 ? n - 1 : j - 1, right = j == n - 1 ? 0 : j + 1;
        y[j] = x[j] * x[left] + k * x[right] * x[right];
    }
}
