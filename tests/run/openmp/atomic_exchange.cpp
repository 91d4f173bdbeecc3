// Numbers handed on through one place: each thread takes what another has left there.
// rz: double f(const double x[n] in, double y[n] out, int n=10)
extern "C" double f(const double *x, double *y, int n)
{
    double place = 0.25, sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        double mine = x[i] * x[i], taken;
#pragma omp atomic capture
        {
            taken = place;
            place = mine;
        }
        sum += taken;
        y[i] = mine * x[0];
    }
    return x[1] * (sum + place);
}
