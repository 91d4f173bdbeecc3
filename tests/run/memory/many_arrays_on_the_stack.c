// Each variable is small, and so is each function's share: all of them together are the stack.
// rz: double f(const double x[n] in, double y[n] out, int n=4)
// also: n=1

#define SIZE 4000
#define EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9)
#define ROWS(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12) M(13) M(14) \
    M(15) M(16) M(17) M(18) M(19) M(20) M(21) M(22) M(23) M(24) M(25) M(26) M(27) M(28) M(29)

// 30 functions, each with a hundred kilobytes
#define FUNCTION(k)                                                                                \
    __attribute__((noinline)) static double part##k(const double *x, int n)                        \
    {                                                                                              \
        double one[SIZE], two[SIZE], three[SIZE], sum = 0;                                         \
        for (int i = 0; i < n; i++) {                                                              \
            one[i * 17 % SIZE] = x[i] * (k + 1);                                                   \
            two[i * 19 % SIZE] = one[i * 17 % SIZE] * x[n - 1 - i];                                \
            three[i * 23 % SIZE] = two[i * 19 % SIZE] + x[i];                                      \
        }                                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            sum += one[i * 17 % SIZE] * two[(n - 1 - i) * 19 % SIZE] * three[i * 23 % SIZE];       \
        return sum / (k + 10.0);                                                                   \
    }
ROWS(FUNCTION)

// a hundred arrays in one function, of 32 kilobytes each
#define ARRAY(k) double a##k[SIZE];
#define FILL(k) a##k[i * 29 % SIZE] = x[i] * (k + 2) + y[i];
#define READ(k) sum += a##k[i * 29 % SIZE] * a##k[(n - 1 - i) * 29 % SIZE];
#define BLOCK(k)                                                                                   \
    {                                                                                              \
        double b##k[SIZE], c##k[SIZE], d##k[SIZE];                                                 \
        for (int i = 0; i < n; i++) {                                                              \
            b##k[i * 31 % SIZE] = sum * x[i];                                                      \
            c##k[i * 37 % SIZE] = b##k[i * 31 % SIZE] * 0.1;                                       \
            d##k[i * 41 % SIZE] = c##k[i * 37 % SIZE] + b##k[i * 31 % SIZE];                       \
        }                                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            sum += 0.01 * d##k[i * 41 % SIZE] + 0.01 * c##k[(n - 1 - i) * 37 % SIZE];              \
    }

#define CALL(k) sum += part##k(x, n);

double f(const double *x, double *y, int n)
{
    double sum = 0;
    EACH(ARRAY)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[n - 1 - i];
    for (int i = 0; i < n; i++) {
        EACH(FILL)
    }
    for (int i = 0; i < n; i++) {
        EACH(READ)
    }
    ROWS(BLOCK)
    ROWS(CALL)
    return sum;
}
