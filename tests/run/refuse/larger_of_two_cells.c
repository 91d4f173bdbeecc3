// The larger of two integers in memory that holds floats and addresses at other times is a float again.
// rz: float f(const float x[n] in 0.5..1.5, int n=4, int k=0)
#include <stdlib.h>

typedef union {
    float number;
    float *address;
    int count;
} cell;

float f(const float *x, int n, int k)
{
    cell cells[16];
    float own[4];
    for (int i = 0; i < 4; i++)
        own[i] = x[i] * x[0];
    for (int i = 0; i < 16; i++)
        cells[i].address = 0;
    cells[k + 9].address = own;
    for (int i = 0; i < 4; i++)
        cells[i + k].number = x[i] * x[i];
    int a = cells[k].count, b = cells[k + 1].count;
    cells[k + 6].count = a > b ? a : b;  // error: NoDerivative RZ203
    return cells[k + 6].number * cells[k + 9].address[1];
}
