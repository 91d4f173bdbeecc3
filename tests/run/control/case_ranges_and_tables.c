// A dense switch that becomes a lookup table of constants beside active arithmetic.
// rz: double rate(const double x[n] in, const int grade[n] below 9, int n=10)
static double weight(int grade)
{
    switch (grade) {
    case 0: return 0.5;
    case 1: return 0.75;
    case 2: return 1.25;
    case 3: return 2.0;
    case 4: return 3.5;
    case 5: return 4.0;
    default: return -1.0;
    }
}

double rate(const double *x, const int *grade, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double w = weight(grade[i]);
        s += w > 0 ? w * x[i] * x[i] : x[i] / w;
    }
    return s;
}
