// A three-cycle of loop phis with a conditional rotation in the other direction.
// rz: double rotate(double a, double b, double c, int n=8)
// also: n=0
// also: n=2
double rotate(double a, double b, double c, int n)
{
    for (int i = 0; i < n; i++) {
        if (i % 3 != 2) {
            double t = a;
            a = b, b = c, c = t * 1.1;
        } else {
            double t = c;
            c = b * a, b = a, a = t;
        }
    }
    return a * b + b * c - a;
}
