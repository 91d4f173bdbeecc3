// A tape is read by the derivative that kept it; any other says so and ends.
#include <sys/wait.h>
#include <unistd.h>
#include "near.h"

extern int enzyme_dup, enzyme_const;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void f(double *x, double *y)
{
    y[0] = x[0] * x[1];
    x[0] = 0;
}

static void g(double *x, double *y)
{
    y[0] = sin(x[0]) * cos(x[1]);
    x[1] = 0;
    x[0] = 1;
}

int main(void)
{
    double x[2] = {1.5, 0.7}, dx[2] = {0}, y[1], dy[1] = {1};
    void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
    int status = 0;
    fflush(stderr);
    if (fork() == 0) {
        close(2);
        __enzyme_reverse((void *)g, enzyme_dup, x, dx, enzyme_dup, y, dy, t);
        _exit(0);
    }
    wait(&status);
    near("the other one ends", WIFSIGNALED(status), 1);
    __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, t);
    near("dx0", dx[0], 0.7);
    near("dx1", dx[1], 1.5);
    return wrong;
}
