package io.github.tensorloupe.export;

/// The representations in `.npy` files of dtypes that NumPy does not have.
public enum ForeignDtypes {
  /// As 32-bit floats, which represent all these values exactly.
  F32,
  /// As bits: BF16 as 16-bit unsigned integers, 8-bit dtypes as bytes, and smaller dtypes as their
  /// packed bytes along one axis.
  RAW
}
