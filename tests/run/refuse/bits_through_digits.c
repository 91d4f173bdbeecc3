// The bits of a number are printed as an integer, and a loop of the program's own reads them.
// rz: double f(const double x[n] in 0.5..1.5, int n=4)
#include <stdio.h>
#include <string.h>
#include <stdint.h>
double f(const double *x, int n)
{
    char text[40];
    double y = x[0] * x[1];
    uint64_t bits;
    memcpy(&bits, &y, 8);
    sprintf(text, "%lu", bits);
    uint64_t back = 0;
    for (int i = 0; text[i]; i++)
        back = back * 10 + (text[i] - '0');
    double z;
    memcpy(&z, &back, 8);  // error: ActivityError RZ405
    return z * x[2];
}
