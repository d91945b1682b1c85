package io.github.tensorloupe.export;

/// The choices for an export.
///
/// @param format what is written
/// @param foreign how a `.npy` file has dtypes that NumPy does not know
/// @param keepsMetadata true if a safetensors file gets the metadata of the file that the tensors
///   come from
/// @param takesPartial true if the raw bytes of a truncated tensor are written as far as they are
///   there; other formats refuse such a tensor always
/// @param replaces true if files that are there give way
public record ExportOptions(
    ExportFormat format,
    ForeignDtypes foreign,
    boolean keepsMetadata,
    boolean takesPartial,
    boolean replaces) {

  /// The default choices.
  public static ExportOptions of(ExportFormat format) {
    return new ExportOptions(format, ForeignDtypes.F32, true, false, false);
  }

  /// The same with other files giving way, or not.
  public ExportOptions withReplaces(boolean wanted) {
    return new ExportOptions(format, foreign, keepsMetadata, takesPartial, wanted);
  }
}
