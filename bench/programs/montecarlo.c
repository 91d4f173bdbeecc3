/* The price of an Asian option on paths with a volatility that depends on the price; the numbers are
 * of a generator of its own, made normal by Box and Muller. */
#include <math.h>
#include <stdint.h>

static double uniform(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return ((*state >> 11) + 0.5) * 0x1p-53;
}

double montecarlo(const double *restrict market, int paths, int steps)
{
    double rate = market[1], step = market[4] / steps, sum = 0;
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < paths; i++) {
        double price = market[0], mean = 0;
        for (int t = 0; t < steps; t++) {
            double size = sqrt(-2 * log(uniform(&state)));
            double normal = size * cos(6.283185307179586 * uniform(&state));
            double volatility = market[2] * pow(price / market[0], market[3]);
            price *= exp((rate - 0.5 * volatility * volatility) * step
                         + volatility * sqrt(step) * normal);
            mean += price / steps;
        }
        double gain = mean - market[5];
        sum += gain > 0 ? gain : 0;
    }
    return exp(-rate * market[4]) * sum / paths;
}
