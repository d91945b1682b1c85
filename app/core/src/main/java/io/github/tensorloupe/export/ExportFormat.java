package io.github.tensorloupe.export;

/// A file format for exported tensors.
public enum ExportFormat {
  /// NumPy format, one tensor per file.
  NPY("npy"),
  /// Comma-separated values, one tensor per file.
  CSV("csv"),
  /// The bytes of the data buffer, one tensor per file.
  RAW("bin"),
  /// A heat map of the last two axes, one tensor per file.
  PNG("png"),
  /// A safetensors file with any number of tensors.
  SAFETENSORS("safetensors");

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /// Returns the file extension without the dot.
  public String extension() {
    return extension;
  }

  /// Returns true if a file of this format can contain several tensors.
  public boolean supportsMultipleTensors() {
    return this == SAFETENSORS;
  }
}
