package io.github.tensorloupe.export;

/// The options of an export.
///
/// @param format the format of the files
/// @param foreign the representation in `.npy` files of dtypes that NumPy does not have
/// @param keepsMetadata true to copy the metadata of the source file to a safetensors file
/// @param allowsPartial true to write the remaining raw bytes of a truncated tensor; other formats
///   always refuse truncated tensors
/// @param replaces true to replace existing files
public record ExportOptions(
    ExportFormat format,
    ForeignDtypes foreign,
    boolean keepsMetadata,
    boolean allowsPartial,
    boolean replaces) {

  /// Returns the default options.
  public static ExportOptions of(ExportFormat format) {
    return new ExportOptions(format, ForeignDtypes.F32, true, false, false);
  }

  /// @param wanted true to replace existing files
  public ExportOptions withReplaces(boolean wanted) {
    return new ExportOptions(format, foreign, keepsMetadata, allowsPartial, wanted);
  }

  /// The representations in `.npy` files of dtypes that NumPy does not have.
  public enum ForeignDtypes {
    /// As 32-bit floats, which represent all these values exactly.
    F32,
    /// As bits: BF16 as 16-bit unsigned integers, 8-bit dtypes as bytes, and smaller dtypes as
    /// their packed bytes along one axis.
    RAW
  }
}
