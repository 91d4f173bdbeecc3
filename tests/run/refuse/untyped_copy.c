// Bytes of unknown meaning are copied between two buffers that may be active.
// via: exact layer; the arrays are doubles, which the program does not say
// rz: void f(double to[4] out, const double from[4] in, size_t n=32)
#include <string.h>

void f(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);  // error: SignatureError RZ504
}
