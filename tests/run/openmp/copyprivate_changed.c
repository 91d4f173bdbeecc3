// Each thread changes its copy of what one thread has read.
// rz: double f(const double x[n] in, double y[n] out, int n=10)
struct point { double a, b; };
static struct point first(const double *x) { return (struct point){x[0] * x[1], x[2]}; }
double f(const double *x, double *y, int n)
{
#pragma omp parallel
    {
        struct point p;
#pragma omp single copyprivate(p)
        p = first(x);
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < n; i++) {
            struct point mine = p;
            mine.a *= x[i];
            mine.b += mine.a * mine.a;
            y[i] = mine.a * mine.b;
        }
        p.a *= 2;
#pragma omp master
        y[0] += p.a;
    }
    return y[0];
}
