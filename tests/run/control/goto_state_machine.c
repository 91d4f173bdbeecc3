// A tokenizer-like state machine written with gotos; the states change weights.
// rz: double scan(const int kind[n] {1,1,0,2,1,0,0,2,2,1,1}, const double x[n] in, int n=11, double gain=0.9)
// also: n=0
// also: n=1
double scan(const int *kind, const double *x, int n, double gain)
{
    int i = 0;
    double sum = 0.0, weight = 1.0;
start:
    if (i == n)
        goto done;
    if (kind[i] == 1)
        goto word;
    if (kind[i] == 2)
        goto number;
    i++;
    weight = 1.0;
    goto start;
word:
    weight *= gain;
    sum += weight * x[i] * x[i];
    if (++i < n && kind[i] == 1)
        goto word;
    goto start;
number:
    sum += x[i] / (weight + x[i]);
    weight += sum * 0.1;
    i++;
    goto start;
done:
    return sum;
}
