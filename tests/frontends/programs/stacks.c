// Memory of the stack: variable arrays, alloca, lifetimes, large frames, alignment.
#include <alloca.h>
double variable(int n, double x) { double a[n]; for (int i = 0; i < n; i++) a[i] = x * i; double s = 0; for (int i = 0; i < n; i++) { double b[i + 1]; b[i] = a[i]; s += b[i]; } return s; }
int *kept; void leak(int n) { kept = alloca(n * sizeof(int)); kept[0] = n; }
void use(void *); double aligned(int n) { _Alignas(64) char buffer[200]; use(buffer); { double inner[10]; use(inner); } { float other[20]; use(other); } return buffer[n]; }
int scoped(int n) { int r = 0; for (int i = 0; i < n; i++) { int t[4] = {i, i + 1, i + 2}; use(t); r += t[3]; } return r; }
void cleaned(int *p) { *p = 0; } int cleanup(void) { int x __attribute__((cleanup(cleaned))) = 3; return x * 2; }
struct matrix { double m[4][4]; }; struct matrix identity(void) { struct matrix r = {0}; for (int i = 0; i < 4; i++) r.m[i][i] = 1; return r; }
void *frame(void) { return __builtin_frame_address(0); } void *back(void) { return __builtin_return_address(0); }
