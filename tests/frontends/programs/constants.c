// Constant initialisers of many shapes: addresses, differences, strings, zeros, not-a-numbers.
#include <math.h>
#include <stdint.h>
#include <wchar.h>
#include <uchar.h>
struct s { int a; const char *b; double c[2]; struct s *next; };
static struct s tail = {1, "tail", {1.0, -0.0}, 0};
struct s head = {2, "he\0ad\"\\\n\x7f", {__builtin_inf(), __builtin_nan("0x123")}, &tail};
int grid[4][5] = {[1] = {1, 2}, [3][4] = 7};
int *inside = &grid[3][2];
char *within = (char *)&grid + 13;
intptr_t number = (intptr_t)&grid[1];
const wchar_t *wide = L"wide \u00e9";
const char16_t sixteen[] = u"sixteen";
const char32_t thirtytwo[3] = U"32";
double (*table[])(double) = {0, sin, cos};
static const float third = 1.0f / 3, tiny = 1e-45f, huge = 3.4e38f;
const float *const floats[] = {&third, &tiny, &huge};
long long extremes[] = {INT64_MIN, INT64_MAX, -1, 0};
char filled[64] = {[0 ... 31] = 'x'};
int zeros[1000];
const struct s *compound = &(struct s){5, "five", {}, &head};
double use(int i) { return head.c[i] + *floats[i] + inside[0] + (double)(number & 15) + within[1] + wide[0] + sixteen[i] + thirtytwo[i]; }
