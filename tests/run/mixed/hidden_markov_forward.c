// Log likelihood of a hidden Markov model with scaling, and the best path in logarithms.
// rz: double likelihood(const double transition[s*s] in 0.1..1, const double emission[s*o] in 0.1..1, const double start[s] in 0.1..1, const int seen[t] below o, int s=3, int o=4, int t=8)
// also: t=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int states, symbols;
    double *a, *b, *pi;
} model;

static void normalise(double *row, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += row[i];
    for (int i = 0; i < n; i++)
        row[i] /= sum;
}

static model *new_model(const double *a, const double *b, const double *pi, int s, int o)
{
    model *m = malloc(sizeof *m);
    m->states = s;
    m->symbols = o;
    m->a = malloc(s * s * sizeof(double));
    m->b = malloc(s * o * sizeof(double));
    m->pi = malloc(s * sizeof(double));
    memcpy(m->a, a, s * s * sizeof(double));
    memcpy(m->b, b, s * o * sizeof(double));
    memcpy(m->pi, pi, s * sizeof(double));
    for (int i = 0; i < s; i++) {
        normalise(m->a + i * s, s);
        normalise(m->b + i * o, o);
    }
    normalise(m->pi, s);
    return m;
}

static void free_model(model *m)
{
    free(m->a);
    free(m->b);
    free(m->pi);
    free(m);
}

static double forward(const model *m, const int *seen, int t)
{
    int s = m->states;
    double *now = malloc(s * sizeof *now), *next = malloc(s * sizeof *next), total = 0;
    for (int i = 0; i < s; i++)
        now[i] = m->pi[i] * m->b[i * m->symbols + seen[0]];
    for (int step = 1;; step++) {
        double scale = 0;
        for (int i = 0; i < s; i++)
            scale += now[i];
        total += log(scale);
        if (step >= t)
            break;
        for (int j = 0; j < s; j++) {
            double sum = 0;
            for (int i = 0; i < s; i++)
                sum += now[i] / scale * m->a[i * s + j];
            next[j] = sum * m->b[j * m->symbols + seen[step]];
        }
        double *other = now;
        now = next;
        next = other;
    }
    free(now);
    free(next);
    return total;
}

static double best_path(const model *m, const int *seen, int t)
{
    int s = m->states;
    double (*score)[s] = malloc(t * sizeof *score);
    for (int i = 0; i < s; i++)
        score[0][i] = log(m->pi[i]) + log(m->b[i * m->symbols + seen[0]]);
    for (int step = 1; step < t; step++)
        for (int j = 0; j < s; j++) {
            double best = -INFINITY;
            for (int i = 0; i < s; i++) {
                double here = score[step - 1][i] + log(m->a[i * s + j]);
                if (here > best)
                    best = here;
            }
            score[step][j] = best + log(m->b[j * m->symbols + seen[step]]);
        }
    double best = score[t - 1][0];
    for (int i = 1; i < s; i++)
        best = fmax(best, score[t - 1][i]);
    free(score);
    return best;
}

double likelihood(const double *transition, const double *emission, const double *start, const int *seen, int s, int o, int t)
{
    model *m = new_model(transition, emission, start, s, o);
    double result = forward(m, seen, t) + 0.5 * best_path(m, seen, t);
    free_model(m);
    return result;
}
