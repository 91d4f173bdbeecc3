// A registered function that takes every shadow, and a constant argument of which nobody says how
// large it is.
// via: cc
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static void mul(const double *a, const double *b, int n, double *y)
{
    for (int i = 0; i < n; i++) y[i] = a[i] * b[i];
}

static void augment(const double *a, double *da, const double *b, double *db, int n, double *y, double *dy)
{
    (void)da, (void)db, (void)dy;
    mul(a, b, n, y);
}

static void gradient(const double *a, double *da, const double *b, double *db, int n, double *y, double *dy)
{
    (void)y;
    for (int i = 0; i < n; i++) da[i] += dy[i] * b[i], db[i] += dy[i] * a[i], dy[i] = 0;
}

void *__enzyme_register_gradient_mul[3] = {(void *)mul, (void *)augment, (void *)gradient};

static double f(const double *a, const double *b, int n)
{
    double y[4], s = 0;
    mul(a, b, n, y);  // error: ActivityError RZ407
    for (int i = 0; i < n; i++) s += y[i] * y[i];
    return s;
}

void slopes(const double *a, double *da, const double *b, int n)
{
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_const, b, n);
}

int main(void)
{
    double a[2] = {1, 2}, da[2] = {0}, b[2] = {5, 7};
    slopes(a, da, b, 2);
    return 0;
}
