// Insertion sort that moves active values along with integer keys.
// rz: double weighted(const int key[n] perm, const double x[n] in, int n=8)
// also: n=0
// also: n=1
double weighted(const int *key, const double *x, int n)
{
    int k[16];
    double v[16];
    for (int i = 0; i < n; i++) {
        int j = i;
        while (j > 0 && k[j - 1] > key[i]) {
            k[j] = k[j - 1];
            v[j] = v[j - 1];
            j--;
        }
        k[j] = key[i];
        v[j] = x[i];
    }
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s = s * 0.9 + v[i] * v[i];
    return s;
}
