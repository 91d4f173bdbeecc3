"""C, C++, CUDA and HIP by clang, the C++ library their programs run with, and C++ that is generated
to call them. The headers of device code lie beside.
"""
