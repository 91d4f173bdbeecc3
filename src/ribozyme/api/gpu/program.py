"""A device program: its kernels, and the code that a launch of one runs on the CPU.

    DeviceProgram(module).code("k", Work("reverse", ("dup", "const"), checks=False))  →  Code
"""

import pickle
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, final

from ribozyme.api.programs.derive import _ready_module as ready
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.cache import default_cache, fingerprint
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import own_code
from ribozyme.base.source import Span

if TYPE_CHECKING:
    from ribozyme.backend.jit import Library
    from ribozyme.ir.instrs import Instr
    from ribozyme.ir.module import Module
    from ribozyme.transform.gpu.threads import Kernel
