// Threads take places in a list one by one.
// rz: double f(const double x[n] in, int n=18)
double f(const double *x, int n)
{
    double list[18], s = 0;
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (x[i] > 0.9) {
            int at;
#pragma omp atomic capture
            at = count++;
            list[at] = x[i] * x[i];
        }
    }
    for (int k = 0; k < count; k++)
        s += list[k] * list[k];
    return s;
}
