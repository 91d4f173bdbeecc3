// flags: -fenable-matrix
// Matrix types of the compiler, and matrices by hand.
typedef double m4 __attribute__((matrix_type(4, 4))); typedef float m23 __attribute__((matrix_type(2, 3)));
m4 product(m4 a, m4 b) { return a * b + a; }
m23 scaled(m23 a, float s) { return a * s; }
double entry(m4 a, int i, int j) { a[1][2] = 3; return a[i & 3][j & 3]; }
m4 turned(m4 a) { return __builtin_matrix_transpose(a); }
m4 loaded(double *p, unsigned long n) { return __builtin_matrix_column_major_load(p, 4, 4, n); }
double determinant(const double a[3][3]) { return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]); }
