// The same by flushes, and back: two threads take turns at one number.
// rz: double f(const double x[n] in, int n=6)
extern "C" double f(const double *x, int n)
{
    double number = x[0];
    int turn = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            number = number * number * x[1];
#pragma omp flush
#pragma omp atomic write
            turn = 1;
        }
#pragma omp section
        {
            int seen = 0;
            while (seen != 1) {
#pragma omp atomic read
                seen = turn;
            }
#pragma omp flush
            number = number * number + x[n - 1];
        }
    }
    return number * number;
}
