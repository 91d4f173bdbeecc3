// Swap from both ends with a nonlinear twist; the middle element of an odd count.
// rz: void flip(double x[n] inout, int n=9)
// also: n=4
// also: n=2
void flip(double *x, int n)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        double t = x[i];
        x[i] = x[j] * t;
        x[j] = t / x[i];
    }
}
