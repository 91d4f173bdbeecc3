// flags: --target=x86_64-pc-windows-msvc -fexceptions -fcxx-exceptions -fms-extensions
// Exceptions by funclets: catch switches, pads and returns, structured handling.
struct Guard { int *p; explicit Guard(int *q) : p(q) { ++*p; } ~Guard(); };
int risky(int);
int caught(int x) { try { return risky(x); } catch (int e) { return e; } catch (const char *) { return -1; } catch (...) { throw; } }
int cleaned(int x) { int n = 0; { Guard g(&n); Guard h(&n); n += risky(x); } return n; }
int nested(int x) { try { Guard g(&x); try { risky(x); } catch (float f) { return (int)f; } } catch (long l) { return (int)l; } return x; }
extern "C" int structured(int *p) { __try { return *p; } __except (1) { return 0; } }
extern "C" int finally(int *p) { __try { *p = risky(1); } __finally { *p += 1; } return *p; }
__declspec(dllexport) int exported = 3; __declspec(dllimport) extern int imported; int both() { return exported + imported; }
struct Base { virtual int f(); virtual ~Base(); }; struct Derived : Base { int f() override; }; int Derived::f() { return 2; }
thread_local int per_thread = risky(3); int read() { return per_thread; }
