package io.github.tensorloupe.format;

/// The errors of the reference library, in the order of its checks.
public enum LoadError {
  HEADER_TOO_SMALL("HeaderTooSmall"),
  /// The header length exceeds 100,000,000.
  HEADER_TOO_LARGE("HeaderTooLarge"),
  INVALID_HEADER_LENGTH("InvalidHeaderLength"),
  INVALID_HEADER("InvalidHeader"),
  INVALID_HEADER_DESERIALIZATION("InvalidHeaderDeserialization"),
  /// A tensor does not begin at the end of the preceding tensor, or its end is below its begin.
  INVALID_OFFSET("InvalidOffset"),
  VALIDATION_OVERFLOW("ValidationOverflow"),
  MISALIGNED_SLICE("MisalignedSlice"),
  /// The data offsets of a tensor do not match its shape and dtype.
  TENSOR_INVALID_INFO("TensorInvalidInfo"),
  /// The last tensor does not end at the end of the file.
  METADATA_INCOMPLETE_BUFFER("MetadataIncompleteBuffer");

  private final String variant;

  LoadError(String variant) {
    this.variant = variant;
  }

  /// Returns the spelling of the error in the reference library.
  public String variant() {
    return variant;
  }
}
