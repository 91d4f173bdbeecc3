// The forward algorithm with scaling; matrices as pointers to rows.
// rz: double hmm(const double a[4] in, const double b[6] in, const int seen[n] below 3, int n=8)
// also: n=1
// needs: zero
#include <math.h>

double hmm(const double *a, const double *b, const int *seen, int n)
{
    const double *row[2] = {a, a + 2};
    double alpha[2] = {0.6, 0.4}, next[2], ll = 0.0;
    for (int t = 0; t < n; t++) {
        double scale = 0.0;
        for (int j = 0; j < 2; j++) {
            next[j] = 0.0;
            for (int i = 0; i < 2; i++)
                next[j] += alpha[i] * row[i][j];
            next[j] *= b[3 * j + seen[t]];
            scale += next[j];
        }
        ll += log(scale);
        for (int j = 0; j < 2; j++)
            alpha[j] = next[j] / scale;
    }
    return ll;
}
