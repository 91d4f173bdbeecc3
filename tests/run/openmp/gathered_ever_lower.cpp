// Floats at the end of an array, then below, and rows of them between: from the last to the first.
// rz: float f(const float x[n] in, int n=20000, int m=1500)
// also: n=600, m=90
// needs: closed form
// truth: x = x * np.bincount(concatenate((n - 1 - arange(m)*7919 % (n // 20 + 1), n - 1 - arange(m)*7919 % (n // 2 + 1), n - 1 - arange(m)*7919 % n, arange(n // 3) + n // 4)), None, n)
#ifndef REAL
#define REAL float
#endif
extern "C" REAL f(const REAL *x, int n, int m)
{
    const int parts[] = {20, 2, 1};
    REAL sum = 0;
#pragma omp parallel reduction(+ : sum)
    for (int part : parts) {
        int size = part == 1 ? n : n / part + 1;
#pragma omp for
        for (int i = 0; i < m; i++)
            sum += x[n - 1 - i * 7919 % size] * x[n - 1 - i * 7919 % size] / 2;
#pragma omp for schedule(dynamic)
        for (int row = 0; row < (part == 2 ? n / 3 : 0); row += 50)
            for (int i = row; i < (row + 50 < n / 3 ? row + 50 : n / 3); i++)
                sum += x[n / 4 + i] * x[n / 4 + i] / 2;
    }
    return sum;
}
