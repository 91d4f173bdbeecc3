// Values of three kinds in one word, a number, a list and another value; they change kinds.
// rz: double f(const double x[4] in, int n=6)
// also: n=0
struct value { int kind; union { double number; const double *list; struct value *next; } as; };
static double sum(const struct value *v, int n, int depth)
{
    const double *list = v->as.list;
    if (v->kind == 0) return v->as.number * v->as.number;
    if (v->kind == 1) { double s = 0; for (int i = 0; i < n; i++) s += list[i] * list[0]; return s; }
    return depth < 3 ? 2 * sum(v->as.next, n, depth + 1) : 0;
}
double f(const double *x, int n)
{
    struct value a[4]; double own[4];
    for (int i = 0; i < 4; i++) own[i] = x[i] * x[3];
    a[0].kind = 0; a[0].as.number = x[0] * x[1];
    a[1].kind = 1; a[1].as.list = own;
    a[2].kind = 2; a[2].as.next = &a[0];
    a[3].kind = 2; a[3].as.next = &a[1];
    double s = 0;
    for (int i = 0; i < n; i++) { s += sum(&a[i % 4], 3, 0) * (i + 1); if (i == 1) { a[0] = a[1]; a[1].kind = 0; a[1].as.number = s * x[2]; } }
    return s;
}
