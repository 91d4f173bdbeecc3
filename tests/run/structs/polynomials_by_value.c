// One int before doubles by value: four bytes of padding between them.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=1
typedef struct { int degree; double c[8]; } Poly;
static Poly product(Poly a, Poly b)
{
    Poly r; r.degree = a.degree + b.degree;
    for (int i = 0; i <= r.degree; i++) r.c[i] = 0;
    for (int i = 0; i <= a.degree; i++)
        for (int j = 0; j <= b.degree; j++) r.c[i + j] += a.c[i]*b.c[j];
    return r;
}
static Poly slope(const Poly *a)
{
    Poly r; r.degree = a->degree - 1;
    for (int i = 0; i <= r.degree; i++) r.c[i] = (i + 1)*a->c[i + 1];
    return r;
}
static double at(Poly p, double x) { double s = 0; for (int i = p.degree; i >= 0; i--) s = s*x + p.c[i]; return s; }
double f(const double *x, int n, double q)
{
    Poly table[3], p;
    for (int k = 0; k < 3; k++) { table[k].degree = 1 + k; for (int i = 0; i <= 1 + k; i++) table[k].c[i] = x[(i + k) % n]; }
    p = product(table[0], table[1]);
    p = product(p, table[2]);
    table[n % 3] = slope(&p);
    if (at(table[n % 3], q) < 0) table[n % 3] = table[(n + 1) % 3];
    return at(table[n % 3], q) + at(p, -q);
}
