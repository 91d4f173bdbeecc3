// Euler's method with constant steps on Lorenz's system.
#include "lorenz.hpp"

extern "C" double euler(const double *__restrict start, const double *__restrict numbers,
                        double span, int steps) {
    steppers::State<3> x = {start[0], start[1], start[2]};
    steppers::integrate_steps(steppers::Euler(), Lorenz{numbers}, x, 0., span / steps, steps);
    return x[0] + x[1] + x[2];
}
