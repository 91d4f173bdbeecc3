// Structs of two doubles by value and returned in registers.
// rz: double area(const double xy[2*n] in, int n=5)
// also: n=3
struct point {
    double x, y;
};

__attribute__((noinline)) static struct point minus(struct point a, struct point b)
{
    return (struct point){a.x - b.x, a.y - b.y};
}

__attribute__((noinline)) static double cross(struct point a, struct point b)
{
    return a.x * b.y - a.y * b.x;
}

double area(const double *xy, int n)
{
    const struct point *p = (const struct point *)xy;
    double s = 0.0;
    for (int i = 1; i + 1 < n; i++) {
        double c = cross(minus(p[i], p[0]), minus(p[i + 1], p[0]));
        s += c * c;
    }
    return s;
}
