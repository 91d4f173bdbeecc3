// Floats are copied word by word through a local array of ints, and read as floats again.
// rz: float weighed(const float x[6] in)
#include <string.h>

float weighed(const float *x)
{
    int words[6];
    for (int i = 0; i < 6; i++)
        memcpy(&words[i], &x[i], sizeof words[i]);
    float s = 0;
    for (int i = 0; i < 6; i++) {
        float v;
        memcpy(&v, &words[5 - i], sizeof v);
        s += v * v * (i + 1);
    }
    return s;
}
