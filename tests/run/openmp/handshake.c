// One thread waits for a number of another's: a flag that is released and acquired.
// rz: double f(const double x[n] in, int n=6)
double f(const double *x, int n)
{
    double handed = 0, result = 0;
    int ready = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            for (int i = 0; i < n; i++)
                handed += x[i] * x[i];
#pragma omp atomic write release
            ready = 1;
        }
#pragma omp section
        {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read acquire
                seen = ready;
            }
            double h = handed;
            handed = h * x[1];
            result = h * h * x[0];
        }
    }
    return result + handed;
}
