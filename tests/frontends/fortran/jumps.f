C call jbisect: V(2); wrt c
C call jcomputed: 3, V(3); wrt x
C call jarith: V(3); wrt x
C call jassign: V(2); wrt x
C GOTO in loops, computed GOTO, arithmetic IF, ENTRY, statement functions, RETURN from the middle.
      DOUBLE PRECISION FUNCTION JBISECT(C)
      DOUBLE PRECISION C(2), A, B, M, F, X
      INTEGER K
      F(X) = X**3 + C(1)*X - C(2)
      A = 0.0D0
      B = 2.0D0
      K = 0
   10 M = 0.5D0*(A + B)
      K = K + 1
      IF (F(M) .GT. 0.0D0) GOTO 20
      A = M
      GOTO 30
   20 B = M
   30 IF (K .LT. 8) GOTO 10
      DO 40 K = 1, 4
         M = M - F(M)/(3.0D0*M**2 + C(1))
   40 CONTINUE
      JBISECT = M
      END

      DOUBLE PRECISION FUNCTION JCOMPUTED(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(N)
      JCOMPUTED = 1.0D0
      DO 50 I = 1, N
      GOTO (11, 12, 13), I
      GOTO 50
   11 JCOMPUTED = JCOMPUTED*X(I)
      GOTO 50
   12 JCOMPUTED = JCOMPUTED + DEXP(X(I))
      GOTO 50
   13 JCOMPUTED = JCOMPUTED**2 - X(I)
   50 CONTINUE
      END

      DOUBLE PRECISION FUNCTION JARITH(X)
      DOUBLE PRECISION X(3)
      INTEGER I
      JARITH = 0.0D0
      DO 60 I = 1, 3
      IF (X(I) - 0.5D0) 21, 22, 23
   21 JARITH = JARITH + X(I)**2
      GOTO 60
   22 JARITH = JARITH + 1.0D0
      GOTO 60
   23 JARITH = JARITH + X(I)**3
      IF (JARITH .GT. 9.0D0) RETURN
   60 CONTINUE
      END

      DOUBLE PRECISION FUNCTION JASSIGN(X)
      DOUBLE PRECISION X(2), JOTHER, JENTRY
      JASSIGN = JOTHER(X(1))*JENTRY(X(2))
      END

      DOUBLE PRECISION FUNCTION JOTHER(X)
      DOUBLE PRECISION X, JENTRY
      JOTHER = DSIN(X)
      RETURN
      ENTRY JENTRY(X)
      JENTRY = DCOS(X)*X
      END
