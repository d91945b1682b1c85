package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import java.net.http.HttpHeaders;

/// What a server says that its answer is a part of.
///
/// @param range the bytes; empty where it gives none
/// @param totalLength of the file
record Served(Optional<ByteRange> range, long totalLength) {

  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18})");

  /// Empty where the answer does not say it, or not as it should.
  static Optional<Served> of(HttpHeaders headers) {
    return headers
        .firstValue("Content-Range")
        .map(CONTENT_RANGE::matcher)
        .filter(Matcher::matches)
        .map(parts -> new Served(range(parts), Long.parseLong(parts.group(3))));
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
