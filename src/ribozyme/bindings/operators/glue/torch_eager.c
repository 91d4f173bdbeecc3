/* Calls that nothing watches, straight to the kernel.
 *
 * A call is taken here only if torch would do nothing on the way but run the kernel: tensors whose
 * keys are those of an ordinary one on the CPU, and a thread whose dispatch state is the one it was
 * born with (no transform, no mode, no tracer, no autocast) or that of inference mode. Both are
 * compared as a whole, so that what is not known is not taken; `torcheager.py` finds out at import
 * where they are, and does without this file if it cannot.
 *
 * From Python, None means: go through the dispatcher. A call that a backward pass wants is handed to
 * `record`, which is torch's own autograd node and comes back through `rz_torch_recorded`.
 */
typedef void object;
typedef struct {
    int64_t states[2][2];          /* of the thread: as born, and in inference mode */
    int64_t keys[2];               /* of a tensor: an ordinary one, and one of inference mode */
    int64_t offset;                /* of the keys, in a tensor's implementation */
    object *kinds[2];              /* the types of tensors: Tensor, Parameter */
    object *implementation, *kept; /* "_cdata", "to_save" */
    object *none, *failure;        /* None, RuntimeError */
} surroundings;
typedef struct {
    const operation *op;
    adaptor *run;
    object *record;        /* torch's way to make a node of the graph */
    const operation *kept; /* what a recorded call runs, which has a ticket behind its outputs */
    adaptor *keep;
    int64_t inputs;        /* by which something is kept, a bit each; NEVER; UNKNOWN yet */
    int64_t rules[][3]; /* of each word: what, tensor, axis or number */
} eager;
typedef void kernel(uint64_t *, uint64_t, uint64_t);

enum { FIXED, COUNT, LENGTH };
enum { NEVER = -1, UNKNOWN = -2, TICKET = 2 };
#define VERSION ((uint64_t)2 << 56 | (uint64_t)10 << 48) /* of torch, whose interface this is */

extern object *PyObject_GetAttr(object *, object *);
extern int PyObject_SetAttr(object *, object *, object *);
extern object *PyObject_Type(object *);
extern object *PyObject_Call(object *, object *, object *);
extern void *PyLong_AsVoidPtr(object *);
extern object *PyTuple_New(intptr_t);
extern int PyTuple_SetItem(object *, intptr_t, object *);
extern void PyErr_SetString(object *, const char *);
extern void PyErr_Clear(void);
extern void Py_IncRef(object *);
extern void Py_DecRef(object *);
extern void *PyEval_SaveThread(void);
extern void PyEval_RestoreThread(void *);
extern failed aoti_torch_is_defined(tensor, _Bool *);
extern _Bool aoti_torch_grad_mode_is_enabled(void);
extern failed torch_call_dispatcher(const char *, const char *, uint64_t *, uint64_t);
extern const char *torch_exception_get_what(void) __attribute__((weak)); /* torch 2.12 */
extern void aoti_torch_check(_Bool, const char *, const char *, uint32_t, const char *);
/* c10::impl::ExcludeDispatchKeyGuard's constructor: begins with the address of the state. */
extern void _ZN3c104impl23ExcludeDispatchKeyGuardC1ENS_14DispatchKeySetE(void *, uint64_t);
/* c10::TensorImpl::requires_grad, _fw_grad; THPVariable_Wrap(at::TensorBase const &) */
extern _Bool _ZNK3c1010TensorImpl13requires_gradEv(void *);
extern tensor _ZNK3c1010TensorImpl8_fw_gradEmRKN2at10TensorBaseE(void *, uint64_t, tensor);
extern object *_Z16THPVariable_WrapRKN2at10TensorBaseE(tensor);

static surroundings here;

void rz_torch_setup(const surroundings *found) { here = *found; }

/* This thread's dispatch state, as the difference from a new thread's. */
void rz_torch_state(int64_t *found)
{
    int64_t *guard[4] = {0};
    _ZN3c104impl23ExcludeDispatchKeyGuardC1ENS_14DispatchKeySetE(guard, 0);
    found[0] = guard[0] ? guard[0][0] : -1;
    found[1] = guard[0] ? guard[0][1] : -1;
}

static int is_watched(void)
{
    int64_t now[2];
    rz_torch_state(now);
    for (int i = 0; i < 2; i++)
        if (now[0] == here.states[i][0] && now[1] == here.states[i][1])
            return 0;
    return 1;
}

static int is_plain(const void *implementation)
{
    int64_t keys = *(const int64_t *)((const char *)implementation + here.offset);
    return keys == here.keys[0] || keys == here.keys[1];
}

/* 0: nothing, 1: a backward pass, 2: forward mode. */
static int derivative(void *implementation)
{
    _Bool dual = 1;
    tensor along =
        _ZNK3c1010TensorImpl8_fw_gradEmRKN2at10TensorBaseE(implementation, 0, &implementation);
    if (aoti_torch_is_defined(along, &dual) || dual)
        return 2;
    return _ZNK3c1010TensorImpl13requires_gradEv(implementation) &&
           aoti_torch_grad_mode_is_enabled();
}

/* For tests of this file: what is seen of a tensor's implementation. */
int rz_torch_seen(void *implementation)
{
    return is_watched() << 3 | is_plain(implementation) << 2 | derivative(implementation);
}

/* The kernel on `Autograd`: straight on where there is nothing to record, else the Python one. */
void rz_torch_autograd(uint64_t *stack, const operation *op, kernel *kernel, const char *name)
{
    int straight = !is_watched();
    for (int64_t i = 0; i < op->inputs && straight; i++) {
        void *implementation = *(void **)stack[i];
        straight = is_plain(implementation) && !derivative(implementation);
    }
    if (straight)
        kernel(stack, 0, 0);
    else if (torch_call_dispatcher(name, "watched", stack, VERSION))
        aoti_torch_check(0, name, "ribozyme", 0,
                         torch_exception_get_what ? torch_exception_get_what() : "it failed");
}

