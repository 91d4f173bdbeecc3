// Calls C++ code for a caller that knows no exceptions.
//
// 0: it returned. 1: it threw a std::exception. 2: it threw something else. `words` then holds the
// mangled name of the type and, after a newline, what() or nothing; cut to `size`, zero at its end.
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

namespace {

void put(char *words, unsigned long size, const char *type, const char *what) {
  unsigned long n = 0;
  for (const char *part : {type, "\n", what})
    for (; *part && n + 1 < size; ++part)
      words[n++] = *part;
  if (size)
    words[n] = 0;
}

} // namespace

extern "C" int rz_guard(void (*body)(void *), void *with, char *words, unsigned long size) noexcept {
  try {
    body(with);
    return 0;
  } catch (const std::exception &thrown) {
    put(words, size, typeid(thrown).name(), thrown.what());
    return 1;
  } catch (...) {
    const std::type_info *type = abi::__cxa_current_exception_type();
    put(words, size, type ? type->name() : "?", "");
    return 2;
  }
}
