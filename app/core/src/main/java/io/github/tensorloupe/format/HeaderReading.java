package io.github.tensorloupe.format;

import module java.base;

/// The result of reading a header: the verdict of the reference library, the content, and findings.
///
/// @param fileLength the length of the file in bytes
/// @param headerLength the u64 at byte 0, unsigned; empty if the file is shorter than 8 bytes
/// @param loadError the error of the reference library, or empty if it loads the file
/// @param headerParsed true if the JSON is valid; otherwise `header` contains the entries before
///   the error
/// @param header the readable tensors and metadata
/// @param findings errors in the order of the checks, then warnings, then infos
public record HeaderReading(
    long fileLength,
    OptionalLong headerLength,
    Optional<LoadError> loadError,
    boolean headerParsed,
    Header header,
    List<Finding> findings) {

  public HeaderReading {
    findings = List.copyOf(findings);
  }

  /// Returns the file offset of the data buffer, or empty if the file ends before the end of its
  /// header.
  public OptionalLong dataStart() {
    if (headerLength.isEmpty()
        || Long.compareUnsigned(headerLength.getAsLong(), fileLength - 8) > 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(8 + headerLength.getAsLong());
  }
}
