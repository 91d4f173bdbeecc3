define { double } @f_dot(double %x, double %x.dot) {
prologue:
  br label %entry

entry:
  br label %loop

loop:
  %s = phi double [ %x, %entry ], [ %t, %loop ]
  %s.dot = phi double [ %x.dot, %entry ], [ %2, %loop ]
  %t = fmul double %s, %s
  %0 = fmul double %s, %s.dot
  %1 = fmul double %s, %s.dot
  %2 = fadd double %0, %1
  %more = fcmp olt double %t, 1.000000e+03
  br i1 %more, label %loop, label %out

out:
  %r = phi double [ %t, %loop ]
  %r.dot = phi double [ %2, %loop ]
  %3 = insertvalue { double } poison, double %r.dot, 0
  ret { double } %3
}
