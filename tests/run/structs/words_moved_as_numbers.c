// Cells of numbers or addresses whose words a function moves as numbers.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
// needs: no tape
union value {
    double number;
    double *place;
};
struct cell {
    int kind;
    union value value;
};

__attribute__((noinline)) static void move(double *to, const double *from)
{
    *to = *from;
}

double f(const double *x, int n)
{
    double squares[16];
    struct cell a[16], b[16];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        a[i].kind = i % 2;
        if (a[i].kind)
            a[i].value.place = &squares[i];
        else
            a[i].value.number = 3 * x[i];
    }
    for (int i = 0; i < n; i++) {
        b[i].kind = a[i].kind;
        move(&b[i].value.number, &a[i].value.number);
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (b[i].kind ? *b[i].value.place : b[i].value.number);
    return sum;
}
