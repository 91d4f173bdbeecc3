// Annotations, and the names of the C interface as a program uses them.
#include <math.h>
__attribute__((annotate("enzyme_inactive"))) double watched = 1.0;
__attribute__((annotate("note", 1, "two"))) double noted(double x) { __attribute__((annotate("local"))) double y = x; return y * watched; }
extern int enzyme_dup, enzyme_const, enzyme_out;
extern double __enzyme_autodiff(void *, ...); void __enzyme_fwddiff(void *, ...);
static double energy(double *x, int n, double k) { double s = 0; for (int i = 0; i < n; i++) s += k * x[i] * x[i]; return s; }
double gradient(double *x, double *dx, int n, double k) { return __enzyme_autodiff((void *)energy, enzyme_dup, x, dx, enzyme_const, n, enzyme_out, k); }
static double mine(double x) { return sin(x); } static double augmented(double x) { return sin(x); } static double reversed(double x, double seed) { return cos(x) * seed; }
void *__enzyme_register_gradient_mine[] = {(void *)mine, (void *)augmented, (void *)reversed};
void *__enzyme_function_like[] = {(void *)mine, "sin"};
double direct(double x) { return __enzyme_autodiff((void *)mine, x); }
