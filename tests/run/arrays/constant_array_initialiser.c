// A local array initialised from constants and from active values in one brace list.
// rz: double basis(double x, double y)
double basis(double x, double y)
{
    double c[6] = {1.0, x, x * x, y, 0.25, x * y};
    double w[6] = {0.5, -1.0, [4] = 3.0, [5] = y};
    double s = 0.0;
    for (int i = 0; i < 6; i++)
        s += c[i] * w[i] * c[5 - i];
    return s;
}
