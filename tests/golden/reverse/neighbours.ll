define { double } @f_grad(ptr noalias %0, ptr noalias %1, double %2, i64 %3, double %4) mustprogress {
prologue:
  %5 = alloca i64, align 8
  %6 = alloca double
  %t.bar = alloca double
  %7 = alloca i32, align 4
  br label %entry

entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %entry ], [ %t, %loop ]
  %k = phi i64 [ -1, %entry ], [ %8, %loop ]
  %8 = add nsw i64 %k, 1
  %p = getelementptr inbounds double, ptr %0, i64 %i
  %9 = getelementptr inbounds double, ptr %1, i64 %i
  %v = load double, ptr %p, align 8, !alias.scope !4, !noalias !5
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  %w = load double, ptr %q, align 8, !alias.scope !4, !noalias !5
  %m = fmul double %v, %w
  %t = fadd double %s, %m
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
  %11 = load double, ptr %t.bar
  %12 = fadd reassoc nsz contract double %11, %4
  store double %12, ptr %t.bar
  store i32 0, ptr %7, align 4
  br label %enter0

rev1:
  %13 = load double, ptr %t.bar
  store double -0.000000e+00, ptr %t.bar
  %14 = load i64, ptr %5, align 8
  %p.1 = getelementptr inbounds double, ptr %0, i64 %14
  %q.1 = getelementptr inbounds i8, ptr %p.1, i64 8
  %w.1 = load double, ptr %q.1, align 8, !alias.scope !4, !noalias !5
  %15 = fmul double %w.1, %13
  %v.1 = load double, ptr %p.1, align 8, !alias.scope !4, !noalias !5
  %16 = fmul double %v.1, %13
  %17 = getelementptr inbounds double, ptr %1, i64 %14
  %18 = getelementptr inbounds i8, ptr %17, i64 8
  %19 = load double, ptr %6
  store double %15, ptr %6
  %20 = fadd reassoc nsz contract double %19, %16
  %21 = load double, ptr %18, align 8, !alias.scope !6, !noalias !7
  %22 = fadd reassoc nsz contract double %21, %20
  store double %22, ptr %18, align 8, !alias.scope !6, !noalias !7
  %23 = load i64, ptr %5, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %31, label %36

rev0:
  br label %done

enter0:
  %25 = icmp ult i64 1, %3
  %26 = sub i64 %3, 1
  %27 = select i1 %25, i64 %26, i64 0
  %28 = add i64 %27, 1
  %29 = sub nsw i64 %28, 1
  store i64 %29, ptr %5, align 8
  store double -0.000000e+00, ptr %6
  br label %rev1

done:
  %30 = insertvalue { double } poison, double 0.000000e+00, 0
  ret { double } %30

31:
  %32 = getelementptr inbounds i8, ptr %18, i64 -8
  %33 = load double, ptr %6
  %34 = load double, ptr %32, align 8, !alias.scope !6, !noalias !7
  %35 = fadd reassoc nsz contract double %34, %33
  store double %35, ptr %32, align 8, !alias.scope !6, !noalias !7
  br label %rev0

36:
  %37 = sub nsw i64 %23, 1
  store i64 %37, ptr %5, align 8
  %38 = load double, ptr %t.bar
  %39 = fadd reassoc nsz contract double %38, %13
  store double %39, ptr %t.bar
  br label %rev1
}
