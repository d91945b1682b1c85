package io.github.tensorloupe.format;

import module java.base;

/// The range of the JSON object of a header, which any bytes may follow.
///
/// @param begin index of the opening brace
/// @param end index after the closing brace
/// @param dataByteCount the end of the last tensor, which is the length of the data buffer,
///   unsigned
/// @param claimedByteCount the end of the last tensor including overridden entries of repeated
///   names, unsigned
public record HeaderExtent(int begin, int end, long dataByteCount, long claimedByteCount) {

  /// Finds a complete header object, which may follow white space.
  ///
  /// @param bytes start with the header; neither modified nor retained
  /// @return empty if the header object is missing or truncated
  public static Optional<HeaderExtent> of(byte[] bytes) {
    HeaderParser parser = new HeaderParser(bytes, new HeaderNotes());
    try {
      parser.parse();
    } catch (HeaderSyntaxException e) {
      // Bytes after the object are ignored.
      if (parser.rootEnd == 0) {
        return Optional.empty();
      }
    }
    EntryTable entries = parser.entries;
    long claimedEnd = dataEnd(entries);
    entries.dropRepeated(new HeaderNotes());
    return Optional.of(
        new HeaderExtent(parser.rootBegin, parser.rootEnd, dataEnd(entries), claimedEnd));
  }

  private static long dataEnd(EntryTable entries) {
    return entries.tensors().stream().map(TensorInfo::end).max(Long::compareUnsigned).orElse(0L);
  }
}
