#ifndef BA_H
#define BA_H
enum { CAMERA = 11, ROW = CAMERA + 3 + 1 };
#endif
