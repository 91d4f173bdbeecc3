/* The potential of bodies by Barnes and Hut: an octree of their masses, and for each body a walk
 * through it that opens the cells that are near its own. */
#include <math.h>
#include <stdlib.h>

typedef struct cell {
    double centre[3], mass;
    double middle[3], half;
    int body, child[8];
} cell;

static int new_cell(cell *cells, int *count, const double *middle, double half)
{
    cell *made = &cells[*count];
    for (int k = 0; k < 3; k++) {
        made->middle[k] = middle[k];
        made->centre[k] = 0;
    }
    made->half = half;
    made->mass = 0;
    made->body = -1;
    for (int k = 0; k < 8; k++)
        made->child[k] = -1;
    return (*count)++;
}

static int part(const cell *of, const double *p)
{
    return (p[0] > of->middle[0]) + 2 * (p[1] > of->middle[1]) + 4 * (p[2] > of->middle[2]);
}

static int child(cell *cells, int *count, int at, int which)
{
    if (cells[at].child[which] < 0) {
        double half = 0.5 * cells[at].half, middle[3];
        for (int k = 0; k < 3; k++)
            middle[k] = cells[at].middle[k] + ((which >> k & 1) ? half : -half);
        int made = new_cell(cells, count, middle, half);
        cells[at].child[which] = made;
    }
    return cells[at].child[which];
}

static void insert(cell *cells, int *count, const double *p, int body)
{
    int at = 0;
    for (;;) {
        cell *here = &cells[at];
        int leaf = 1;
        for (int k = 0; k < 8; k++)
            leaf &= here->child[k] < 0;
        if (leaf && here->body < 0) {
            here->body = body;
            return;
        }
        if (leaf) {
            int other = here->body;
            here->body = -1;
            int moved = child(cells, count, at, part(here, p + 3 * other));
            cells[moved].body = other;
        }
        at = child(cells, count, at, part(&cells[at], p + 3 * body));
    }
}

double octree(const double *restrict p, const double *restrict m, int n, double opening)
{
    cell *cells = malloc(16 * n * sizeof *cells);
    int *stack = malloc(16 * n * sizeof *stack), *own = malloc(n * sizeof *own), count = 0;
    double origin[3] = {0, 0, 0};
    new_cell(cells, &count, origin, 4);
    for (int i = 0; i < n; i++)
        insert(cells, &count, p, i);
    for (int c = count - 1; c >= 0; c--) { /* children are behind their parents */
        cell *of = &cells[c];
        if (of->body >= 0) {
            own[of->body] = c;
            of->mass = m[of->body];
            for (int k = 0; k < 3; k++)
                of->centre[k] = p[3 * of->body + k];
            continue;
        }
        for (int j = 0; j < 8; j++)
            if (of->child[j] >= 0) {
                of->mass += cells[of->child[j]].mass;
                for (int k = 0; k < 3; k++)
                    of->centre[k] += cells[of->child[j]].mass * cells[of->child[j]].centre[k];
            }
        for (int k = 0; k < 3; k++)
            of->centre[k] /= of->mass;
    }
    double energy = 0;
    for (int i = 0; i < n; i++) {
        int top = 0;
        double potential = 0;
        stack[top++] = 0;
        while (top > 0) {
            const cell *of = &cells[stack[--top]];
            if (of->body == i)
                continue;
            double x = of->centre[0] - p[3 * i], y = of->centre[1] - p[3 * i + 1];
            double z = of->centre[2] - p[3 * i + 2], away = 0;
            for (int k = 0; k < 3; k++) {
                double along = of->middle[k] - cells[own[i]].middle[k];
                away += along * along;
            }
            if (of->body >= 0 || 4 * of->half * of->half < opening * opening * away) {
                potential += of->mass / sqrt(x * x + y * y + z * z + 1e-4);
                continue;
            }
            for (int k = 0; k < 8; k++)
                if (of->child[k] >= 0)
                    stack[top++] = of->child[k];
        }
        energy -= 0.5 * m[i] * potential;
    }
    free(own);
    free(stack);
    free(cells);
    return energy;
}
