// The inner loop changes the outer loop's counter (backtracking).
// rz: double backtrack(const double x[n] in, int n=9)
// also: n=0
// also: n=2
double backtrack(const double *x, int n)
{
    double s = 1.0;
    int budget = 3;
    for (int i = 0; i < n; i++) {
        s += x[i] * s * 0.25;
        for (int j = 0; j < i; j++)
            if (j == 4 && budget > 0) {
                budget--;
                i = j - 2;
                s *= x[j];
                break;
            }
    }
    return s;
}