/* The implementation behind a tensor of Python, borrowed; null for what is no plain tensor. */
static void *plain(const port *port, object *x)
{
    object *type = PyObject_Type(x);
    Py_DecRef(type); /* x holds it */
    if (type != here.kinds[0] && type != here.kinds[1])
        return 0;
    object *number = PyObject_GetAttr(x, here.implementation);
    if (!number)
        return PyErr_Clear(), (void *)0;
    void *found = PyLong_AsVoidPtr(number);
    Py_DecRef(number);
    int32_t dtype;
    _Bool contiguous; /* a handle is the address of a reference */
    if (!found || !is_plain(found) || aoti_torch_get_dtype(&found, &dtype) ||
        dtype != port->dtype || aoti_torch_is_contiguous(&found, &contiguous) || !contiguous)
        return 0;
    return found;
}

static int64_t word(const int64_t *rule, uint64_t *stack)
{
    int64_t rank, *sizes, axis = rule[2];
    if (rule[0] == FIXED)
        return rule[2];
    aoti_torch_get_dim((tensor)stack[rule[1]], &rank);
    aoti_torch_get_sizes((tensor)stack[rule[1]], &sizes);
    if (rule[0] == COUNT)
        return product(sizes, rank);
    axis += axis < 0 ? rank : 0;
    return axis < 0 || axis >= rank ? -1 : sizes[axis];
}

static object *nothing(void)
{
    Py_IncRef(here.none);
    return here.none;
}

static object *one(tensor *made)
{
    object *found = _Z16THPVariable_WrapRKN2at10TensorBaseE(*made);
    aoti_torch_delete_tensor_object(*made);
    return found;
}

/* The outputs as Python's tensors: one, or a tuple. */
static object *wrapped(int64_t outputs, tensor *made)
{
    if (outputs == 1)
        return one(made);
    object *all = PyTuple_New(outputs);
    for (int64_t j = 0; j < outputs; j++)
        PyTuple_SetItem(all, j, one(made + j));
    return all;
}

/* Run `op`, which is that of `e` or its half; of the half the ticket goes to the end of `saved`. */
static object *ran(const eager *e, const operation *op, void **found, object *saved)
{
    uint64_t stack[op->inputs + op->words + 1];
    int64_t call[call_words(op)], outputs = e->op->outputs;
    tensor made[op->outputs];
    char report[REPORT], text[REPORT + 200];
    report[0] = 0;
    frame f;
    f.op = op, f.stack = stack, f.batched = f.lead = 0;
    for (int64_t i = 0; i < op->inputs; i++)
        stack[i] = (uint64_t)(found + i);
    for (int64_t w = 0; w < op->words; w++)
        stack[op->inputs + w] = (uint64_t)word(e->rules[w], stack);
    if (entered(&f, call, made)) { /* the long way says what is wrong */
        dropped(op, made);
        return nothing();
    }
    void *thread = PyEval_SaveThread();
    int status = (op == e->op ? e->run : e->keep)(call, report);
    PyEval_RestoreThread(thread);
    if (!status) {
        for (int64_t j = outputs; j < op->outputs; j++)
            PyTuple_SetItem(saved, op->inputs + j - outputs, one(made + j));
        return wrapped(outputs, made);
    }
    dropped(op, made);
    explain(text, sizeof text, op, status, report);
    PyErr_SetString(here.failure, text);
    return 0;
}

/* The outputs for these tensors, or None where the dispatcher is needed. */
object *rz_torch_eager(object *self, object *const *args, intptr_t count)
{
    const eager *e = PyLong_AsVoidPtr(self);
    if (count != e->op->inputs || is_watched())
        return nothing();
    void *found[count];
    for (intptr_t i = 0; i < count; i++)
        if (!(found[i] = plain(e->op->ports + i, args[i])))
            return nothing();
    int64_t inputs = 0;
    for (intptr_t i = 0; i < count; i++) {
        int wanted = derivative(found[i]);
        if (wanted >= 2)
            return nothing();
        inputs |= (int64_t)wanted << i;
    }
    if (!inputs)
        return ran(e, e->op, found, 0);
    if (e->inputs != NEVER && e->inputs != inputs)
        return nothing();
    object *all = PyTuple_New(count);
    for (intptr_t i = 0; i < count; i++) {
        Py_IncRef(args[i]);
        PyTuple_SetItem(all, i, args[i]);
    }
    object *result = PyObject_Call(e->record, all, 0);
    Py_DecRef(all);
    return result;
}

/* What the node calls: its context, then the tensors, which are kept for the way back. */
object *rz_torch_recorded(object *self, object *const *args, intptr_t count)
{
    const eager *e = PyLong_AsVoidPtr(self);
    const operation *op = e->inputs == NEVER ? e->op : e->kept;
    void *found[count];
    object *all = PyTuple_New(count - 1 + (op == e->op ? 0 : TICKET));
    for (intptr_t i = 1; i < count; i++) {
        Py_IncRef(args[i]);
        PyTuple_SetItem(all, i - 1, args[i]);
        if (!(found[i - 1] = plain(e->op->ports + i - 1, args[i]))) {
            Py_DecRef(all);
            PyErr_SetString(here.failure, "ribozyme: a tensor changed while it was recorded");
            return 0;
        }
    }
    object *made = ran(e, op, found, all);
    if (made && made != here.none && PyObject_SetAttr(args[0], here.kept, all)) {
        Py_DecRef(made);
        made = 0;
    }
    Py_DecRef(all);
    return made;
}
