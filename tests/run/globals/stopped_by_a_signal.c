// A signal sets a flag that a loop looks at; the handler takes no part in the derivative.
// rz: double f(const double x[n] in, int n=6)
#include <math.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on(int number)
{
    (void)number;
    stop = 1;
}

double f(const double *x, int n)
{
    double s = 0.5;
    stop = 0;
    signal(SIGUSR2, on);
    for (int k = 0; !stop; k++) {
        for (int i = 0; i < n; i++)
            s = 0.3 * sin(s) + x[i] * s;
        if (k == 3)
            raise(SIGUSR2);
    }
    signal(SIGUSR2, SIG_DFL);
    return s;
}
