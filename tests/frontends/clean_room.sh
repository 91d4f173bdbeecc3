#!/bin/sh
# Runs a command on this machine without its compilers, headers and start files: in a mount
# namespace of its own, they are covered by nothing. Needs the right to make one (root, or user
# namespaces). Status 77: it may not; 78: something could still be seen.
#
#   clean_room.sh python -c 'import ribozyme; …'
set -u

if [ "${CLEAN_ROOM:-}" != inside ]; then
  for how in "-m" "-rm"; do
    if unshare $how true 2>/dev/null; then
      CLEAN_ROOM=inside exec unshare $how "$0" "$@"
    fi
  done
  exit 77
fi

empty=$(mktemp -d) || exit 77
mount --make-rprivate / 2>/dev/null
for folder in /usr/include /usr/local/include /usr/lib/gcc /usr/lib64/gcc /usr/lib/llvm-*; do
  if [ -d "$folder" ]; then mount --bind "$empty" "$folder" || exit 77; fi
done
for file in /usr/lib/*/crt1.o /usr/lib/*/crti.o /usr/lib/*/crtn.o /usr/lib/*/Scrt1.o \
  /usr/lib/*/libc.so /usr/lib/*/libm.so /usr/lib/*/libc_nonshared.a /usr/lib64/crt1.o; do
  if [ -e "$file" ]; then mount --bind /dev/null "$file" || exit 77; fi
done
for tool in gcc g++ cc c++ clang clang++ cpp ld as ld.lld ar rustc; do
  while found=$(command -v "$tool") && [ -s "$found" ]; do
    mount --bind /dev/null "$(readlink -f "$found")" || exit 77
  done
done

ls /usr/include/stdio.h /usr/lib/gcc/* >/dev/null 2>&1 && exit 78
gcc --version >/dev/null 2>&1 && exit 78

unset CC CXX RIBOZYME_CC CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH
"$@"
status=$?
umount "$empty" 2>/dev/null
rmdir "$empty" 2>/dev/null
exit $status
