// A word is a number or a place; it is loaded as a number first, and as a place where it is one.
// rz: double read(const double x[4] in, int n=6)
// also: n=0
struct entry {
    union { const double *place; double number; } word;
    int is_place;
};

__attribute__((noinline)) static double taken(const struct entry *e, double scale, int k)
{
    double q = e->word.number;
    double s = 0;
    if (e->is_place)
        s = e->word.place[0] * scale + e->word.place[1];
    else
        s = q * q * scale;
    return k > 2 ? s * (e->is_place ? e->word.place[1] : q) : s;
}

double read(const double *x, int n)
{
    struct entry all[4];
    for (int i = 0; i < 4; i++) {
        all[i].is_place = i % 2;
        if (i % 2)
            all[i].word.place = &x[i - 1];
        else
            all[i].word.number = x[i] * x[3];
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += taken(&all[i % 4], x[1], i) * (i + 1);
    return s;
}
