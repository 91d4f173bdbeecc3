// RK4 with a fixed step on the Lorenz system.
// rz: double lorenz(double sigma 9..11, double rho 25..30, double beta 2..3, const double start[3] in, int steps=20)
// also: steps=0
// also: steps=1
typedef struct {
    double sigma, rho, beta;
} Params;

static void rhs(const Params *p, const double *u, double *du)
{
    du[0] = p->sigma * (u[1] - u[0]);
    du[1] = u[0] * (p->rho - u[2]) - u[1];
    du[2] = u[0] * u[1] - p->beta * u[2];
}

double lorenz(double sigma, double rho, double beta, const double *start, int steps)
{
    Params p = {sigma, rho, beta};
    double u[3] = {start[0], start[1], start[2]}, k[4][3], v[3], h = 0.01;
    static const double c[3] = {0.5, 0.5, 1.0};
    for (int t = 0; t < steps; t++) {
        rhs(&p, u, k[0]);
        for (int s = 0; s < 3; s++) {
            for (int i = 0; i < 3; i++)
                v[i] = u[i] + c[s] * h * k[s][i];
            rhs(&p, v, k[s + 1]);
        }
        for (int i = 0; i < 3; i++)
            u[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    return u[0] + u[1] * u[2] * 0.1;
}
