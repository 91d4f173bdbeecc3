// A search in two nested loops with goto out of both; what follows uses where it stopped.
// rz: double find(const double m[r*c] in, int r=4, int c=5, double threshold const =1.2)
// also: threshold=0.0
// also: threshold=99.0
// also: r=0
double find(const double *m, int r, int c, double threshold)
{
    int i = 0, j = 0;
    double seen = 0.0;
    for (i = 0; i < r; i++)
        for (j = 0; j < c; j++) {
            seen += m[i * c + j] * m[i * c + j];
            if (m[i * c + j] > threshold)
                goto out;
        }
    return seen;
out:
    return seen / (1.0 + i + j) + m[i * c + j] * (double)(i + 1);
}
