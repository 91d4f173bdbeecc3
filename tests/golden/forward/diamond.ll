define { double } @f_dot(double %x, double %x.dot) {
prologue:
  br label %entry

entry:
  %c = fcmp ogt double %x, 1.000000e+00
  br i1 %c, label %then, label %join

then:
  %u = fmul double %x, %x
  %0 = fmul double %x, %x.dot
  %1 = fmul double %x, %x.dot
  %2 = fadd double %0, %1
  br label %join

join:
  %r = phi double [ %u, %then ], [ %x, %entry ]
  %r.dot = phi double [ %2, %then ], [ %x.dot, %entry ]
  %3 = insertvalue { double } poison, double %r.dot, 0
  ret { double } %3
}
