/* One layer of a network and its loss over a batch: y = sigmoid(W x + b), half |y - target|^2. */
#include <math.h>

double network(const double *restrict weights, const double *restrict bias,
               const double *restrict inputs, const double *restrict targets, int in, int out,
               int batch)
{
    double loss = 0;
    for (int s = 0; s < batch; s++)
        for (int i = 0; i < out; i++) {
            double sum = bias[i];
            for (int j = 0; j < in; j++)
                sum += weights[i * in + j] * inputs[s * in + j];
            double miss = 1 / (1 + exp(-sum)) - targets[s * out + i];
            loss += miss * miss;
        }
    return 0.5 * loss;
}
