package io.github.tensorloupe.export;

/// Represents elements in a `.npy` file of dtypes that NumPy does not know.
public enum ForeignDtypes {
  /// As numbers of 32 bits, which hold every one of these values exactly.
  F32,
  /// As their bits: BF16 as unsigned integers of 16 bits, the 8-bit dtypes as bytes, and those of
  /// less than a byte as they are packed, in one axis of bytes.
  RAW
}
