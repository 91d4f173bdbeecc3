// Global matrices are multiplied repeatedly through a global work area.
// rz: double power(const double x[9] in, int times=3)
// also: times=0
#include <string.h>

static double base[3][3], acc[3][3], work[3][3];

static void multiply(void)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            work[i][j] = 0.0;
            for (int k = 0; k < 3; k++)
                work[i][j] += 0.3 * acc[i][k] * base[k][j];
        }
    memcpy(acc, work, sizeof acc);
}

double power(const double *x, int times)
{
    memcpy(base, x, sizeof base);
    memcpy(acc, x, sizeof acc);
    for (int t = 0; t < times; t++)
        multiply();
    return acc[0][0] + acc[1][1] * acc[2][2] + acc[0][2];
}
