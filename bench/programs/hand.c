/* Hand tracking: a skinned hand posed by 26 angles, its distance from measured points.
 *
 * Simple: each point belongs to a vertex. Complicated: to a place in a triangle, given by two
 * more unknowns. The objective is half the sum of squares of the residuals. */
#include <math.h>
#include <stdlib.h>

enum { BONES = 22, COLUMNS = BONES + 3, POSE = 26 };

typedef struct { double at[16]; } Transform; /* column by column */

static Transform product(const Transform *a, const Transform *b)
{
    Transform out;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) {
            double sum = 0;
            for (int k = 0; k < 4; k++)
                sum += a->at[4 * k + i] * b->at[4 * j + k];
            out.at[4 * j + i] = sum;
        }
    return out;
}

/* The rotation about x, then y, then z. */
static Transform turned(const double *angle)
{
    double sx = sin(angle[0]), sy = sin(angle[1]), sz = sin(angle[2]);
    double cx = cos(angle[0]), cy = cos(angle[1]), cz = cos(angle[2]);
    Transform out = {{cy * cz, cy * sz, -sy, 0,
                      -cx * sz + sx * sy * cz, cx * cz + sx * sy * sz, sx * cy, 0,
                      sx * sz + cx * sy * cz, -sx * cz + cx * sy * sz, cx * cy, 0,
                      0, 0, 0, 1}};
    return out;
}

static void rotation(const double *r, double *out)
{
    double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], angle = sqrt(square);
    if (angle < 1e-4) {
        for (int i = 0; i < 9; i++)
            out[i] = i % 4 == 0;
        return;
    }
    double x = r[0] / angle, y = r[1] / angle, z = r[2] / angle;
    double s = sin(angle), c = cos(angle), t = 1 - c;
    out[0] = x * x + (1 - x * x) * c, out[3] = x * y * t - z * s, out[6] = x * z * t + y * s;
    out[1] = x * y * t + z * s, out[4] = y * y + (1 - y * y) * c, out[7] = y * z * t - x * s;
    out[2] = x * z * t - y * s, out[5] = z * y * t + x * s, out[8] = z * z + (1 - z * z) * c;
}

/* Angles of all bones: columns 0 to 2 are the whole hand's rotation, scale and place. */
static void pose(const double *theta, double (*columns)[3])
{
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < 3; j++)
            columns[i][j] = 0;
    for (int j = 0; j < 3; j++) {
        columns[0][j] = theta[j];
        columns[1][j] = 1;
        columns[2][j] = theta[3 + j];
    }
    int from = 6, to = 5;
    for (int finger = 0; finger < 5; finger++) {
        for (int joint = 0; joint < 3; joint++, to++) {
            columns[to][0] = theta[from++];
            if (joint == 0)
                columns[to][1] = theta[from++];
        }
        to++;
    }
}

static void skinned(const double *theta, const int *parents, const Transform *relative,
                    const Transform *inverse, const double *rest, const double *weights,
                    int mirrored, int vertices, double *out)
{
    double columns[COLUMNS][3];
    Transform absolute[BONES], bone[BONES];
    pose(theta, columns);
    for (int i = 0; i < BONES; i++) {
        Transform turn = turned(columns[3 + i]);
        Transform own = product(&relative[i], &turn);
        absolute[i] = parents[i] < 0 ? own : product(&absolute[parents[i]], &own);
    }
    for (int i = 0; i < BONES; i++)
        bone[i] = product(&absolute[i], &inverse[i]);

    double whole[9];
    rotation(columns[0], whole);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            whole[3 * j + i] *= columns[1][j];

    for (int v = 0; v < vertices; v++) {
        double place[3] = {0, 0, 0};
        for (int i = 0; i < BONES; i++)
            for (int r = 0; r < 3; r++) {
                double sum = 0;
                for (int k = 0; k < 4; k++)
                    sum += bone[i].at[4 * k + r] * rest[4 * v + k];
                place[r] += weights[BONES * v + i] * sum;
            }
        if (mirrored)
            place[0] = -place[0];
        for (int r = 0; r < 3; r++)
            out[3 * v + r] = whole[r] * place[0] + whole[3 + r] * place[1] + whole[6 + r] * place[2]
                + columns[2][r];
    }
}

double hand_simple(const double *restrict theta, const int *restrict parents,
                   const Transform *restrict relative, const Transform *restrict inverse,
                   const double *restrict rest, const double *restrict weights,
                   const int *restrict matches, const double *restrict points,
                   int mirrored, int vertices, int count)
{
    double *placed = malloc(sizeof(double) * 3 * vertices), total = 0;
    skinned(theta, parents, relative, inverse, rest, weights, mirrored, vertices, placed);
    for (int i = 0; i < count; i++)
        for (int r = 0; r < 3; r++) {
            double residual = points[3 * i + r] - placed[3 * matches[i] + r];
            total += residual * residual;
        }
    free(placed);
    return 0.5 * total;
}

double hand_complicated(const double *restrict theta, const double *restrict inside,
                        const int *restrict parents, const Transform *restrict relative,
                        const Transform *restrict inverse, const double *restrict rest,
                        const double *restrict weights, const int *restrict triangles,
                        const int *restrict matches, const double *restrict points,
                        int mirrored, int vertices, int count)
{
    double *placed = malloc(sizeof(double) * 3 * vertices), total = 0;
    skinned(theta, parents, relative, inverse, rest, weights, mirrored, vertices, placed);
    for (int i = 0; i < count; i++) {
        const int *corner = triangles + 3 * matches[i];
        double a = inside[2 * i], b = inside[2 * i + 1], c = 1 - a - b;
        for (int r = 0; r < 3; r++) {
            double residual = points[3 * i + r]
                - (a * placed[3 * corner[0] + r] + b * placed[3 * corner[1] + r]
                   + c * placed[3 * corner[2] + r]);
            total += residual * residual;
        }
    }
    free(placed);
    return 0.5 * total;
}
