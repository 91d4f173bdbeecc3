// A function of which nothing is known makes text of a number, which is read again.
// rz: double f(double x in 0.5..1.5)
#include <stdlib.h>

const char *text_of(double x, int digits);

double f(double x)
{
    const char *text = text_of(x * x, 17);
    return x * strtod(text, 0);  // error: ActivityError RZ405
}
