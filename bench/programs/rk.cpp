// An adaptive Runge-Kutta method on Lorenz's system; the lengths of steps depend on the unknowns.
#include "lorenz.hpp"

extern "C" double rk(const double *__restrict start, const double *__restrict numbers, double span,
                     double tolerance) {
    steppers::State<3> x = {start[0], start[1], start[2]};
    steppers::integrate_adaptive(steppers::CashKarp(), Lorenz{numbers}, x, 0., span, 1e-3,
                                 tolerance, tolerance);
    return x[0] + x[1] + x[2];
}
