C call ffit: 4, V(4), V(4); wrt x y
C call fcont: V(3); wrt x
*     call is not only behind a C
C call fsingle: S(3); wrt x
C Fixed form: labels, continuation lines, comments of each kind, REAL*8 and REAL*4.
      REAL*8 FUNCTION FFIT(N, X, Y)
      INTEGER N
      REAL*8 X(N), Y(N), SX, SY, SXX, SXY
      SX = 0.D0
      SY = 0.D0
      SXX = 0.D0
      SXY = 0.D0
      DO 100 I = 1, N
        SX = SX + X(I)
        SY = SY + Y(I)
        SXX = SXX + X(I)*X(I)
        SXY = SXY
     &        + X(I)*Y(I)
 100  CONTINUE
      FFIT = (N*SXY - SX*SY)/
     1       (N*SXX - SX**2
     2        + 0.1D0)
      RETURN
      END
      REAL*8 FUNCTION FCONT(X)
      IMPLICIT REAL*8 (A-H, O-Z)
      DIMENSION X(3), W(3)
      DATA W /0.5D0, 0.25D0, 0.125D0/
! a comment of another kind
      S = 0.D0
      DO 200, I = 1, 3
 200  S = S + W(I)*DLOG(X(I))*DSQRT(X(I))
      FCONT = S*DABS(S)
      END
      REAL FUNCTION FSINGLE(X)
      REAL*4 X(3)
      FSINGLE = X(1)*EXP(-X(2)) + AMAX1(X(1), X(3))**2
      END
