// Words that are a number or an address are swapped in memory that another file may have put there.
// rz: double f(const double x[6] in, int n=6)
// also: n=1
// needs: no tape
union word { double number; const double *place; };
typedef struct { union word *first; long count; } box;
void (*told)(box *);
static double sum(const box *b, int places)
{
    double s = 0;
    for (int i = 0; i < b->count; i++) s += i < places ? *b->first[i].place * 2 : b->first[i].number * b->first[i].number * (1 + i);
    return s;
}
double f(const double *x, int n)
{
    union word room[12];
    box b = {room, 2 * n};
    if (told) told(&b);
    for (int i = 0; i < n; i++) b.first[i].place = &x[n - 1 - i];
    for (int i = 0; i < n; i++) b.first[n + i].number = x[i] * x[0];
    for (int i = 0; i < n; i++) {
        double *at = &b.first[n].number, t = at[i];
        at[i] = at[(i * 5 + 2) % n];
        at[(i * 5 + 2) % n] = t;
    }
    double s = sum(&b, n);
    return s;
}
