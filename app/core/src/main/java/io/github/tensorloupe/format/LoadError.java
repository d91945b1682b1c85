package io.github.tensorloupe.format;

/// The errors of the reference library, in the order of its checks.
public enum LoadError {
  HEADER_TOO_SMALL("HeaderTooSmall", FindingCode.HEADER_TOO_SMALL),
  /// The header length exceeds 100,000,000.
  HEADER_TOO_LARGE("HeaderTooLarge", FindingCode.HEADER_TOO_LARGE),
  INVALID_HEADER_LENGTH("InvalidHeaderLength", FindingCode.INVALID_HEADER_LENGTH),
  INVALID_HEADER("InvalidHeader", FindingCode.INVALID_UTF8),
  INVALID_HEADER_DESERIALIZATION("InvalidHeaderDeserialization", FindingCode.INVALID_JSON),
  /// A tensor does not begin at the end of the preceding tensor, or its end is below its begin.
  INVALID_OFFSET("InvalidOffset", FindingCode.INVALID_OFFSET),
  VALIDATION_OVERFLOW("ValidationOverflow", FindingCode.SIZE_OVERFLOW),
  MISALIGNED_SLICE("MisalignedSlice", FindingCode.MISALIGNED_SLICE),
  /// The data offsets of a tensor do not match its shape and dtype.
  TENSOR_INVALID_INFO("TensorInvalidInfo", FindingCode.SIZE_MISMATCH),
  /// The last tensor does not end at the end of the file.
  METADATA_INCOMPLETE_BUFFER("MetadataIncompleteBuffer", FindingCode.TRAILING_BYTES);

  private final String variant;

  /// The code of the findings about the error, except for a truncated file.
  final FindingCode code;

  LoadError(String variant, FindingCode code) {
    this.variant = variant;
    this.code = code;
  }

  /// Returns the spelling of the error in the reference library.
  public String variant() {
    return variant;
  }
}
