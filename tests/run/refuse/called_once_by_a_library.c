// A function that the library calls back moves a number that depends on an input from static to static.
// rz: double f(double x)
#include <pthread.h>

static double given, scale;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void)
{
    scale = given * 2;
}

double f(double x)
{
    given = x * x;
    pthread_once(&once, init);  // error: NoDerivative RZ201
    return scale * x;
}
