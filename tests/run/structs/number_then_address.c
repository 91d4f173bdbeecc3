// One word is a number, then an address, then a number again.
// rz: double f(const double x[3] in, double k)
union word { double number; const double *place; };
__attribute__((noinline)) static void put(union word *w, double v) { w->number = v; }
__attribute__((noinline)) static void lead(union word *w, const double *p) { w->place = p; }
__attribute__((noinline)) static double get(union word *w) { return w->number * w->number; }
__attribute__((noinline)) static double at(union word *w) { return *w->place; }
double f(const double *x, double k) {
    union word w[2];
    double s = 0;
    for (int i = 0; i < 3; i++) {
        put(&w[0], k * x[i]);
        put(&w[1], x[0]);
        s += get(&w[0]);
        lead(&w[0], x + i);
        lead(&w[1], x);
        s += at(&w[0]) * s * k;
        put(&w[0], s);
        s += get(&w[0]) * 0.1 + get(&w[0]) * k;
        s += at(&w[1]);
    }
    return s;
}
