package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import java.net.http.HttpHeaders;

/// The value of a `Content-Range` header.
///
/// @param range the range of the response, or empty for a response without content
/// @param totalLength the length of the file in bytes
record ContentRange(Optional<ByteRange> range, long totalLength) {

  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18})");

  /// Parses the header of a response, or returns empty if it is missing or invalid.
  static Optional<ContentRange> of(HttpHeaders headers) {
    return headers
        .firstValue("Content-Range")
        .map(CONTENT_RANGE::matcher)
        .filter(Matcher::matches)
        .map(parts -> new ContentRange(range(parts), Long.parseLong(parts.group(3))));
  }

  private static Optional<ByteRange> range(Matcher parts) {
    if (parts.group(1) == null) {
      return Optional.empty();
    }
    long begin = Long.parseLong(parts.group(1));
    long end = Long.parseLong(parts.group(2)) + 1;
    return begin < end ? Optional.of(new ByteRange(begin, end)) : Optional.empty();
  }
}
