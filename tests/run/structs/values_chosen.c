// Values chosen by conditions and carried from turn to turn of a loop, numbers and addresses.
// needs: no tape
// rz: double f(double x, double y, int n=7)
typedef union { const double *place; double number; } word;
typedef struct { int is_place; word as; } value;
__attribute__((noinline)) static double of(value v) { return v.is_place ? *v.as.place : v.as.number; }
double f(double x, double y, int n) {
    double own[2] = {x * y, y};
    value a = {0, {.number = x}}, b = {1, {.place = &own[0]}}, s[3];
    double total = 0;
    for (int i = 0; i < n; i++) {
        value t = a;
        a = i % 3 == 1 ? b : t;
        b = t;
        if (i % 4 == 2) { b.is_place = 0; b.as.number = of(a) * y; }
        s[i % 3] = i % 2 ? a : b;
        total = total * 0.5 + of(s[i % 3]) * x;
    }
    own[0] *= 2;
    return total + of(s[0]) * of(s[1]);
}
