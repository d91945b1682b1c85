package io.github.tensorloupe.export;

/// The formats in which tensors can be written.
public enum ExportFormat {
  /// The format of NumPy, one tensor per file.
  NPY("npy"),
  /// Comma-separated text, one tensor per file.
  CSV("csv"),
  /// The unchanged bytes of the data buffer, one tensor per file.
  RAW("bin"),
  /// A heat map of the last two axes, one tensor per file.
  PNG("png"),
  /// A new safetensors file with any number of tensors.
  SAFETENSORS("safetensors");

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /// Returns the file extension without the dot.
  public String extension() {
    return extension;
  }

  /// Returns true if a file can contain several tensors.
  public boolean holdsMany() {
    return this == SAFETENSORS;
  }
}
