// Lorenz's system; its three numbers are unknowns too.
#pragma once
#include "steppers.hpp"

struct Lorenz {
    const double *number;
    void operator()(const steppers::State<3> &x, steppers::State<3> &slope, double) const {
        slope[0] = number[0] * (x[1] - x[0]);
        slope[1] = x[0] * (number[1] - x[2]) - x[1];
        slope[2] = x[0] * x[1] - number[2] * x[2];
    }
};
