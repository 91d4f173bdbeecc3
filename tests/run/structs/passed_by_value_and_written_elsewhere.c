// A struct is passed by value beside its own address: what is written there is not seen.
// rz: double both(double p[4] in, double x=0.7)
struct state {
    double v[4];
};
struct state kept;

__attribute__((noinline)) double beside(struct state s, struct state *own, double x)
{
    own->v[0] = own->v[0] * x + s.v[1];
    own->v[1] *= s.v[0];
    return s.v[0] * own->v[0] + s.v[1] * own->v[1];
}

__attribute__((noinline)) double behind(struct state s, double x)
{
    kept.v[2] *= x;
    return kept.v[2] * s.v[2] * s.v[2];
}

double both(const double *p, double x)
{
    struct state s;
    for (int i = 0; i < 4; i++)
        kept.v[i] = s.v[i] = p[i] * x;
    double r = beside(s, &s, x);
    r += behind(kept, r);
    return r * s.v[0] + s.v[1] * kept.v[2];
}
