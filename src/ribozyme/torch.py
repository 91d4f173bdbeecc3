"""`import ribozyme.torch` and `from ribozyme import torch`: the module for PyTorch."""

import sys

from ribozyme import framework

sys.modules[__name__] = framework("torch")
