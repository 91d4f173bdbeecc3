// An array and a float in one struct: the array is indexed by a variable, the struct copied whole.
// rz: double walk(double x[4] in, int n=4)
// also: n=0
struct row {
    double v[5];
    float w;
};

double walk(const double *x, int n)
{
    struct row a[2];
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 5; k++) a[i].v[k] = x[k % 4] * (i + 1);
        a[i].w = (float)(i + 0.5);
    }
    double s = 0;
    for (int k = 0; k < n; k++) {
        a[1].v[k % 5] *= a[0].v[(k + 1) % 5];
        a[0] = a[1];
        s += a[0].v[k % 5] * a[0].w;
    }
    return s;
}
