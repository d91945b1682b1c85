package io.github.tensorloupe.format;

import module java.base;

/// The result of reading a header: the verdict of the reference library, everything that could be
/// understood, and the findings.
///
/// @param fileLength the length of the file in bytes
/// @param headerLength the u64 at byte 0, unsigned; empty where the file is shorter than 8 bytes
/// @param loadError why the reference library refuses the file; empty where it loads it
/// @param headerParsed true if the JSON is of the required form; if not, `header` holds what stands
///   before the place where reading ended
/// @param header tensors and metadata as far as they could be read
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

  /// File offset of the data buffer; empty where the header does not end inside the file.
  public OptionalLong dataStart() {
    if (headerLength.isEmpty()
        || Long.compareUnsigned(headerLength.getAsLong(), fileLength - 8) > 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(8 + headerLength.getAsLong());
  }
}
