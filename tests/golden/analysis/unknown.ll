; bits of a float in arithmetic, bytes nobody speaks of, a byte of a double
define i64 @f(ptr %from, ptr %to, double %x) {
entry:
  %v = load i64, ptr %from, align 8
  store i64 %v, ptr %to, align 8
  %b = bitcast double %x to i64
  %sign = xor i64 %b, -9223372036854775808
  %top = lshr i64 %b, 56
  %byte = trunc i64 %top to i8
  %place = getelementptr inbounds i8, ptr %to, i64 8
  store i8 %byte, ptr %place, align 1
  ret i64 %sign
}

; types
; types of @f
;   %from → {0: unknown × 1} every 1
;   %to → {0: unknown × 8, 8: partial × 1} every 9
;   %v: {0: unknown × 8}
;   %b: {0: double}
;   %sign: {0: unknown × 8}
;   %top: {0: partial × 1, 1: dead × 7}
;   %byte: {0: partial × 1}
;   %place → {0: partial × 1} every 1
