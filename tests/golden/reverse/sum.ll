define { double } @f_grad(ptr noalias %0, ptr noalias %1, double %2, i64 %3, double %4) mustprogress {
prologue:
  %5 = alloca i64, align 8
  %t.bar = alloca double
  %6 = alloca i32, align 4
  br label %entry

entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %entry ], [ %t, %loop ]
  %k = phi i64 [ -1, %entry ], [ %7, %loop ]
  %7 = add nsw i64 %k, 1
  %p = getelementptr inbounds double, ptr %0, i64 %i
  %8 = getelementptr inbounds double, ptr %1, i64 %i
  %v = load double, ptr %p, align 8, !alias.scope !4, !noalias !5
  %t = fadd double %s, %v
  %j = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %j, %3
  br i1 %more, label %loop, label %out

out:
  %r = phi double [ %t, %loop ]
  br label %turn

turn:
  store double -0.000000e+00, ptr %t.bar
  br label %reverse

reverse:
  br label %rev2

rev2:
  %9 = load double, ptr %t.bar
  %10 = fadd reassoc nsz contract double %9, %4
  store double %10, ptr %t.bar
  store i32 0, ptr %6, align 4
  br label %enter0

rev1:
  %11 = load double, ptr %t.bar
  store double -0.000000e+00, ptr %t.bar
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds double, ptr %1, i64 %12
  %14 = load double, ptr %13, align 8, !alias.scope !6, !noalias !7
  %15 = fadd reassoc nsz contract double %14, %11
  store double %15, ptr %13, align 8, !alias.scope !6, !noalias !7
  %16 = load i64, ptr %5, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %24, label %25

rev0:
  br label %done

enter0:
  %18 = icmp ult i64 1, %3
  %19 = sub i64 %3, 1
  %20 = select i1 %18, i64 %19, i64 0
  %21 = add i64 %20, 1
  %22 = sub nsw i64 %21, 1
  store i64 %22, ptr %5, align 8
  br label %rev1

done:
  %23 = insertvalue { double } poison, double 0.000000e+00, 0
  ret { double } %23

24:
  br label %rev0

25:
  %26 = sub nsw i64 %16, 1
  store i64 %26, ptr %5, align 8
  %27 = load double, ptr %t.bar
  %28 = fadd reassoc nsz contract double %27, %11
  store double %28, ptr %t.bar
  br label %rev1
}
