// An array of matrices by value in a static variable and in an argument's memory by loops.
// rz: double f(const double x[n] in, int n=8, double q=0.7)
// also: n=4
typedef struct { int rows, cols; double at[4]; } Matrix;
static Matrix times(const Matrix *a, const Matrix *b)
{
    Matrix c; c.rows = a->rows; c.cols = b->cols;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            double s = 0;
            for (int k = 0; k < a->cols; k++) s += a->at[i*a->cols + k]*b->at[k*b->cols + j];
            c.at[i*c.cols + j] = s;
        }
    return c;
}
double f(const double *x, int n, double q)
{
    Matrix chain[6], product[6];
    for (int k = 0; k < 6; k++) {
        chain[k].rows = chain[k].cols = 2;
        for (int i = 0; i < 4; i++) chain[k].at[i] = x[(i + k) % n]*q;
    }
    product[0] = chain[0];
    for (int k = 1; k < 6; k++) product[k] = times(&product[k - 1], &chain[k]);
    for (int k = 1; k < 6; k++) if (product[k].at[0] > product[0].at[0]) product[0] = product[k];
    return product[0].at[0] + product[5].at[3]*product[3].at[1];
}
