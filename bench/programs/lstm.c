/* A stack of LSTM layers with diagonal weights, its loss over a sequence of characters.
 *
 * The state (hidden and cell of each layer) is carried from character to character; its derivative
 * is part of the answer. main: 8 b per layer; extra: input scale, output scale, output bias. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static void layer(int b, const double *restrict weight, const double *restrict bias,
                  double *restrict hidden, double *restrict cell, const double *restrict input)
{
    for (int i = 0; i < b; i++) {
        double forget = sigmoid(input[i] * weight[i] + bias[i]);
        double ingate = sigmoid(hidden[i] * weight[b + i] + bias[b + i]);
        double outgate = sigmoid(input[i] * weight[2 * b + i] + bias[2 * b + i]);
        double change = tanh(hidden[i] * weight[3 * b + i] + bias[3 * b + i]);
        cell[i] = cell[i] * forget + ingate * change;
        hidden[i] = outgate * tanh(cell[i]);
    }
}

static void predict(int l, int b, const double *main, const double *extra, double *state,
                    const double *x, double *out)
{
    for (int i = 0; i < b; i++)
        out[i] = x[i] * extra[i];
    const double *input = out;
    for (int i = 0; i < l; i++) {
        const double *weight = main + 8 * b * i;
        layer(b, weight, weight + 4 * b, state + 2 * b * i, state + 2 * b * i + b, input);
        input = state + 2 * b * i;
    }
    for (int i = 0; i < b; i++)
        out[i] = input[i] * extra[b + i] + extra[2 * b + i];
}

/* log(2 + sum exp v): the definition's own, kept as published */
static double log_sum(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += exp(v[i]);
    return log(sum + 2);
}

double lstm(const double *restrict main, const double *restrict extra,
            const double *restrict initial, const double *restrict sequence, int l, int c, int b)
{
    double *state = malloc(sizeof(double) * 2 * l * b);
    double *out = malloc(sizeof(double) * b);
    memcpy(state, initial, sizeof(double) * 2 * l * b);
    double total = 0;
    for (int t = 0; t < c - 1; t++) {
        const double *gold = sequence + (t + 1) * b;
        predict(l, b, main, extra, state, sequence + t * b, out);
        double norm = log_sum(out, b);
        for (int i = 0; i < b; i++)
            total += gold[i] * (out[i] - norm);
    }
    free(state);
    free(out);
    return -total / ((c - 1) * b);
}
