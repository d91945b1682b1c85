"""Compares what `tensorloupe stats` says of random tensors with what NumPy computes.

    python3 app/benchmarks/compare_with_numpy.py app/target/tensorloupe/bin/tensorloupe [TENSORS]

Ends with 1 at a count, least or greatest value that differs, or at a mean or standard deviation that
differs by more than a part in 10^12 of the largest value.
"""

import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
          "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1"}


def random_tensor(random, dtype):
    count = int(random.integers(1, 200_000))
    if random.random() < 0.5 or not dtype.startswith("F"):
        return numpy.frombuffer(random.bytes(count * numpy.dtype(DTYPES[dtype]).itemsize), DTYPES[dtype])
    return (random.standard_normal(count) * random.choice([1e-3, 1, 100])).astype(DTYPES[dtype])


def write(path, tensors):
    header, begin = {}, 0
    for name, (dtype, values) in tensors.items():
        header[name] = {"dtype": dtype, "shape": [values.size], "data_offsets": [begin, begin + values.nbytes]}
        begin += values.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, values in tensors.values():
            file.write(values.tobytes())


def difference(said, dtype, values):
    """How far mean and standard deviation are off, in parts of the largest value."""
    finite = values[numpy.isfinite(values)] if dtype.startswith("F") else values
    exact = {"count": values.size, "zero": int((values == 0).sum())}
    if dtype.startswith("F"):
        exact |= {"nan": int(numpy.isnan(values).sum()), "posInf": int(numpy.isposinf(values).sum()),
                  "negInf": int(numpy.isneginf(values).sum())}
    if finite.size:
        exact |= {"min": finite.min().item(), "max": finite.max().item()}
    for key, expected in exact.items():
        if said[key] != expected:
            raise SystemExit(f"{said['name']}: {key} is {said[key]}, NumPy has {expected}")
    if not finite.size:
        return 0.0
    wide = finite.astype(numpy.longdouble)
    largest = abs(wide).max()
    mean = wide.mean()
    std = numpy.sqrt(((wide - mean) ** 2).mean())
    return float(max(abs(said["mean"] - mean), abs(said["std"] - std)) / largest) if largest else 0.0


def main(program, count=400):
    random = numpy.random.default_rng(1)
    tensors = {}
    for i in range(int(count)):
        dtype = list(DTYPES)[i % len(DTYPES)]
        tensors[f"tensor.{i}"] = dtype, random_tensor(random, dtype)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.safetensors"
        write(path, tensors)
        lines = subprocess.run([program, "stats", "--json", path], stdout=subprocess.PIPE, check=True).stdout
    said = {each["name"]: each for each in map(json.loads, lines.splitlines())}
    worst = max(difference(said[name], *tensor) for name, tensor in tensors.items())
    elements = sum(values.size for _, values in tensors.values())
    print(f"{len(tensors)} tensors of {len(DTYPES)} dtypes, {elements:,} elements, NumPy {numpy.__version__}:"
          f" counts, least and greatest value the same; mean and standard deviation within {worst:.1e} of"
          " the largest value")
    return 1 if worst > 1e-12 else 0


sys.exit(main(*sys.argv[1:]))
