// Duff's device: a switch jumps into an unrolled loop.
// rz: double dot(const double a[n] in, const double b[n] in, int n=11)
// also: n=0
// also: n=1
// also: n=4
// also: n=7
// truth: a = b ; b = a
double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    if (n <= 0)
        return sum;
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            sum += *a++ * *b++;
            /* fall through */
        case 3:
            sum += *a++ * *b++;
            /* fall through */
        case 2:
            sum += *a++ * *b++;
            /* fall through */
        case 1:
            sum += *a++ * *b++;
        } while (--rounds > 0);
    }
    return sum;
}
