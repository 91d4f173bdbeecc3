"""The transforms users call: grad, jvp, vjp, jacobian, check, explain."""
