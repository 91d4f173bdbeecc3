// Duff's device: a switch into the middle of a loop that sums and overwrites.
// rz: double duff(double a[n] inout, double b, int n=11)
// also: n=8
// also: n=1
double duff(double *a, double b, int n)
{
    double s = 0, *p = a;
    int turns = (n + 7) / 8;
    switch (n % 8) {
    case 0: do { s += *p * b; *p++ = s;
    case 7:      s += *p * b; *p++ = s;
    case 6:      s += *p * b; *p++ = s;
    case 5:      s += *p * b; *p++ = s;
    case 4:      s += *p * b; *p++ = s;
    case 3:      s += *p * b; *p++ = s;
    case 2:      s += *p * b; *p++ = s;
    case 1:      s *= *p + b; *p++ = s * s;
            } while (--turns > 0);
    }
    return s;
}
