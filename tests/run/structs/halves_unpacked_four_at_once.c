// Floats in the upper halves of words whose lower halves are weights, taken apart in a loop.
// rz: float weighed(const float x[4] in 0.3..1.2, int n=9)
// also: n=4
#include <stdint.h>
#include <string.h>
#ifndef REAL
#define REAL float
typedef uint32_t bits_of;
typedef uint64_t word;
#else
typedef uint64_t bits_of;
typedef unsigned __int128 word;
#endif

REAL weighed(const REAL *x, int n)
{
    word words[16];
    REAL out[16], s = 0;
    for (int i = 0; i < n; i++) {
        REAL f = x[i & 3] * (i + 1);
        bits_of bits;
        memcpy(&bits, &f, sizeof bits);
        words[i] = (word)bits << 8 * sizeof bits | (bits_of)(i % 3 + 1);
    }
    for (int i = 0; i < n; i++) {
        bits_of bits = (bits_of)(words[i] >> 8 * sizeof bits);
        memcpy(&out[i], &bits, sizeof bits);
    }
    for (int i = 0; i < n; i++)
        s += out[i] * out[n - 1 - i] * (REAL)(bits_of)words[i];
    return s;
}
