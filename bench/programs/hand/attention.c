/* The adjoint of attention.c by hand: the weights of all pairs are kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

void attention_hand(const double *restrict q, double *restrict d_q, const double *restrict k,
                    double *restrict d_k, const double *restrict v, double *restrict d_v,
                    double *restrict out, double *restrict d_out, int length, int width)
{
    double *kept = malloc(sizeof(double) * length * (length + 1) / 2), scale = 1 / sqrt(width);
    double *bar = malloc(sizeof(double) * length);
    for (int t = 0; t < length; t++) {
        double *weight = kept + (long)t * (t + 1) / 2, most = -1e300, sum = 0;
        for (int s = 0; s <= t; s++) {
            double dot = 0;
            for (int i = 0; i < width; i++)
                dot += q[t * width + i] * k[s * width + i];
            weight[s] = dot * scale;
            if (weight[s] > most)
                most = weight[s];
        }
        for (int s = 0; s <= t; s++)
            sum += weight[s] = exp(weight[s] - most);
        memset(out + t * width, 0, sizeof(double) * width);
        for (int s = 0; s <= t; s++) {
            weight[s] /= sum;
            for (int i = 0; i < width; i++)
                out[t * width + i] += weight[s] * v[s * width + i];
        }
    }
    for (int t = length - 1; t >= 0; t--) {
        double *weight = kept + (long)t * (t + 1) / 2, mean = 0;
        for (int s = 0; s <= t; s++) {
            double dot = 0;
            for (int i = 0; i < width; i++) {
                dot += d_out[t * width + i] * v[s * width + i];
                d_v[s * width + i] += weight[s] * d_out[t * width + i];
            }
            bar[s] = dot;
            mean += dot * weight[s];
        }
        for (int s = 0; s <= t; s++) {
            double b = weight[s] * (bar[s] - mean) * scale;
            for (int i = 0; i < width; i++) {
                d_q[t * width + i] += b * k[s * width + i];
                d_k[s * width + i] += b * q[t * width + i];
            }
        }
    }
    memset(d_out, 0, sizeof(double) * length * width);
    free(kept);
    free(bar);
}
