package io.github.tensorloupe.library;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;

/// The main reason why a file does not load, for lists.
public enum Damage {
  /// The file is empty or contains only zeros.
  EMPTY,
  /// The file has another format, such as a web page or an archive.
  OTHER_FORMAT,
  /// The file is shorter than its header states.
  TRUNCATED,
  /// The header is damaged, or does not match the file.
  MALFORMED;

  /// @param file a refused file
  static Damage of(TensorFile file) {
    FileKind kind = file.kind();
    if (kind == FileKind.EMPTY || kind == FileKind.ZEROS) {
      return EMPTY;
    }
    if (!kind.mayHaveHeader()) {
      return OTHER_FORMAT;
    }
    return file.findings().stream()
            .map(Finding::code)
            .anyMatch(
                code -> code == FindingCode.TRUNCATED || code == FindingCode.INVALID_HEADER_LENGTH)
        ? TRUNCATED
        : MALFORMED;
  }
}
