// Straight-line code over four neighbours that the SLP vectoriser packs.
// rz: void four(const double a[4*n] in, const double b[4*n] in, double c[4*n] out, int n=3)
// also: n=0
// also: n=1
void four(const double *restrict a, const double *restrict b, double *restrict c, int n)
{
    for (int i = 0; i < 4 * n; i += 4) {
        c[i] = a[i] * b[i] + a[i];
        c[i + 1] = a[i + 1] * b[i + 1] + a[i + 1] * a[i];
        c[i + 2] = a[i + 2] * b[i + 2] + a[i + 2] * a[i];
        c[i + 3] = a[i + 3] * b[i + 3] + a[i + 3] * a[i];
    }
}
