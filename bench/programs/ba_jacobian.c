/* The Jacobian of bundle adjustment out of derivatives of its parts.
 *
 * `ba_core` makes the blocks of all observations; `ba_sparse` puts them into compressed rows: two
 * rows of 15 entries an observation, then one row of one entry a weight. */
#include <string.h>
#include "ba.h"

/* Reverse mode with two directions at once: what one adds to a shadow is one row. */
void ba_reprojection_rows(const double *camera, double *d0_camera, double *d1_camera,
                          const double *point, double *d0_point, double *d1_point,
                          const double *weight, double *d0_weight, double *d1_weight,
                          const double *feature,
                          double *error, double *d0_error, double *d1_error);
void ba_weight_slope(const double *w, double *d_w, double *error, double *d_error);

static double slope(const double *w, double *error)
{
    double out = 0, seed = 1;
    ba_weight_slope(w, &out, error, &seed);
    return out;
}

static void rows(const double *cameras, const double *points, const double *weights,
                 const int *seen, const double *features, double *errors, double *block, int i)
{
    double seed[4] = {1, 0, 0, 1};
    double *first = block, *second = block + ROW;
    memset(block, 0, sizeof(double) * 2 * ROW);
    ba_reprojection_rows(cameras + CAMERA * seen[2 * i], first, second,
                         points + 3 * seen[2 * i + 1], first + CAMERA, second + CAMERA,
                         weights + i, first + CAMERA + 3, second + CAMERA + 3, features + 2 * i,
                         errors + 2 * i, seed, seed + 2);
}

void ba_core(const double *restrict cameras, const double *restrict points,
             const double *restrict weights, const int *restrict seen,
             const double *restrict features, double *restrict errors,
             double *restrict weight_errors, int observations, double *restrict blocks,
             double *restrict slopes)
{
    for (int i = 0; i < observations; i++)
        rows(cameras, points, weights, seen, features, errors, blocks + 2 * ROW * i, i);
    for (int i = 0; i < observations; i++)
        slopes[i] = slope(weights + i, weight_errors + i);
}

void ba_sparse(const double *restrict cameras, const double *restrict points,
               const double *restrict weights, const int *restrict seen,
               const double *restrict features, double *restrict errors,
               double *restrict weight_errors, int observations, double *restrict values, int *restrict row_starts,
               int *restrict columns, int camera_count, int point_count)
{
    int entry = 0, row = 0;
    for (int i = 0; i < observations; i++) {
        rows(cameras, points, weights, seen, features, errors, values + entry, i);
        for (int half = 0; half < 2; half++) {
            row_starts[row++] = entry;
            for (int j = 0; j < CAMERA; j++)
                columns[entry + j] = CAMERA * seen[2 * i] + j;
            for (int j = 0; j < 3; j++)
                columns[entry + CAMERA + j] = CAMERA * camera_count + 3 * seen[2 * i + 1] + j;
            columns[entry + CAMERA + 3] = CAMERA * camera_count + 3 * point_count + i;
            entry += ROW;
        }
    }
    for (int i = 0; i < observations; i++) {
        row_starts[row++] = entry;
        columns[entry] = CAMERA * camera_count + 3 * point_count + i;
        values[entry++] = slope(weights + i, weight_errors + i);
    }
    row_starts[row] = entry;
}
