// A declared reduction of a class, and sums of a whole array.
// rz: double f(const double x[n] in, int n=13)
struct moments {
    double sum = 0, squares = 0;
    void add(double v) { sum += v; squares += v * v; }
    moments &operator+=(const moments &o)
    {
        sum += o.sum;
        squares += o.squares;
        return *this;
    }
};
#pragma omp declare reduction(+ : moments : omp_out += omp_in)
extern "C" double f(const double *x, int n)
{
    moments m;
    double bins[3] = {0, 0, 0};
#pragma omp parallel for reduction(+ : m) reduction(+ : bins[:3])
    for (int i = 0; i < n; i++) {
        m.add(x[i] * x[0]);
        bins[i % 3] += x[i] * x[i];
    }
    return m.squares - m.sum * m.sum / n + bins[0] * bins[1] * bins[2];
}
