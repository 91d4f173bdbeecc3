// A pair of matrices returned by value, and one chosen by a condition.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
typedef struct { int n; double at[9]; } Square;
typedef struct { Square l, u; int swaps; } Factors;
static Factors factors(Square a)
{
    Factors f; f.swaps = 0; f.l.n = f.u.n = a.n; f.u = a;
    for (int i = 0; i < a.n*a.n; i++) f.l.at[i] = 0;
    for (int k = 0; k < a.n; k++) {
        f.l.at[k*a.n + k] = 1;
        for (int i = k + 1; i < a.n; i++) {
            double m = f.u.at[i*a.n + k]/f.u.at[k*a.n + k];
            f.l.at[i*a.n + k] = m;
            for (int j = k; j < a.n; j++) f.u.at[i*a.n + j] -= m*f.u.at[k*a.n + j];
        }
    }
    return f;
}
static double trace(const Square *s) { double t = 0; for (int i = 0; i < s->n; i++) t += s->at[i*s->n + i]*(i + 1); return t; }
double f(const double *x, int n, double q)
{
    Square a; a.n = n >= 9 ? 3 : 2;
    for (int i = 0; i < a.n*a.n; i++) a.at[i] = x[i] + (i % (a.n + 1) == 0)*2;
    Factors last = factors(a), now;
    for (int s = 0; s < 3; s++) {
        Square b = last.u;
        for (int i = 0; i < b.n*b.n; i++) b.at[i] += q*last.l.at[(i*b.n) % (b.n*b.n)];
        now = factors(b);
        Square chosen = trace(&now.u) > trace(&last.u) ? now.l : last.u;
        last = now;
        last.u.at[0] += chosen.at[0];
    }
    return trace(&last.u) + trace(&last.l) + last.l.at[a.n];
}
