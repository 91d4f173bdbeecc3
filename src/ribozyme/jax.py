"""`import ribozyme.jax` and `from ribozyme import jax`: the module for JAX."""

import sys

from ribozyme import framework

sys.modules[__name__] = framework("jax")
