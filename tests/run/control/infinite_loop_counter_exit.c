// while (1) around a loop whose exit is a counter in memory behind a pointer.
// rz: double pump(const double x[n] in, int n=8, double k=0.6)
// also: n=0
struct meter {
    int left;
    double level;
};

static int tick(struct meter *m, double flow, double k)
{
    m->level += flow - k * m->level * m->level;
    return --m->left > 0;
}

double pump(const double *x, int n, double k)
{
    struct meter m = {n, 0.2};
    int i = 0;
    while (1) {
        if (i == n)
            break;
        if (!tick(&m, x[i], k))
            break;
        i++;
    }
    return m.level;
}
