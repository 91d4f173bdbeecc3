// Each thread has a scratch array that a function fills and another one reads.
// rz: double f(const double x[n] in, int n=9)
// also: n=1
// also: n=0
static double terms[4];
#pragma omp threadprivate(terms)

static void powers(double x)
{
    terms[0] = x;
    for (int k = 1; k < 4; k++)
        terms[k] = terms[k - 1] * x;
}

static double mean(void)
{
    double sum = 0;
    for (int k = 0; k < 4; k++)
        sum += terms[k] * terms[3 - k] / (k + 1);
    return sum;
}

double f(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
        powers(x[i]);
        sum += mean();
    }
    return sum;
}
