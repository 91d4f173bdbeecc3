define { double } @f_dot(ptr noalias %x, ptr noalias %x.sh, double %a, double %a.dot, i64 %n) {
prologue:
  br label %entry

entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %entry ], [ %t, %loop ]
  %s.dot = phi double [ 0.000000e+00, %entry ], [ %2, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %0 = getelementptr inbounds double, ptr %x.sh, i64 %i
  %v = load double, ptr %p, align 8, !alias.scope !4, !noalias !5
  %1 = load double, ptr %0, align 8, !alias.scope !6, !noalias !7
  %t = fadd double %s, %v
  %2 = fadd double %s.dot, %1
  %j = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %out

out:
  %r = phi double [ %t, %loop ]
  %r.dot = phi double [ %2, %loop ]
  %3 = insertvalue { double } poison, double %r.dot, 0
  ret { double } %3
}
