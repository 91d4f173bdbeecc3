/* Functions of numbers. */

#define REMAINDERS(T, N, fmod_)                                                                    \
    INLINED T _FortranAMod##N(T a, T p, const char *file, int line) { return fmod_(a, p); }        \
    INLINED T _FortranAModulo##N(T a, T p, const char *file, int line) {                           \
        T r = fmod_(a, p);                                                                         \
        return r != 0 && (r < 0) != (p < 0) ? r + p : r;                                           \
    }
REMAINDERS(double, Real8, fmod)
REMAINDERS(float, Real4, fmodf)

/* A number to an integer power, by squaring. */
#define POWER(T, N, I)                                                                             \
    INLINED T N(T x, I n) {                                                                        \
        T result = 1;                                                                              \
        _Bool below = n < 0;                                                                       \
        __UINT64_TYPE__ left = below ? -(__UINT64_TYPE__)n : (__UINT64_TYPE__)n;                   \
        for (T power = x; left; left >>= 1) {                                                      \
            if (left & 1) result *= power;                                                         \
            if (left > 1) power *= power;                                                          \
        }                                                                                          \
        return below ? 1 / result : result;                                                        \
    }
POWER(double, _FortranAFPow8i, int)
POWER(double, _FortranAFPow8k, index)
POWER(float, _FortranAFPow4i, int)
POWER(float, _FortranAFPow4k, index)
POWER(complex4, _FortranAcpowi, int)
POWER(complex4, _FortranAcpowk, index)
POWER(complex8, _FortranAzpowi, int)
POWER(complex8, _FortranAzpowk, index)

/* A number as a fraction and a power of two. There is none of what is infinite. */
#define PARTS(T, N, ldexp_, fabs_, DIGITS)                                                         \
    int _FortranAExponent##N##_4(T);                                                               \
    T ldexp_(T, int);                                                                              \
    INLINED T _FortranAScale##N(T x, index p) {                                                    \
        return ldexp_(x, p > 9999 ? 9999 : p < -9999 ? -9999 : (int)p);                            \
    }                                                                                              \
    INLINED T _FortranAFraction##N(T x) {                                                          \
        if (x - x != 0) return x - x;                                                              \
        return x == 0 ? x : ldexp_(x, -_FortranAExponent##N##_4(x));                               \
    }                                                                                              \
    INLINED T _FortranASetExponent##N(T x, index p) {                                              \
        return _FortranAScale##N(_FortranAFraction##N(x), p);                                      \
    }                                                                                              \
    INLINED T _FortranARRSpacing##N(T x) {                                                         \
        return ldexp_(fabs_(_FortranAFraction##N(x)), DIGITS);                                     \
    }
PARTS(double, 8, ldexp, fabs, 53)
PARTS(float, 4, ldexpf, fabsf, 24)

/* exp(x²) erfc(x). Beyond 2 by its continued fraction, whose derivative does not cancel; the last
   place of x² counts where x is negative. */
static INLINED double scaled_erfc(double x) {
    if (x != x || x < 2) {
        double square = x * x, rest = __builtin_fma(x, x, -square);
        double grown = __builtin_exp(square);
        return x < -27 ? 2 * grown : grown * (1 + rest) * __builtin_erfc(x);
    }
    double below = x;
    for (int k = 60; k > 0; --k) below = x + 0.5 * k / below;
    return 0.56418958354775628695 / below;
}
INLINED double _FortranAErfcScaled8(double x) { return scaled_erfc(x); }
INLINED float _FortranAErfcScaled4(float x) { return (float)scaled_erfc(x); }
