// A number is printed into a line, which a function reads of which nothing is known.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>

double number_in(const char *line);

double f(double x)
{
    char line[64];
    snprintf(line, sizeof line, "%.17g", x * x);
    return x * number_in(line);  // error: ActivityError RZ405
}
