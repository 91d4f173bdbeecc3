C     SOLVER: initial value problems by two methods, in the manner of the
C     libraries of the seventies. RKF45 is explicit, with a control of its
C     steps; ROW3 is a Rosenbrock method for stiff problems, with a
C     Jacobian by hand or by differences and an LU decomposition. The
C     problems are in PROB, their constants in common blocks.
C
C     Common blocks
C       /PARMS/ RATE(8), NPROB     constants of the problem, and which
C       /CNTRL/ RTOL, ATOL, HMIN, HMAX
C       /STATS/ NFCN, NJAC, NDEC, NREJ
C       /WORK/  vectors of the methods
C
      SUBROUTINE SETUP(K, NP, IPROB)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER NP, IPROB, I
      DOUBLE PRECISION K(NP)
      COMMON /PARMS/ RATE(8), NPROB
      COMMON /STATS/ NFCN, NJAC, NDEC, NREJ
      NPROB = IPROB
      DO 10 I = 1, 8
         RATE(I) = 0.0D0
   10 CONTINUE
      DO 20 I = 1, MIN(NP, 8)
         RATE(I) = K(I)
   20 CONTINUE
      NFCN = 0
      NJAC = 0
      NDEC = 0
      NREJ = 0
      RETURN
      END

      BLOCK DATA CDEFLT
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      COMMON /CNTRL/ RTOL, ATOL, HMIN, HMAX
      DATA RTOL /1.0D-6/, ATOL /1.0D-8/, HMIN /1.0D-10/, HMAX /1.0D0/
      END
C
C     ------------------------------------------------------ problems
C
      SUBROUTINE PROB(N, T, Y, F)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N
      DOUBLE PRECISION T, Y(N), F(N)
      COMMON /PARMS/ RATE(8), NPROB
      COMMON /STATS/ NFCN, NJAC, NDEC, NREJ
      NFCN = NFCN + 1
      GOTO (100, 200, 300, 400), NPROB
      STOP 'PROB: THERE IS NO SUCH PROBLEM'
C     Three reactions, one of them fast.
  100 F(1) = -RATE(1)*Y(1) + RATE(3)*Y(2)*Y(3)
      F(3) = RATE(2)*Y(2)*Y(2)
      F(2) = -F(1) - F(3)
      RETURN
C     The Brusselator.
  200 F(1) = RATE(1) + Y(1)*Y(1)*Y(2) - (RATE(2) + 1.0D0)*Y(1)
      F(2) = RATE(2)*Y(1) - Y(1)*Y(1)*Y(2)
      RETURN
C     A driven oscillator of van der Pol.
  300 F(1) = Y(2)
      F(2) = RATE(1)*(1.0D0 - Y(1)*Y(1))*Y(2) - Y(1)
     &       + RATE(2)*DCOS(RATE(3)*T)
      RETURN
C     A chain of N cells with diffusion and a reaction.
  400 DO 410 I = 1, N
         YL = Y(I)
         YR = Y(I)
         IF (I .GT. 1) YL = Y(I - 1)
         IF (I .LT. N) YR = Y(I + 1)
         F(I) = RATE(1)*(YL - 2.0D0*Y(I) + YR)
     &          + RATE(2)*Y(I)*(1.0D0 - Y(I))
  410 CONTINUE
      F(1) = F(1) + RATE(3)*DEXP(-T)
      RETURN
      END

      SUBROUTINE PJAC(N, T, Y, A, LDA)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, LDA
      DOUBLE PRECISION T, Y(N), A(LDA, N)
      COMMON /PARMS/ RATE(8), NPROB
      COMMON /STATS/ NFCN, NJAC, NDEC, NREJ
      NJAC = NJAC + 1
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I, J) = 0.0D0
   10    CONTINUE
   20 CONTINUE
      GOTO (100, 200, 300, 400), NPROB
      STOP 'PJAC: THERE IS NO SUCH PROBLEM'
  100 A(1, 1) = -RATE(1)
      A(1, 2) = RATE(3)*Y(3)
      A(1, 3) = RATE(3)*Y(2)
      A(3, 2) = 2.0D0*RATE(2)*Y(2)
      A(2, 1) = -A(1, 1)
      A(2, 2) = -A(1, 2) - A(3, 2)
      A(2, 3) = -A(1, 3)
      RETURN
  200 A(1, 1) = 2.0D0*Y(1)*Y(2) - RATE(2) - 1.0D0
      A(1, 2) = Y(1)*Y(1)
      A(2, 1) = RATE(2) - 2.0D0*Y(1)*Y(2)
      A(2, 2) = -Y(1)*Y(1)
      RETURN
  300 A(1, 2) = 1.0D0
      A(2, 1) = -2.0D0*RATE(1)*Y(1)*Y(2) - 1.0D0
      A(2, 2) = RATE(1)*(1.0D0 - Y(1)*Y(1))
      RETURN
  400 DO 410 I = 1, N
         A(I, I) = -2.0D0*RATE(1) + RATE(2)*(1.0D0 - 2.0D0*Y(I))
         IF (I .GT. 1) A(I, I - 1) = RATE(1)
         IF (I .LT. N) A(I, I + 1) = RATE(1)
  410 CONTINUE
      A(1, 1) = A(1, 1) + RATE(1)
      A(N, N) = A(N, N) + RATE(1)
      RETURN
      END
