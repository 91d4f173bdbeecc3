// A delay line: a ring buffer indexed modulo its length.
// rz: void echo(const double in[n] in, double out[n] out, int n=13, double feedback=0.6)
// also: n=0
// also: n=1
// also: n=4
void echo(const double *in, double *out, int n, double feedback)
{
    double ring[4] = {0};
    for (int i = 0; i < n; i++) {
        double delayed = ring[i % 4];
        out[i] = in[i] + feedback * delayed * in[i];
        ring[i % 4] = out[i] * out[i];
    }
}
