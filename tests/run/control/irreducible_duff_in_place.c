// Duff's device over an array that is overwritten, called once per row of a matrix.
// rz: double f(double a[rows*n] inout, double s, int rows=3, int n=7)
// also: n=1
// also: n=4
// also: rows=0
__attribute__((noinline)) static double relax(double *a, int n, double s)
{
    double carry = s;
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            carry = *a = *a * carry + s;
            a++;
            /* fall through */
        case 3:
            carry = *a = *a * carry - s;
            a++;
            /* fall through */
        case 2:
            carry = *a = *a / (1.5 + carry * carry);
            a++;
            /* fall through */
        case 1:
            carry = *a = *a * *a + 0.5 * carry;
            a++;
        } while (--rounds > 0);
    }
    return carry;
}

double f(double *a, double s, int rows, int n)
{
    double total = 0.0;
    for (int i = 0; i < rows; i++)
        total += relax(a + i * n, n, s + 0.1 * i) * s;
    return total;
}
