C call ceos: 1.2, 0.8; wrt rho t
C call cwork: 3, V(3), V(3); wrt x y
C call cequiv: V(4); wrt x
C Common blocks of several types and arrays, DATA, BLOCK DATA, EQUIVALENCE, a named parameter.
      DOUBLE PRECISION FUNCTION CEOS(RHO, T)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      COMMON /CGAS/ GAMMA, COEF(3), NTERM
      CALL CSET(RHO)
      S = 0.0D0
      DO 10 I = 1, NTERM
         S = S + COEF(I)*RHO**I
   10 CONTINUE
      CEOS = (GAMMA - 1.0D0)*RHO*T*(1.0D0 + S)
      END

      SUBROUTINE CSET(RHO)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      COMMON /CGAS/ GAMMA, COEF(3), NTERM
      GAMMA = 1.4D0 + 0.1D0*RHO
      NTERM = 3
      END

      BLOCK DATA CDATA
      DOUBLE PRECISION GAMMA, COEF
      COMMON /CGAS/ GAMMA, COEF(3), NTERM
      DATA COEF /0.1D0, 0.02D0, 0.003D0/
      END

      DOUBLE PRECISION FUNCTION CWORK(N, X, Y)
      INTEGER N, MAX
      PARAMETER (MAX = 10)
      DOUBLE PRECISION X(N), Y(N), A, B
      COMMON /CWK/ A(MAX), B(MAX)
      DO 20 I = 1, N
         A(I) = X(I)*Y(I)
   20 CONTINUE
      CALL CMIX(N)
      CWORK = 0.0D0
      DO 30 I = 1, N
   30 CWORK = CWORK + B(I)*X(I)
      END

      SUBROUTINE CMIX(N)
      INTEGER N, MAX
      PARAMETER (MAX = 10)
      DOUBLE PRECISION Z
      COMMON /CWK/ Z(2*MAX)
      DO 40 I = 1, N
         Z(MAX + I) = DSIN(Z(I)) + Z(N + 1 - I)**2
   40 CONTINUE
      END

      DOUBLE PRECISION FUNCTION CEQUIV(X)
      DOUBLE PRECISION X(4), A(2, 2), V(4), D
      EQUIVALENCE (A(1, 1), V(1)), (D, V(4))
      DO 50 I = 1, 4
         V(I) = X(I)**2
   50 CONTINUE
      CEQUIV = A(1, 1)*D - A(1, 2)*A(2, 1)
      END
