package io.github.tensorloupe.format;

/// Why the reference library refuses a file: its error variants, in the order of its checks.
public enum LoadError {
  HEADER_TOO_SMALL("HeaderTooSmall"),
  /// The header length is above 100,000,000.
  HEADER_TOO_LARGE("HeaderTooLarge"),
  INVALID_HEADER_LENGTH("InvalidHeaderLength"),
  INVALID_HEADER("InvalidHeader"),
  INVALID_HEADER_DESERIALIZATION("InvalidHeaderDeserialization"),
  /// A tensor does not begin where the one before it ends, or ends before it begins.
  INVALID_OFFSET("InvalidOffset"),
  VALIDATION_OVERFLOW("ValidationOverflow"),
  MISALIGNED_SLICE("MisalignedSlice"),
  /// A tensor's data offsets span another size than its shape and dtype.
  TENSOR_INVALID_INFO("TensorInvalidInfo"),
  /// The tensors do not end where the file ends.
  METADATA_INCOMPLETE_BUFFER("MetadataIncompleteBuffer");

  private final String variant;

  LoadError(String variant) {
    this.variant = variant;
  }

  /// The name of the variant in the reference library.
  public String variant() {
    return variant;
  }
}