C
C     ------------------------------------------------ linear algebra
C
C     LU decomposition with row exchanges; INFO is not 0 where a pivot
C     vanishes.
      SUBROUTINE DECOMP(N, A, LDA, IP, INFO)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, LDA, IP(N), INFO
      DOUBLE PRECISION A(LDA, N)
      COMMON /STATS/ NFCN, NJAC, NDEC, NREJ
      NDEC = NDEC + 1
      INFO = 0
      DO 60 K = 1, N
         M = K
         DO 10 I = K + 1, N
            IF (DABS(A(I, K)) .GT. DABS(A(M, K))) M = I
   10    CONTINUE
         IP(K) = M
         IF (A(M, K) .EQ. 0.0D0) THEN
            INFO = K
            RETURN
         END IF
         IF (M .NE. K) THEN
            DO 20 J = 1, N
               S = A(M, J)
               A(M, J) = A(K, J)
               A(K, J) = S
   20       CONTINUE
         END IF
         S = 1.0D0/A(K, K)
         DO 30 I = K + 1, N
            A(I, K) = A(I, K)*S
   30    CONTINUE
         DO 50 J = K + 1, N
            S = A(K, J)
            DO 40 I = K + 1, N
               A(I, J) = A(I, J) - A(I, K)*S
   40       CONTINUE
   50    CONTINUE
   60 CONTINUE
      RETURN
      END

      SUBROUTINE SOLVE(N, A, LDA, IP, B)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, LDA, IP(N)
      DOUBLE PRECISION A(LDA, N), B(N)
      DO 10 K = 1, N
         M = IP(K)
         IF (M .NE. K) THEN
            S = B(M)
            B(M) = B(K)
            B(K) = S
         END IF
   10 CONTINUE
      DO 30 K = 1, N
         DO 20 I = K + 1, N
            B(I) = B(I) - A(I, K)*B(K)
   20    CONTINUE
   30 CONTINUE
      DO 50 K = N, 1, -1
         B(K) = B(K)/A(K, K)
         DO 40 I = 1, K - 1
            B(I) = B(I) - A(I, K)*B(K)
   40    CONTINUE
   50 CONTINUE
      RETURN
      END

      DOUBLE PRECISION FUNCTION ERRNRM(N, E, Y, YN)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N
      DOUBLE PRECISION E(N), Y(N), YN(N)
      COMMON /CNTRL/ RTOL, ATOL, HMIN, HMAX
      S = 0.0D0
      DO 10 I = 1, N
         SC = ATOL + RTOL*DMAX1(DABS(Y(I)), DABS(YN(I)))
         S = S + (E(I)/SC)**2
   10 CONTINUE
      ERRNRM = DSQRT(S/N + 1.0D-30)
      RETURN
      END
