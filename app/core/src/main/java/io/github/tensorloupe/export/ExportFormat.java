package io.github.tensorloupe.export;

/// A format that tensors can be written in.
public enum ExportFormat {
  /// NumPy's own format, one tensor in a file.
  NPY("npy"),
  /// Comma-separated text, one tensor in a file.
  CSV("csv"),
  /// The bytes as they stand in the data buffer, one tensor in a file.
  RAW("bin"),
  /// A heat map of the last two axes, one tensor in a file.
  PNG("png"),
  /// A new safetensors file, any number of tensors in it.
  SAFETENSORS("safetensors");

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /// The extension of such files, without the dot.
  public String extension() {
    return extension;
  }

  /// True if many tensors go into one file.
  public boolean holdsMany() {
    return this == SAFETENSORS;
  }
}
