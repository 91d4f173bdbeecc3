/* Shared by the programs of this folder: each main returns the number of derivatives that are wrong. */
#ifndef NEAR_H
#define NEAR_H
#include <math.h>
#include <stdio.h>

static int wrong = 0;

static inline void near_within(const char *what, double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance * (1.0 + fabs(expected)))) {
        fprintf(stderr, "%s: %.17g, expected %.17g\n", what, found, expected);
        wrong++;
    }
}

static inline void near(const char *what, double found, double expected)
{
    near_within(what, found, expected, 1e-11);
}
#endif
