/* Included before the first line by `ribozyme cc`: attributes of the C interface that stock clang
   does not know, as annotations, which it keeps. One line each, no space before what it stands for. */
#ifndef RIBOZYME_ATTRIBUTES_H
#define RIBOZYME_ATTRIBUTES_H
#define enzyme_inactive annotate("enzyme_inactive")
#define enzyme_function_like(name) annotate("enzyme_function_like", name)
#define enzyme_shadow(variable) annotate("enzyme_shadow", &variable)
#define enzyme(half,function) annotate("enzyme_" half, function)
#endif
