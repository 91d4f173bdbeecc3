// Four inner loops walk a matrix in a spiral; bounds shrink every turn.
// rz: double spiral(const double m[n*n] in, int n=5)
// also: n=0
// also: n=1
// also: n=2
double spiral(const double *m, int n)
{
    int top = 0, left = 0, bottom = n - 1, right = n - 1;
    double acc = 0.3, decay = 0.95;
    while (top <= bottom && left <= right) {
        for (int j = left; j <= right; j++)
            acc = acc * decay + m[top * n + j] * m[top * n + j];
        top++;
        for (int i = top; i <= bottom; i++)
            acc = acc * decay + m[i * n + right];
        right--;
        if (top <= bottom)
            for (int j = right; j >= left; j--)
                acc = acc * decay - 0.5 * m[bottom * n + j] * acc;
        bottom--;
        if (left <= right)
            for (int i = bottom; i >= top; i--)
                acc = acc * decay + m[i * n + left] / (1.0 + acc * acc);
        left++;
    }
    return acc;
}
