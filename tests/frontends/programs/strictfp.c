// The floating-point environment: rounding, exceptions, contraction, reassociation by pragma.
#include <fenv.h>
double careful(double a, double b, float c) {
#pragma STDC FENV_ACCESS ON
  double r = a * b + (double)c; r /= a - b; int i = (int)r; return r < b ? (double)i : (float)r; }
double plain(double a, double b, double c) {
#pragma STDC FP_CONTRACT OFF
  return a * b + c; }
double loose(const double *p, int n) {
#pragma clang fp reassociate(on) reciprocal(on) contract(fast)
  double s = 0; for (int i = 0; i < n; i++) s += p[i] / 3.0; return s; }
double rounded(double x) { fesetround(FE_UPWARD); double r = x / 3; fesetround(FE_TONEAREST); return r; }
double remainder_of(double a, double b) { return __builtin_fmod(a, b) - (-a); }
int unordered(double a, double b) { return __builtin_isgreater(a, b) + __builtin_isunordered(a, b) + !(a < b) + !(a >= b) + (a == b) + (a != b); }
