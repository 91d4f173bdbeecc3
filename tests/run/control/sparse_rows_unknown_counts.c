// Compressed rows: the inner trip count is loaded from memory, some rows are empty.
// rz: void spmv(const int start[r+1] {0,2,2,5,6,6,9}, const int col[9] {0,3,1,2,4,0,2,3,4}, const double val[9] in, const double x[5] in, double y[r] out, int r=6)
// also: r=0
// also: r=2
void spmv(const int *start, const int *col, const double *val, const double *x, double *y, int r)
{
    for (int i = 0; i < r; i++) {
        double s = 0.0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s * s + s;
    }
}
