define void @f_grad(ptr %0, ptr %1, ptr %2, ptr %3) mustprogress {
prologue:
  br label %4

4:
  %v = load double, ptr %0, align 8, !alias.scope !4, !noalias !5
  %w = fmul double %v, %v
  store double %w, ptr %2, align 8, !alias.scope !4, !noalias !5
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 8, !alias.scope !6, !noalias !7
  store double 0.000000e+00, ptr %3, align 8, !alias.scope !6, !noalias !7
  %6 = fmul double %v, %5
  %7 = fmul double %v, %5
  %8 = fadd reassoc nsz contract double %6, %7
  %9 = load double, ptr %1, align 8, !alias.scope !6, !noalias !7
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %1, align 8, !alias.scope !6, !noalias !7
  br label %done

done:
  ret void
}
