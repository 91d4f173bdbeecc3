// A number or the address of a local number.
// rz: double f(const double x[6] in, int n=5)
struct slot { int is_place; union { double number; const double *place; } as; };
static double value(const struct slot *s) { return s->is_place ? *s->as.place : s->as.number; }
double f(const double *x, int n) {
    struct slot s[6];
    double cells[6], total = 0;
    for (int i = 0; i < 6; i++) {
        cells[i] = x[i] * x[(i + 1) % 6];
        s[i].is_place = i % 2;
        if (i % 2) s[i].as.place = &cells[i]; else s[i].as.number = x[i];
    }
    for (int k = 0; k < n; k++) {
        int a = k % 6, b = (2 * k + 1) % 6;
        total += value(&s[a]) * value(&s[b]) * (k + 1);
        if (k % 3 == 0) { s[b].is_place = 0; s[b].as.number = total; }
        s[5] = s[(k + 3) % 6];
    }
    return total;
}
