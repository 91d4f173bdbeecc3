// Tables that the library has filled once, by functions that know no input.
// rz: double f(double x in 0.5..1.5, double y in)
#include <pthread.h>

static double table[4];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void)
{
    for (int i = 0; i < 4; i++)
        table[i] = 1.0 / (i + 1);
}

double f(double x, double y)
{
    pthread_once(&once, init);
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum = sum * x + table[i] * y;
    return sum * y;
}
