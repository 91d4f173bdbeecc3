// A number is printed into a line, and the program itself makes a number of its digits.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>

static double digits(const char *text)
{
    double value = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        value = 10 * value + (*text - '0');  // error: ActivityError RZ405
    return value;
}

double f(double x)
{
    char line[32];
    snprintf(line, sizeof line, "%.0f", 1e6 * x * x);
    return digits(line) * x;
}
