package io.github.tensorloupe.format;

import module java.base;

/// The place of the JSON object of a header in bytes that may go on behind it with anything.
///
/// @param begin index of the opening brace
/// @param end index behind the closing brace
/// @param dataByteCount where the last tensor ends: the bytes that the data buffer must have,
///   unsigned
/// @param claimedByteCount the same, but entries of a repeated name that do not count are looked at
///   as well, unsigned
public record HeaderExtent(int begin, int end, long dataByteCount, long claimedByteCount) {

  /// Looks for a whole object of the form of a header, with nothing but white space before it.
  ///
  /// @param bytes from where the header begins; not changed and not kept
  /// @return empty where there is none, or where it goes on behind the last byte
  public static Optional<HeaderExtent> of(byte[] bytes) {
    HeaderParser parser = new HeaderParser(bytes, new HeaderNotes());
    try {
      parser.parse();
    } catch (HeaderSyntaxException e) {
      // What is behind the object does not matter here.
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
