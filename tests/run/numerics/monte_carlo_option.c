// Monte Carlo with a fixed generator: an Asian option under geometric Brownian motion.
// rz: double price(double spot 0.9..1.1, double vol 0.2..0.3, double rate 0.01..0.05, double strike 0.8..0.9, int paths=20, int steps=5)
// also: paths=1
#include <math.h>
#include <stdint.h>

static double normal(uint64_t *state)
{
    double sum = -6.0;
    for (int i = 0; i < 12; i++) {
        *state = *state * 2862933555777941757ULL + 3037000493ULL;
        sum += (double)(*state >> 11) * 0x1p-53;
    }
    return sum;
}

double price(double spot, double vol, double rate, double strike, int paths, int steps)
{
    uint64_t state = 12345;
    double total = 0.0, dt = 1.0 / steps;
    for (int p = 0; p < paths; p++) {
        double s = spot, mean = 0.0;
        for (int t = 0; t < steps; t++) {
            s *= exp((rate - 0.5 * vol * vol) * dt + vol * sqrt(dt) * normal(&state));
            mean += s / steps;
        }
        if (mean > strike)
            total += mean - strike;
    }
    return exp(-rate) * total / paths + 0.01 * strike * strike;
}
