// A priority queue of active values: the two smallest are merged until one is left (Huffman).
// rz: double f(const double x[n] in, int n=7)
// also: n=1
#include <functional>
#include <queue>
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::priority_queue<double, std::vector<double>, std::greater<double>> heap;
    for (int i = 0; i < n; i++)
        heap.push(x[i] * x[i]);
    double cost = 0.0;
    while (heap.size() > 1) {
        double a = heap.top();
        heap.pop();
        double b = heap.top();
        heap.pop();
        cost += a * b + 0.5 * (a + b);
        heap.push(a + b);
    }
    return cost + heap.top();
}
