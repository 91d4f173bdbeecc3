// Nested recursion: the argument of a recursive call is itself a recursive call.
// rz: double nested(double x, int depth=4)
// also: depth=0
#include <math.h>

double nested(double x, int depth)
{
    if (depth == 0)
        return 0.5 * x * x + 0.3;
    return nested(sin(nested(x, depth - 1)), depth - 1) + 0.1 * x;
}
