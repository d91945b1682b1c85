package io.github.tensorloupe.format;

/// Why the reference library refuses a file: its error variants, in the order of its checks.
public enum LoadError {
  /// The file is shorter than the 8 bytes of the header length.
  HEADER_TOO_SMALL("HeaderTooSmall"),
  /// The header length is above 100,000,000.
  HEADER_TOO_LARGE("HeaderTooLarge"),
  /// The header reaches beyond the end of the file.
  INVALID_HEADER_LENGTH("InvalidHeaderLength"),
  /// The header is not well-formed UTF-8.
  INVALID_HEADER("InvalidHeader"),
  /// The header is not JSON of the required form.
  INVALID_HEADER_DESERIALIZATION("InvalidHeaderDeserialization"),
  /// A tensor does not begin where the one before it ends, or ends before it begins.
  INVALID_OFFSET("InvalidOffset"),
  /// A shape times the element width leaves 64 bits.
  VALIDATION_OVERFLOW("ValidationOverflow"),
  /// A tensor of a sub-byte dtype does not fill whole bytes.
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
