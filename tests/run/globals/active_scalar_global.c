// A global carries an active value from one callee to another.
// rz: double relay(double x, double y)
#include <math.h>

double carried;

__attribute__((noinline)) static void send(double v)
{
    carried = sin(v) * v;
}

__attribute__((noinline)) static double receive(double y)
{
    return carried * y + carried * carried;
}

double relay(double x, double y)
{
    send(x * y);
    double a = receive(y);
    send(a);
    return receive(x) + a;
}
