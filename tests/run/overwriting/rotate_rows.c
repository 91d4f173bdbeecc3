// Row operations in place on a small matrix: rows are swapped, scaled, mixed.
// rz: void mix(double a[3*c] inout, int c=4, const int perm[5] {0,2,1,2,0})
void mix(double *a, int c, const int *perm)
{
    for (int k = 0; k + 1 < 5; k++) {
        double *p = a + perm[k] * c, *q = a + perm[k + 1] * c;
        for (int j = 0; j < c; j++) {
            double t = p[j];
            p[j] = q[j];
            q[j] = t + 0.5 * p[j] * t;
        }
    }
}
