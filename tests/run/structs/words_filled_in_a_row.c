// Words that are numbers or places, filled in a row with numbers, then some of them overwritten by places.
// rz: double filled(const double x[n] in, int n=8)
// also: n=0
// also: n=3
union word { double number; const double *place; };

__attribute__((noinline)) static double total(const union word *w, const int *is_place, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * (is_place[i] ? *w[i].place * 0.5 : w[i].number);
    return s;
}

double filled(const double *x, int n)
{
    union word w[16];
    int is_place[16];
    double s = 0;
    for (int i = 0; i < n; i++)
        w[i].number = x[i] * x[i];
    for (int i = 0; i < n; i++)
        is_place[i] = 0;
    s += total(w, is_place, n);
    for (int i = 0; i < n; i += 3) {
        w[i].place = x + (n - 1 - i);
        is_place[i] = 1;
    }
    s += total(w, is_place, n) * s;
    for (int i = 0; i + 1 < n; i += 2) {
        w[i].number = x[i + 1] * 3;
        w[i + 1].number = x[i] * s;
        is_place[i] = is_place[i + 1] = 0;
    }
    return s + total(w, is_place, n);
}
