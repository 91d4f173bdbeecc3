// Small constant counts, a triangle, and an outer read that is not done every time.
// rz: double f(const float x[8] in, const double a[64] in, const int use[8] const below 2, int n=8)
// also: n=3
double f(const float *restrict x, const double *restrict a, const int *restrict use, int n)
{
    double total = 0;
    for (int i = 0; i < 8; i++) {
        double sum = 1;
        for (int j = 0; j < 8; j++)
            sum += a[i * 8 + j] * x[j];
        total += sum * x[i] * x[i];
    }
    for (int i = 0; i < n; i++) {
        double sum = 1;
        for (int j = 0; j < n; j++)
            sum += a[j * 8 + i] * x[j];
        if (use[i])
            total += sum * x[i];
    }
    for (int i = 0; i < n; i++) {
        double sum = 1;
        for (int j = i; j < n; j++)
            sum += a[j * 8 + i] * x[j];
        total += sum * sum * x[i];
    }
    return total;
}
