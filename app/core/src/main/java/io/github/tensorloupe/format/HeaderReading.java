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
/// @param isForeign true if header and findings describe a file of another format, whose data
///   offsets are file offsets
public record HeaderReading(
    long fileLength,
    OptionalLong headerLength,
    Optional<LoadError> loadError,
    boolean headerParsed,
    Header header,
    List<Finding> findings,
    boolean isForeign) {

  public HeaderReading {
    findings = List.copyOf(findings);
  }

  /// Creates the result of reading a file as a safetensors file.
  public HeaderReading(
      long fileLength,
      OptionalLong headerLength,
      Optional<LoadError> loadError,
      boolean headerParsed,
      Header header,
      List<Finding> findings) {
    this(fileLength, headerLength, loadError, headerParsed, header, findings, false);
  }

  /// Returns the content of a file of another format, with the verdict of this reading.
  public HeaderReading asForeign(boolean isParsed, Header content, List<Finding> others) {
    return new HeaderReading(fileLength, headerLength, loadError, isParsed, content, others, true);
  }

  /// Returns the file offset of the data buffer, or empty if the file ends before the end of its
  /// header. The data buffer of a file of another format is the whole file.
  public OptionalLong dataStart() {
    if (isForeign) {
      return OptionalLong.of(0);
    }
    if (headerLength.isEmpty()
        || Long.compareUnsigned(headerLength.getAsLong(), fileLength - 8) > 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(8 + headerLength.getAsLong());
  }
}