C
C     ------------------------------------------------------- RKF45
C
      SUBROUTINE RKSTEP(N, T, H, Y, YN, E)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, NMAX
      PARAMETER (NMAX = 40)
      DOUBLE PRECISION T, H, Y(N), YN(N), E(N)
      COMMON /WORK/ F1(NMAX), F2(NMAX), F3(NMAX), F4(NMAX), F5(NMAX),
     &              F6(NMAX), Z(NMAX), YNEW(NMAX), ERR(NMAX)
      CALL PROB(N, T, Y, F1)
      DO 10 I = 1, N
         Z(I) = Y(I) + H*F1(I)/4.0D0
   10 CONTINUE
      CALL PROB(N, T + H/4.0D0, Z, F2)
      DO 20 I = 1, N
         Z(I) = Y(I) + H*(3.0D0*F1(I) + 9.0D0*F2(I))/32.0D0
   20 CONTINUE
      CALL PROB(N, T + 3.0D0*H/8.0D0, Z, F3)
      DO 30 I = 1, N
         Z(I) = Y(I) + H*(1932.0D0*F1(I) - 7200.0D0*F2(I)
     &          + 7296.0D0*F3(I))/2197.0D0
   30 CONTINUE
      CALL PROB(N, T + 12.0D0*H/13.0D0, Z, F4)
      DO 40 I = 1, N
         Z(I) = Y(I) + H*(439.0D0/216.0D0*F1(I) - 8.0D0*F2(I)
     &          + 3680.0D0/513.0D0*F3(I) - 845.0D0/4104.0D0*F4(I))
   40 CONTINUE
      CALL PROB(N, T + H, Z, F5)
      DO 50 I = 1, N
         Z(I) = Y(I) + H*(-8.0D0/27.0D0*F1(I) + 2.0D0*F2(I)
     &          - 3544.0D0/2565.0D0*F3(I) + 1859.0D0/4104.0D0*F4(I)
     &          - 11.0D0/40.0D0*F5(I))
   50 CONTINUE
      CALL PROB(N, T + H/2.0D0, Z, F6)
      DO 60 I = 1, N
         YN(I) = Y(I) + H*(16.0D0/135.0D0*F1(I)
     &           + 6656.0D0/12825.0D0*F3(I)
     &           + 28561.0D0/56430.0D0*F4(I) - 9.0D0/50.0D0*F5(I)
     &           + 2.0D0/55.0D0*F6(I))
         E(I) = H*(F1(I)/360.0D0 - 128.0D0/4275.0D0*F3(I)
     &          - 2197.0D0/75240.0D0*F4(I) + F5(I)/50.0D0
     &          + 2.0D0/55.0D0*F6(I))
   60 CONTINUE
      RETURN
      END

      SUBROUTINE RKF45(N, T, TEND, H, Y, INFO)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, INFO, NMAX
      PARAMETER (NMAX = 40)
      DOUBLE PRECISION T, TEND, H, Y(N)
      COMMON /CNTRL/ RTOL, ATOL, HMIN, HMAX
      COMMON /STATS/ NFCN, NJAC, NDEC, NREJ
      COMMON /WORK/ F1(NMAX), F2(NMAX), F3(NMAX), F4(NMAX), F5(NMAX),
     &              F6(NMAX), Z(NMAX), YNEW(NMAX), ERR(NMAX)
      INFO = 0
      NSTEP = 0
   10 IF (T .GE. TEND - 1.0D-12) RETURN
      NSTEP = NSTEP + 1
      IF (NSTEP .GT. 20000) THEN
         INFO = 1
         RETURN
      END IF
      IF (T + H .GT. TEND) H = TEND - T
      CALL RKSTEP(N, T, H, Y, YNEW, ERR)
      EN = ERRNRM(N, ERR, Y, YNEW)
      FAC = DMIN1(5.0D0, DMAX1(0.2D0, 0.9D0*EN**(-0.2D0)))
      IF (EN .LE. 1.0D0) THEN
         T = T + H
         DO 20 I = 1, N
            Y(I) = YNEW(I)
   20    CONTINUE
      ELSE
         NREJ = NREJ + 1
         IF (H .LE. HMIN) THEN
            INFO = 2
            RETURN
         END IF
      END IF
      H = DMIN1(HMAX, H*FAC)
      GOTO 10
      END
