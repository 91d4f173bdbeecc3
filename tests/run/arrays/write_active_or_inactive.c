// The target of a store is the active output or a constant dummy buffer.
// rz: void route(const double x[n] in, double y[n] inout, double dump[n] const, const int k[n] {1,0,1,1,0,1}, int n=6)
// needs: writes constants
void route(const double *x, double *y, double *dump, const int *k, int n)
{
    for (int i = 0; i < n; i++) {
        double *target = k[i] ? y : dump;
        target[i] = x[i] * x[i] + 0.5 * target[i];
    }
}
