// A Metropolis walk with a fixed generator: accept or reject on active values.
// rz: double walk(double centre 0.2..0.3, double width 0.8..1.2, int steps=30)
// also: steps=0
// needs: zero
#include <math.h>
#include <stdint.h>

static double uniform(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s / 4294967296.0;
}

double walk(double centre, double width, int steps)
{
    uint32_t s = 2463534242u;
    double x = centre, sum = 0.0;
    for (int i = 0; i < steps; i++) {
        double y = x + width * (uniform(&s) - 0.5);
        double a = (x - centre) / width, b = (y - centre) / width;
        if (uniform(&s) < exp(0.5 * (a * a - b * b)))
            x = y;
        sum += x * x;
    }
    return sum / (steps + 1);
}
