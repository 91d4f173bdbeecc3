// What `./do bench parallel` measures. Without -fopenmp the same serial programs.
#include <math.h>
#include <stdint.h>

// A moving average of three cells, over a line.
void line(const double *restrict x, double *restrict y, int n)
{
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        y[i] = 0.25 * x[i - 1] * x[i] + 0.5 * x[i] * x[i] + 0.25 * x[i + 1];
}

// Five points of a plane.
void plane(const double *restrict x, double *restrict y, int n)
{
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double c = x[i * n + j];
            y[i * n + j] = c + 0.1 * c * (x[(i - 1) * n + j] + x[(i + 1) * n + j] + x[i * n + j - 1]
                                          + x[i * n + j + 1] - 4 * c);
        }
}

// A sparse matrix by rows times a vector.
void rows(const double *restrict a, const int *restrict column, const int *restrict first,
          const double *restrict x, double *restrict y, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += a[k] * x[column[k]];
        y[i] = s;
    }
}

// The same by columns.
void columns(const double *restrict a, const int *restrict row, const int *restrict first,
             const double *restrict x, double *restrict y, int n)
{
#pragma omp parallel for
    for (int j = 0; j < n; j++)
        for (int k = first[j]; k < first[j + 1]; k++)
#pragma omp atomic
            y[row[k]] += a[k] * x[j];
}

// The potential of bodies that attract each other.
double nbody(const double *restrict p, const double *restrict m, int n)
{
    double energy = 0;
#pragma omp parallel for reduction(+ : energy)
    for (int i = 0; i < n; i++) {
        double of = 0;
        for (int j = 0; j < n; j++) {
            double x = p[i] - p[j], y = p[n + i] - p[n + j], z = p[2 * n + i] - p[2 * n + j];
            of += m[j] / sqrt(x * x + y * y + z * z + 1e-3);
        }
        energy += 0.5 * m[i] * of;
    }
    return energy;
}

// Weights, added up by bins.
void histogram(const double *restrict w, const int *restrict bin, double *restrict sums, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double amount = w[i] * w[i];
#pragma omp atomic
        sums[bin[i]] += amount;
    }
}

// A sum over everything.
double total(const double *restrict x, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += exp(-x[i] * x[i]) * x[i];
    return sum;
}

// Forces of springs, added to the nodes at their ends.
void elements(const double *restrict x, const int *restrict end, double *restrict force, int n)
{
#pragma omp parallel for
    for (int e = 0; e < n; e++) {
        double d = x[end[2 * e + 1]] - x[end[2 * e]];
        double f = d * (1 + 0.1 * d * d);
#pragma omp atomic
        force[end[2 * e]] += f;
#pragma omp atomic
        force[end[2 * e + 1]] -= f;
    }
}
