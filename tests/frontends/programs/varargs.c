// A variable number of arguments: taken, copied, forwarded.
#include <stdarg.h>
#include <stdio.h>
struct pair { double a, b; };
double total(int n, ...) { va_list l; va_start(l, n); double s = 0; while (n--) s += va_arg(l, double); va_end(l); return s; }
int mixed(const char *kinds, ...) {
  va_list l, m; va_start(l, kinds); va_copy(m, l);
  int r = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': r += va_arg(l, int); break;
    case 'l': r += (int)va_arg(l, long long); break;
    case 'd': r += (int)va_arg(l, double); break;
    case 'p': r += *va_arg(l, int *); break;
    case 's': { struct pair p = va_arg(l, struct pair); r += (int)(p.a + p.b); break; }
    case 'x': r += (int)va_arg(l, long double); break;
    }
  r += va_arg(m, int); va_end(m); va_end(l);
  return r;
}
int say(char *to, const char *format, ...) { va_list l; va_start(l, format); int n = vsprintf(to, format, l); va_end(l); return n; }
double use(void) { int four = 4; struct pair p = {1, 2}; return total(3, 1.0, 2.0, 3.5) + mixed("idps", 1, 2.0, &four, p); }
