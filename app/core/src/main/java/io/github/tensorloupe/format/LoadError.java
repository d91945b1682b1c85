package io.github.tensorloupe.format;

/// The error variants of the reference library, in the order of its checks.
public enum LoadError {
  HEADER_TOO_SMALL("HeaderTooSmall"),
  /// The header length is above 100,000,000.
  HEADER_TOO_LARGE("HeaderTooLarge"),
  INVALID_HEADER_LENGTH("InvalidHeaderLength"),
  INVALID_HEADER("InvalidHeader"),
  INVALID_HEADER_DESERIALIZATION("InvalidHeaderDeserialization"),
  /// A tensor does not begin at the end of the preceding tensor, or has a negative length.
  INVALID_OFFSET("InvalidOffset"),
  VALIDATION_OVERFLOW("ValidationOverflow"),
  MISALIGNED_SLICE("MisalignedSlice"),
  /// The size of a tensor according to its data offsets differs from its shape and dtype.
  TENSOR_INVALID_INFO("TensorInvalidInfo"),
  /// The last tensor does not end at the end of the file.
  METADATA_INCOMPLETE_BUFFER("MetadataIncompleteBuffer");

  private final String variant;

  LoadError(String variant) {
    this.variant = variant;
  }

  /// Returns the name of the variant in the reference library.
  public String variant() {
    return variant;
  }
}
