// A list is reversed by relinking, and its values change while it is walked.
// rz: double reversed(const double x[n] in, int n=6)
// also: n=1
struct node {
    double value;
    struct node *next;
};

double reversed(const double *x, int n)
{
    struct node pool[16], *head = 0;
    for (int i = 0; i < n; i++) {
        pool[i].value = x[i];
        pool[i].next = head;
        head = &pool[i];
    }
    struct node *back = 0;
    double carried = 1.0;
    while (head) {
        struct node *next = head->next;
        head->value *= carried;
        carried = head->value + 0.5;
        head->next = back;
        back = head;
        head = next;
    }
    double s = 0.0;
    for (int k = 1; back; back = back->next, k++)
        s += k * back->value;
    return s;
}
