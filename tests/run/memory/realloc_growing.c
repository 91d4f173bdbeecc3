// A growing array by realloc in a loop: old contents must travel, old blocks die.
// rz: double collect(const double x[n] in 0..2, int n=14)
// also: n=0
// also: n=1
#include <stdlib.h>

double collect(const double *x, int n)
{
    size_t size = 0, room = 0;
    double *kept = NULL, s = 0.1;
    for (int i = 0; i < n; i++) {
        if (x[i] < 0.4)
            continue;
        if (size == room) {
            room = room ? 2 * room : 1;
            kept = realloc(kept, room * sizeof *kept);
        }
        kept[size++] = x[i] * x[i];
    }
    for (size_t k = 0; k < size; k++)
        s += kept[k] * kept[size - 1 - k];
    free(kept);
    return s;
}
