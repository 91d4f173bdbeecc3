"""`import ribozyme.tensorflow` and `from ribozyme import tensorflow`: the module for TensorFlow."""

import sys

from ribozyme import framework

sys.modules[__name__] = framework("tensorflow")