C
C     ---------------------------------------- a Rosenbrock method
C
C     Two stages of ROS2 with gamma = 1 + 1/sqrt(2), an embedded method of
C     order one for the control of steps.
      SUBROUTINE ROSTEP(N, T, H, Y, YN, E, INFO)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, INFO, NMAX
      PARAMETER (NMAX = 40)
      DOUBLE PRECISION T, H, Y(N), YN(N), E(N)
      COMMON /WORK/ F1(NMAX), F2(NMAX), F3(NMAX), F4(NMAX), F5(NMAX),
     &              F6(NMAX), Z(NMAX), YNEW(NMAX), ERR(NMAX)
      COMMON /MATRIX/ A(NMAX, NMAX), IP(NMAX)
      GAMMA = 1.0D0 + 1.0D0/DSQRT(2.0D0)
      CALL PJAC(N, T, Y, A, NMAX)
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I, J) = -GAMMA*H*A(I, J)
   10    CONTINUE
         A(J, J) = 1.0D0 + A(J, J)
   20 CONTINUE
      CALL DECOMP(N, A, NMAX, IP, INFO)
      IF (INFO .NE. 0) RETURN
      CALL PROB(N, T, Y, F1)
      CALL SOLVE(N, A, NMAX, IP, F1)
      DO 30 I = 1, N
         Z(I) = Y(I) + H*F1(I)
   30 CONTINUE
      CALL PROB(N, T + H, Z, F2)
      DO 40 I = 1, N
         F2(I) = F2(I) - 2.0D0*F1(I)
   40 CONTINUE
      CALL SOLVE(N, A, NMAX, IP, F2)
      DO 50 I = 1, N
         YN(I) = Y(I) + H*(1.5D0*F1(I) + 0.5D0*F2(I))
         E(I) = 0.5D0*H*(F1(I) + F2(I))
   50 CONTINUE
      RETURN
      END

      SUBROUTINE ROW2(N, T, TEND, H, Y, INFO)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, INFO, NMAX
      PARAMETER (NMAX = 40)
      DOUBLE PRECISION T, TEND, H, Y(N)
      COMMON /CNTRL/ RTOL, ATOL, HMIN, HMAX
      COMMON /STATS/ NFCN, NJAC, NDEC, NREJ
      COMMON /WORK/ F1(NMAX), F2(NMAX), F3(NMAX), F4(NMAX), F5(NMAX),
     &              F6(NMAX), Z(NMAX), YNEW(NMAX), ERR(NMAX)
      INFO = 0
      NSTEP = 0
   10 IF (T .GE. TEND - 1.0D-12) RETURN
      NSTEP = NSTEP + 1
      IF (NSTEP .GT. 20000) THEN
         INFO = 1
         RETURN
      END IF
      IF (T + H .GT. TEND) H = TEND - T
      CALL ROSTEP(N, T, H, Y, YNEW, ERR, INFO)
      IF (INFO .NE. 0) RETURN
      EN = ERRNRM(N, ERR, Y, YNEW)
      FAC = DMIN1(5.0D0, DMAX1(0.2D0, 0.9D0/DSQRT(EN)))
      IF (EN .LE. 1.0D0) THEN
         T = T + H
         DO 20 I = 1, N
            Y(I) = YNEW(I)
   20    CONTINUE
      ELSE
         NREJ = NREJ + 1
         IF (H .LE. HMIN) THEN
            INFO = 2
            RETURN
         END IF
      END IF
      H = DMIN1(HMAX, H*FAC)
      GOTO 10
      END
C
C     ------------------------------------------------ the user's part
C
C     The squared distance of solutions at M times from data, by method 1
C     (explicit) or 2 (Rosenbrock).
      DOUBLE PRECISION FUNCTION OBJECT(K, NP, Y0, N, D, M, TEND, IPROB,
     &                                 METHOD, TOL)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER NP, N, M, IPROB, METHOD, INFO, NMAX
      PARAMETER (NMAX = 40)
      DOUBLE PRECISION K(NP), Y0(N), D(N, M), TEND, TOL
      DOUBLE PRECISION Y(NMAX), T, H
      COMMON /CNTRL/ RTOL, ATOL, HMIN, HMAX
      IF (N .GT. NMAX) STOP 'OBJECT: TOO MANY UNKNOWNS'
      CALL SETUP(K, NP, IPROB)
      RTOL = TOL
      ATOL = 1.0D-2*TOL
      DO 10 I = 1, N
         Y(I) = Y0(I)
   10 CONTINUE
      T = 0.0D0
      H = 1.0D-3
      OBJECT = 0.0D0
      DO 30 L = 1, M
         IF (METHOD .EQ. 1) THEN
            CALL RKF45(N, T, L*TEND/M, H, Y, INFO)
         ELSE
            CALL ROW2(N, T, L*TEND/M, H, Y, INFO)
         END IF
         IF (INFO .NE. 0) STOP 'OBJECT: THE METHOD FAILED'
         H = 1.0D-2*TEND/M
         DO 20 I = 1, N
            OBJECT = OBJECT + (Y(I) - D(I, L))**2
   20    CONTINUE
   30 CONTINUE
      RETURN
      END
C
C     One component of the solution at TEND, by ROW2.
      DOUBLE PRECISION FUNCTION FINAL(K, NP, Y0, N, TEND, IPROB, IC)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER NP, N, IPROB, IC, INFO, NMAX
      PARAMETER (NMAX = 40)
      DOUBLE PRECISION K(NP), Y0(N), TEND, Y(NMAX), T, H
      CALL SETUP(K, NP, IPROB)
      DO 10 I = 1, N
         Y(I) = Y0(I)
   10 CONTINUE
      T = 0.0D0
      H = 1.0D-4
      CALL ROW2(N, T, TEND, H, Y, INFO)
      IF (INFO .NE. 0) STOP 'FINAL: THE METHOD FAILED'
      FINAL = Y(IC)
      RETURN
      END
