// A function pointer that is its own shadow, or null there, has brought no table: the program knows the
// function, or the run says so, and where.
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

__attribute__((noinline)) static double f(double (*g)(double), double x, int how)
{
    if (how)
        return g(x) * x; // here
    return x * x;
}

int main(void)
{
    int ends[2], status;
    double (*volatile own)(double) = square;
    near("known", __enzyme_autodiff((void *)f, enzyme_dup, own, own, enzyme_out, 3.0, enzyme_const, 1), 27.0);
    near("null", __enzyme_autodiff((void *)f, enzyme_dup, own, (void *)0, enzyme_out, 3.0, enzyme_const, 1), 27.0);
    double (*volatile any)(double) = (double (*)(double))(void *)&status;
    near("not called", __enzyme_autodiff((void *)f, enzyme_dup, any, any, enzyme_out, 3.0, enzyme_const, 0), 6.0);
    char said[512] = {0};
    if (pipe(ends))
        return 1;
    if (fork() == 0) {
        dup2(ends[1], 2);
        __enzyme_autodiff((void *)f, enzyme_dup, any, any, enzyme_out, 3.0, enzyme_const, 1);
        _exit(0);
    }
    wait(&status);
    close(ends[1]);
    if (read(ends[0], said, sizeof said - 1) < 0)
        return 1;
    near("it ends", WIFSIGNALED(status), 1);
    near("it says the code", strstr(said, "RZ207") != 0, 1);
    near("it says the file", strstr(said, "function_pointer_without_table.c:19") != 0, 1);
    return wrong;
}
