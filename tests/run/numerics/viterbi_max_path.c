// Dynamic programming with hard maxima and a traceback through integer tables.
// rz: double viterbi(const double emit[3*n] in, const double move[9] in, int n=6)
// also: n=1
double viterbi(const double *emit, const double *move, int n)
{
    double score[2][3];
    int from[32][3];
    for (int s = 0; s < 3; s++)
        score[0][s] = emit[s];
    for (int t = 1; t < n; t++)
        for (int s = 0; s < 3; s++) {
            const double *old = score[(t - 1) & 1];
            int best = 0;
            for (int r = 1; r < 3; r++)
                if (old[r] * move[r * 3 + s] > old[best] * move[best * 3 + s])
                    best = r;
            from[t][s] = best;
            score[t & 1][s] = old[best] * move[best * 3 + s] + emit[3 * t + s];
        }
    const double *last = score[(n - 1) & 1];
    int s = last[0] > last[1] ? 0 : 1;
    s = last[2] > last[s] ? 2 : s;
    double bonus = 0.0, top = last[s];
    for (int t = n - 1; t > 0; t--) {
        bonus += emit[3 * t + s] * emit[3 * t + s];
        s = from[t][s];
    }
    return top * top * 0.1 + bonus + move[0] * move[4] * move[8];
}
