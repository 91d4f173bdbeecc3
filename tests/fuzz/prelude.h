/* What the generated programs are written in: plain C. truth.hpp says the same in dual numbers. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>
#endif
typedef double real;
typedef float real32;
typedef uint64_t bits;
typedef uint32_t bits32;
#define NOINLINE __attribute__((noinline))
#ifdef __cplusplus
#define ENTRY extern "C"
#define RESTRICT __restrict
#else
#define ENTRY
#define RESTRICT restrict
#endif
#define rlt(a, b) ((a) < (b))
#define flt(a, b) ((a) < (b))
#define rsin sin
#define rcos cos
#define rexp exp
#define rlog log
#define rsqrt sqrt
#define rtanh tanh
#define ratan atan
#define rfabs fabs
#define rcbrt cbrt
#define rlog1p log1p
#define rerf erf
#define rasinh asinh
#define rpow pow
#define rhypot hypot
#define ratan2 atan2
#define rfmin fmin
#define rfmax fmax
#define rfma fma
#define rfloor floor
#define fsin sinf
#define fcos cosf
#define fexp expf
#define fsqrt sqrtf
#define ftanh tanhf
#define ffabs fabsf
#define ffmin fminf
#define ffmax fmaxf
#define flog1p log1pf
/* An integer that follows from a number: below m, from how far it is from zero. */
#define rplace(a, m) ((int)floor(fabs(a) * 4) % (m))
