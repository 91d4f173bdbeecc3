// An LSTM over a sequence; gates from one weight matrix.
// rz: double lstm(const double w[4*h*(h+1)] in -0.5..0.5, const double x[n] in -1..1, int h=2, int n=4)
// also: n=0
// also: n=1
#include <math.h>

static double sigmoid(double v)
{
    return 1.0 / (1.0 + exp(-v));
}

double lstm(const double *w, const double *x, int h, int n)
{
    double hidden[8] = {0}, cell[8] = {0}, gate[32], loss = 0.1;
    for (int t = 0; t < n; t++) {
        for (int g = 0; g < 4 * h; g++) {
            gate[g] = w[g * (h + 1)] * x[t];
            for (int k = 0; k < h; k++)
                gate[g] += w[g * (h + 1) + 1 + k] * hidden[k];
        }
        for (int k = 0; k < h; k++) {
            cell[k] = sigmoid(gate[k]) * cell[k] + sigmoid(gate[h + k]) * tanh(gate[2 * h + k]);
            hidden[k] = sigmoid(gate[3 * h + k]) * tanh(cell[k]);
            loss += (hidden[k] - 0.3) * (hidden[k] - 0.3);
        }
    }
    return loss;
}
