// The last turn of a loop that falls writes to the far end and weighs what it reads.
// rz: double roll(const double x[n] in, double y[n] out, long n=18, double w=0.8)
// also: n=1
// also: n=2
double roll(const double *restrict x, double *restrict y, long n, double w)
{
    double sum = 0;
    for (long j = n - 1; j >= 0; j--) {
        const double *next = j == 0 ? x + (n - 1) : x + (j - 1);
        double t = x[j] * *next;
        sum += j == 0 ? w * t * t : t;
        y[j == 0 ? n - 1 : j - 1] = t * x[j];
    }
    return sum;
}
