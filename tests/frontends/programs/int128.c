// Integers wider than a register, and of any width.
typedef unsigned __int128 u128; typedef __int128 i128;
u128 product(unsigned long a, unsigned long b) { return (u128)a * b; }
i128 quotient(i128 a, i128 b) { return a / b + a % 7; }
double as_double(i128 a) { return (double)a; }
u128 rotated(u128 a, int n) { return a << n | a >> (128 - n); }
const u128 big = ((u128)0xfedcba9876543210 << 64) | 0x0123456789abcdef;
_BitInt(37) odd(_BitInt(37) a, unsigned _BitInt(5) b) { return a * b - 1; }
unsigned _BitInt(200) broad(unsigned _BitInt(200) a) { return a * a + 12345678901234567890123uwb; }
_Bool over(long a, long b, long *r) { return __builtin_mul_overflow(a, b, r); }
