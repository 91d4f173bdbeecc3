// Only the numbers of tagged unions are moved; code that reads addresses is there and never met.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
union value {
    double number;
    const double *at;
};

struct cell {
    int is_place;
    union value value;
};

double f(const double *x, int n)
{
    double squares[6], sum = 0;
    struct cell from[6], to[6];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        from[i].is_place = i % 2;
        if (i % 2)
            from[i].value.at = &squares[i];
        else
            from[i].value.number = 3 * x[i];
    }
    for (int i = 0; i < n; i++) {
        to[i].is_place = 0;
        to[i].value.number = from[i].is_place ? -*from[i].value.at : -from[i].value.number;
    }
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (to[i].is_place ? *to[i].value.at : to[i].value.number);
    return sum;
}
