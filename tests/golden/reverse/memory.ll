define void @f_grad(ptr %0, ptr %1, ptr %2, ptr %3) mustprogress {
prologue:
  %4 = alloca double, align 8
  br label %5

5:
  %v = load double, ptr %0, align 8, !alias.scope !4, !noalias !5
  store double %v, ptr %4, align 8, !alias.scope !6, !noalias !7
  %w = fmul double %v, %v
  store double %w, ptr %2, align 8, !alias.scope !4, !noalias !5
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = load double, ptr %3, align 8, !alias.scope !8, !noalias !9
  store double 0.000000e+00, ptr %3, align 8, !alias.scope !8, !noalias !9
  %7 = load double, ptr %4, align 8, !alias.scope !6, !noalias !7
  %8 = fmul double %7, %6
  %9 = fmul double %7, %6
  %10 = fadd reassoc nsz contract double %8, %9
  %11 = load double, ptr %1, align 8, !alias.scope !8, !noalias !9
  %12 = fadd reassoc nsz contract double %11, %10
  store double %12, ptr %1, align 8, !alias.scope !8, !noalias !9
  br label %done

done:
  ret void
}
