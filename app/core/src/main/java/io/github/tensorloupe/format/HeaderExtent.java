package io.github.tensorloupe.format;

import module java.base;

/// The range of the JSON object of a header, determined without the header length.
///
/// @param begin index of the opening brace
/// @param end index after the closing brace
/// @param dataByteCount the largest end of a tensor, unsigned, which is the length of the data
///   buffer
/// @param declaredByteCount the largest end of an entry, including overridden entries of repeated
///   names, unsigned
public record HeaderExtent(int begin, int end, long dataByteCount, long declaredByteCount) {

  /// Finds a complete header object, optionally preceded by white space and followed by any bytes.
  ///
  /// @param bytes the beginning of the header; neither modified nor retained
  /// @return empty if the header object is missing or truncated
  public static Optional<HeaderExtent> of(byte[] bytes) {
    HeaderParser parser = new HeaderParser(bytes, new HeaderWarnings());
    try {
      parser.parse();
    } catch (HeaderSyntaxException e) {
      // Bytes after the object are ignored.
      if (parser.rootEnd == 0) {
        return Optional.empty();
      }
    }
    EntryTable entries = parser.entries;
    long declaredEnd = dataEnd(entries);
    entries.removeDuplicates(new HeaderWarnings());
    return Optional.of(
        new HeaderExtent(parser.rootBegin, parser.rootEnd, dataEnd(entries), declaredEnd));
  }

  private static long dataEnd(EntryTable entries) {
    return entries.tensors().stream().map(TensorInfo::end).max(Long::compareUnsigned).orElse(0L);
  }
}
