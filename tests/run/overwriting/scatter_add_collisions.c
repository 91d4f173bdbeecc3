// A scatter-add through an index list with repeats, with the target read meanwhile.
// rz: void deposit(const double q[n] in, const int cell[n] below m, double grid[m] inout, int n=12, int m=5)
// also: n=1
void deposit(const double *q, const int *cell, double *grid, int n, int m)
{
    for (int i = 0; i < n; i++) {
        int c = cell[i];
        grid[c] += q[i] * grid[(c + 1) % m];
    }
}
