// A square matrix is transposed in place, then multiplied by itself from a copy.
// rz: void transpose(double a[n*n] inout, int n=4)
// also: n=2
void transpose(double *a, int n)
{
    double copy[36];
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double t = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = t;
        }
    for (int i = 0; i < n * n; i++)
        copy[i] = a[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0.0;
            for (int k = 0; k < n; k++)
                s += copy[i * n + k] * copy[k * n + j];
            a[i * n + j] = s;
        }
}
