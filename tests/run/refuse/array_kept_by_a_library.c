// A library keeps the address of a struct with an array in it; another function of it gives the sum.
// rz: double f(const double x[n] in, int n=4)
#include <stdlib.h>

struct view {
    const double *numbers;
    int count;
};

void remember(struct view *view);
double remembered(void);

double f(const double *x, int n)
{
    struct view *view = malloc(sizeof *view);
    view->numbers = x;
    view->count = n;
    remember(view);  // error: NoDerivative RZ201
    double sum = remembered();
    free(view);
    return sum * x[0];
}
