/* The adjoint of network.c by hand: forward and back for each output of each sample at once. */
#include <math.h>

double network_hand(const double *restrict weights, double *restrict d_weights,
                    const double *restrict bias, double *restrict d_bias,
                    const double *restrict inputs, const double *restrict targets, int in, int out,
                    int batch, double seed)
{
    double loss = 0;
    for (int s = 0; s < batch; s++)
        for (int i = 0; i < out; i++) {
            double sum = bias[i];
            for (int j = 0; j < in; j++)
                sum += weights[i * in + j] * inputs[s * in + j];
            double y = 1 / (1 + exp(-sum)), miss = y - targets[s * out + i];
            loss += miss * miss;
            double bar = seed * miss * y * (1 - y);
            d_bias[i] += bar;
            for (int j = 0; j < in; j++)
                d_weights[i * in + j] += bar * inputs[s * in + j];
        }
    return 0.5 * loss;
}
