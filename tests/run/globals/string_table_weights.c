// Strings are compared to choose weights; the strings are constant, the values active.
// rz: double tagged(const double x[n] in, int n=6)
// also: n=0
#include <string.h>

static const char *const tags[] = {"red", "green", "blue", "green", "red", "alpha"};

static double weight(const char *tag)
{
    if (strcmp(tag, "green") == 0)
        return 0.7;
    return strlen(tag) > 4 ? 2.0 : 0.1 * (double)strlen(tag);
}

double tagged(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += weight(tags[i % 6]) * x[i] * x[i] * x[i];
    return s;
}
