; {int, float} in one i64: the lanes move by shifts, truncations and or
define i64 @f(ptr %a, float %factor) {
entry:
  %pair = load i64, ptr %a, align 4
  %high = lshr i64 %pair, 32
  %bits = trunc i64 %high to i32
  %x = bitcast i32 %bits to float
  %y = fmul float %x, %factor
  %back = bitcast float %y to i32
  %wide = zext i32 %back to i64
  %up = shl i64 %wide, 32
  %count = trunc i64 %pair to i32
  %next = add i32 %count, 1
  %low = zext i32 %next to i64
  %both = or disjoint i64 %up, %low
  ret i64 %both
}

; types
; types of @f
;   %a → {0: integer × 4, 4: float} every 8
;   %pair: {0: integer × 4, 4: float}
;   %high: {0: float, 4: dead × 4}
;   %bits: {0: float}
;   %back: {0: float}
;   %wide: {0: float, 4: dead × 4}
;   %up: {0: dead × 4, 4: float}
;   %count: {0: integer × 4}
;   %next: {0: integer × 4}
;   %low: {0: integer × 4, 4: dead × 4}
;   %both: {0: integer × 4, 4: float}
