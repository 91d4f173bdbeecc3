/* Causal attention of one head: position t sees positions s ≤ t.
 *
 *     a_ts = softmax_s(q_t · k_s / sqrt(width));   out_t = Σ_s a_ts v_s */
#include <math.h>
#include <stdlib.h>

void attention(const double *restrict q, const double *restrict k, const double *restrict v,
               double *restrict out, int length, int width)
{
    double *weight = malloc(sizeof(double) * length), scale = 1 / sqrt(width);
    for (int t = 0; t < length; t++) {
        double most = -1e300, sum = 0;
        for (int s = 0; s <= t; s++) {
            double dot = 0;
            for (int i = 0; i < width; i++)
                dot += q[t * width + i] * k[s * width + i];
            weight[s] = dot * scale;
            if (weight[s] > most)
                most = weight[s];
        }
        for (int s = 0; s <= t; s++) {
            weight[s] = exp(weight[s] - most);
            sum += weight[s];
        }
        for (int i = 0; i < width; i++)
            out[t * width + i] = 0;
        for (int s = 0; s <= t; s++) {
            double a = weight[s] / sum;
            for (int i = 0; i < width; i++)
                out[t * width + i] += a * v[s * width + i];
        }
    }
    free(weight);
}
