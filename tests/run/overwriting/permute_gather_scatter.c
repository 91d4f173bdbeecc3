// Values are moved along the cycles of a permutation, in place.
// rz: void cycle(double x[n] inout, const int p[n] {3,0,4,1,2,6,5}, int n=7)
void cycle(double *x, const int *p, int n)
{
    unsigned char done[16] = {0};
    for (int start = 0; start < n; start++) {
        if (done[start])
            continue;
        double carried = x[start];
        int i = start;
        while (p[i] != start) {
            x[i] = x[p[i]] * x[i];
            done[i] = 1;
            i = p[i];
        }
        x[i] = carried * carried;
        done[i] = 1;
    }
}
