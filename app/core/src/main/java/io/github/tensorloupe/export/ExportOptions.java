package io.github.tensorloupe.export;

/// The options of an export.
///
/// @param foreign the representation in `.npy` files of dtypes that NumPy does not support
/// @param keepsMetadata true to copy the metadata of the source to a safetensors file
/// @param allowsPartial true to write the existing bytes of a truncated tensor in RAW format; other
///   formats always refuse truncated tensors
/// @param replaces true to replace existing files
public record ExportOptions(
    ExportFormat format,
    UnsupportedDtypes foreign,
    boolean keepsMetadata,
    boolean allowsPartial,
    boolean replaces) {

  /// Returns the default options.
  public static ExportOptions of(ExportFormat format) {
    return new ExportOptions(format, UnsupportedDtypes.F32, true, false, false);
  }

  public ExportOptions withReplaces(boolean isWanted) {
    return new ExportOptions(format, foreign, keepsMetadata, allowsPartial, isWanted);
  }

  /// The representation in `.npy` files of dtypes that NumPy does not support.
  public enum UnsupportedDtypes {
    /// 32-bit floats, which represent all values exactly.
    F32,
    /// Unsigned integers: 16-bit for BF16, bytes for 8-bit dtypes, packed bytes along one axis for
    /// sub-byte dtypes.
    RAW
  }
}
