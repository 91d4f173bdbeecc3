C call equiv: V(4); wrt x
C call cgoto: V(3), 2; wrt x
C call cgoto: V(3), 3; wrt x
C call cgoto: V(3), 7; wrt x
C call implic: V(3), 0.5; wrt x y
C call first: V(2); wrt x
C call second: V(2), 0.3; wrt x s
C call block: V(3); wrt x
C call stmtfn: V(3); wrt x
C call arithif: V(3), 0.4; wrt x t
C call asgoto: V(3); wrt x
C call dataf: V(4); wrt x
C FORTRAN 77 habits: equivalence, computed goto, implicit typing, entry, block data, statement
C functions, arithmetic if, alternate returns, data with repeat counts.
      DOUBLE PRECISION FUNCTION EQUIV(X)
      DOUBLE PRECISION X(4), A(2,2), B(4), D
      EQUIVALENCE (A(1,1), B(1))
      DO 10 I = 1, 4
   10 B(I) = X(I)**2
      D = A(1,1)*A(2,2) - A(1,2)*A(2,1)
      EQUIV = D*B(3)
      END
C
      DOUBLE PRECISION FUNCTION CGOTO(X, K)
      DOUBLE PRECISION X(3), S
      INTEGER K
      S = X(1)
      GO TO (100, 200, 300), K
      S = S*X(1)*X(2)
      GO TO 400
  100 S = S + X(1)
  200 S = S*X(2)
      GO TO 400
  300 S = S - X(3)**3
  400 CGOTO = S*S
      END
C
      DOUBLE PRECISION FUNCTION IMPLIC(X, Y)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION X(3)
      S = 0.D0
      DO 20 I = 1, 3
        T = X(I)*Y
        S = S + T**I
   20 CONTINUE
      IMPLIC = S
      END
C
      DOUBLE PRECISION FUNCTION FIRST(X)
      DOUBLE PRECISION X(2), S, SECOND
      FIRST = X(1)**2
      GO TO 1
      ENTRY SECOND(X, S)
      SECOND = X(2)*S
    1 CONTINUE
      FIRST = FIRST*X(2) + X(1)
      END
C
      BLOCK DATA CONSTS
      COMMON /PHYS/ G, H(3), N
      DOUBLE PRECISION G, H
      DATA G /9.81D0/, H /1.D0, 2*0.5D0/, N /3/
      END
C
      DOUBLE PRECISION FUNCTION BLOCK(X)
      COMMON /PHYS/ G, H(3), N
      DOUBLE PRECISION G, H, X(N)
      BLOCK = 0.D0
      DO 30 I = 1, N
   30 BLOCK = BLOCK + G*H(I)*X(I)**2
      END
C
      DOUBLE PRECISION FUNCTION STMTFN(X)
      DOUBLE PRECISION X(3), F, U, V
      F(U, V) = U*SIN(V) + V
      STMTFN = F(X(1), X(2))*F(X(3), F(X(1), X(1)))
      END
C
      DOUBLE PRECISION FUNCTION ARITHIF(X, T)
      DOUBLE PRECISION X(3), T, S
      S = 0
      DO 40 I = 1, 3
        IF (X(I) - T) 41, 42, 43
   41   S = S + X(I)**2*T
        GO TO 40
   42   S = S + 1
        GO TO 40
   43   S = S*X(I) + T
   40 CONTINUE
      ARITHIF = S
      END
C
      SUBROUTINE CHECKD(V, *)
      DOUBLE PRECISION V
      IF (V .LT. 0.5D0) RETURN 1
      V = V*V
      END
C
      DOUBLE PRECISION FUNCTION ASGOTO(X)
      DOUBLE PRECISION X(3), V
      ASGOTO = 0.D0
      DO 50 I = 1, 3
        V = X(I)
        CALL CHECKD(V, *51)
        ASGOTO = ASGOTO + V
        GO TO 50
   51   ASGOTO = ASGOTO - 3*V
   50 CONTINUE
      ASGOTO = ASGOTO**2
      END
C
      DOUBLE PRECISION FUNCTION DATAF(X)
      DOUBLE PRECISION X(4), W(4), C(2,2)
      DATA W /2*1.D0, 2*3.D0/
      DATA ((C(I,J), I=1,2), J=1,2) /1.D0, 2.D0, 3.D0, 4.D0/
      DATAF = 0
      DO 60 I = 1, 4
   60 DATAF = DATAF + W(I)*X(I)**2
      DATAF = DATAF*C(2,1)*X(1)
      END
