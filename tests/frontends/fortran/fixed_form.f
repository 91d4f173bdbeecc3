C call pendulum: V(2), 0.05, 20, out=Z(2); wrt y0; of out
C A pendulum with friction, as FORTRAN 77 has it: common blocks, labels, goto, arithmetic functions.
      SUBROUTINE PENDULUM(Y0, DT, N, OUT)
      INTEGER N, I
      DOUBLE PRECISION Y0(2), DT, OUT(2), F(2), Y(2)
      DOUBLE PRECISION G, C
      COMMON /PHYS/ G, C
      G = 9.81D0
      C = 0.1D0
      Y(1) = Y0(1)
      Y(2) = Y0(2)
      I = 0
   10 CONTINUE
      IF (I .GE. N) GOTO 20
      CALL DERIV(Y, F)
      Y(1) = Y(1) + DT*F(1)
      Y(2) = Y(2) + DT*F(2)
      I = I + 1
      GOTO 10
   20 CONTINUE
      OUT(1) = Y(1)
      OUT(2) = Y(2)
      END

      SUBROUTINE DERIV(Y, F)
      DOUBLE PRECISION Y(2), F(2)
      DOUBLE PRECISION G, C
      COMMON /PHYS/ G, C
      F(1) = Y(2)
      F(2) = -G*SIN(Y(1)) - C*Y(2)
      END
