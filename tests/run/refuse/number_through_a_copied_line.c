// A line with a number is copied character by character, and read from its copy.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void copied(char *to, const char *from)
{
    while ((*to++ = *from++)) {
    }
}

double f(double x)
{
    char line[32], copy[32];
    snprintf(line, sizeof line, "%.17g", x * x);
    copied(copy, line);
    return strtod(copy, 0) * x;  // error: ActivityError RZ405
}
