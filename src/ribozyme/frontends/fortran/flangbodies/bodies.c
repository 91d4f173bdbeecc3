/* Functions of flang's run time that work on arrays, with bodies that are differentiated. What a
   program does not call is not linked into it. */

#include "descriptor.h"
#include "assign.h"
#include "allocate.h"
#include "reduce.h"
#include "multiply.h"
#include "numbers.h"
#include "transform.h"
#include "construct.h"
#include "combine.h"
#include "inquire.h"
#include "text.h"
#include "output.h"
