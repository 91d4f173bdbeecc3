// An array of structs, each with an array of floats and one of doubles; rows are copied whole.
// rz: double rows(const double x[4] in, int n=5)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct row {
    double high[2];
    int mark;
    REAL low[3];
};

double rows(const double *x, int n)
{
    struct row all[3], kept;
    for (int r = 0; r < 3; r++) {
        for (int i = 0; i < 2; i++) all[r].high[i] = x[(r + i) % 4] * x[i];
        for (int i = 0; i < 3; i++) all[r].low[i] = (REAL)x[i + r % 2];
        all[r].mark = r;
    }
    double s = 0;
    for (int k = 0; k < n; k++) {
        kept = all[k % 3];
        s += kept.high[k % 2] * kept.low[(k + kept.mark) % 3];
        all[(k + 1) % 3] = kept;
    }
    return s;
}
