// Overlapping views of one buffer at several offsets, read and written in turn.
// rz: void views(double x[n] inout, int n=10)
void views(double *x, int n)
{
    double *left = x, *mid = x + 1, *right = x + 2;
    for (int i = 0; i + 2 < n; i++) {
        mid[i] = left[i] * right[i];
        left[i] += mid[i] * mid[i];
    }
}
