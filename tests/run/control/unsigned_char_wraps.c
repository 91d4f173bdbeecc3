// A narrow loop counter that wraps: 8-bit unsigned from 250 up, by ones, to 4.
// rz: double spin(const double x[256] in, double y)
double spin(const double *x, double y)
{
    double s = 0.0;
    for (unsigned char i = 250; i != 4; i++)
        s += x[i] * y * (i > 100 ? 1.0 : 2.0);
    return s * s;
}
