// A constant function pointer that leads out of the program: the run says so, and where.
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

__attribute__((noinline)) static double f(double (*g)(double), double x)
{
    return g(x) * x; // here
}

int main(void)
{
    double (*volatile own)(double) = square;
    near("known", __enzyme_autodiff((void *)f, enzyme_const, own, enzyme_out, 3.0), 27.0);
    int ends[2], status;
    char said[512] = {0};
    if (pipe(ends))
        return 1;
    if (fork() == 0) {
        dup2(ends[1], 2);
        __enzyme_autodiff((void *)f, enzyme_const, (double (*)(double))(void *)&status, enzyme_out, 3.0);
        _exit(0);
    }
    wait(&status);
    close(ends[1]);
    if (read(ends[0], said, sizeof said - 1) < 0)
        return 1;
    near("it ends", WIFSIGNALED(status), 1);
    near("it says the code", strstr(said, "RZ207") != 0, 1);
    near("it says the file", strstr(said, "function_pointer_of_elsewhere.c:17") != 0, 1);
    return wrong;
}
