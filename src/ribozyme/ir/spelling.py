"""How LLVM spells names, strings and floats in text, and back.

Names are held unescaped; bytes that are not UTF-8 are held as surrogates: every name survives.

    spelled("a b") → '"a b"';  float_text(double 1.5) → "1.500000e+00"
"""

from __future__ import annotations

import re
import struct
from functools import cache
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.values import ConstFloat, float_bits

_PLAIN: Final = re.compile(r"[A-Za-z._-][A-Za-z0-9._-]*\Z")
_METADATA_PLAIN: Final = re.compile(rb"[A-Za-z$._-]")
_ESCAPE: Final = re.compile(rb"\\([0-9A-Fa-f]{2}|\\)")
_HEX_PREFIXES: Final = {
    "half": "0xH",
    "bfloat": "0xR",
    "x86_fp80": "0xK",
    "fp128": "0xL",
    "ppc_fp128": "0xM",
}
_LOW64: Final = (1 << 64) - 1
NAMED_NUMBER: Final = "\0"  # LLVM allows no such byte in a name


def spelled(name: str) -> str:
    """A name of a global, local, block, comdat or type, quoted when LLVM would."""
    return name if _PLAIN.match(name) else f'"{escaped(to_bytes(name))}"'


def global_spelled(name: str) -> str:
    """A global's name: `0` is the unnamed `@0`; one that is really called so is held marked."""
    if name.isdecimal():
        return name
    return f'"{name[1:]}"' if name.startswith(NAMED_NUMBER) else spelled(name)


@cache  # a few names, at every instruction
def metadata_name(name: str) -> str:
    """A name behind `!`, where unusual characters are escaped without quotes."""
    return "".join(
        chr(byte)
        if _METADATA_PLAIN.match(bytes((byte,))) or (index and chr(byte).isdigit())
        else f"\\{byte:02X}"
        for index, byte in enumerate(to_bytes(name))
    )


def escaped(data: bytes) -> str:
    """Bytes as they stand between quotes."""
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in (34, 92) else _escape(byte) for byte in data
    )


def _escape(byte: int) -> str:
    return "\\\\" if byte == 92 else f"\\{byte:02X}"


def unescaped_bytes(text: str) -> bytes:
    """What stands between quotes, as bytes."""
    data = to_bytes(text)
    if b"\\" not in data:
        return data
    return _ESCAPE.sub(lambda m: b"\\" if m[1] == b"\\" else bytes((int(m[1], 16),)), data)


def unescaped(text: str) -> str:
    """What stands between quotes, as a name."""
    if "\\" not in text:
        return text
    return unescaped_bytes(text).decode("utf-8", "surrogateescape")


def to_bytes(name: str) -> bytes:
    """The bytes of a name."""
    return name.encode("utf-8", "surrogateescape")


def float_text(constant: ConstFloat) -> str:
    """A float constant as LLVM prints it: decimal where six digits are exact, else hexadecimal."""
    assert isinstance(constant.type, ty.FloatType)
    name, bits = constant.type.name, constant.bits
    match name:
        case "double" | "float":
            return _decimal_or_hex(bits if name == "double" else _widened(bits))
        case "x86_fp80":
            return f"0xK{bits >> 64:04X}{bits & _LOW64:016X}"
        case "fp128" | "ppc_fp128":  # the low word comes first
            return f"{_HEX_PREFIXES[name]}{bits & _LOW64:016X}{bits >> 64:016X}"
        case _:
            return f"{_HEX_PREFIXES[name]}{bits:04X}"


def _decimal_or_hex(bits: int) -> str:
    if (bits >> 52) & 0x7FF != 0x7FF:
        value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
        text = f"{value:.5e}"
        if float(text) == value:
            mantissa, _, exponent = text.partition("e")
            return f"{mantissa}0e{exponent}"
    return f"0x{bits:X}" if bits else "0.000000e+00"


def _widened(bits: int) -> int:
    """The double bits of float bits; a NaN keeps its payload, as Python's conversion need not."""
    if (bits >> 23) & 0xFF == 0xFF:
        return (bits >> 31) << 63 | 0x7FF << 52 | (bits & 0x7FFFFF) << 29
    value: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    wide: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return wide


def float_constant(type: ty.FloatType, text: str) -> ConstFloat | None:
    """The constant a spelling means; None when it means none of that type."""
    try:
        return ConstFloat(type, _float_bits(type, text))
    except (ValueError, OverflowError):
        return None


def _float_bits(type: ty.FloatType, text: str) -> int:
    prefix = _HEX_PREFIXES.get(type.name, "")
    if prefix and text.startswith(prefix):
        digits = text[3:]
        if type.name in ("fp128", "ppc_fp128"):
            digits = digits[16:] + digits[:16]
        return int(digits, 16)
    if not text.startswith("0x"):
        return float_bits(type, float(text))
    wide = int(text, 16)
    if type.name == "double":
        return wide
    if type.name == "float" and (wide >> 52) & 0x7FF == 0x7FF:
        return (wide >> 63) << 31 | 0xFF << 23 | (wide >> 29) & 0x7FFFFF
    value: float = struct.unpack("<d", struct.pack("<Q", wide))[0]
    return float_bits(type, value)
